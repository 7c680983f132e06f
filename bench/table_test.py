#!/usr/bin/env python3
"""What table.py makes of measurements: on rounds as Google Benchmark writes them, the numbers of which were made up."""
import os
import re
import sys
import unittest
from xml.dom import minidom

sys.dont_write_bytecode = True  # none beside the sources
import table


def measured(ratio, name="mlp/batch:64/manual_time", ns=100.0):
    return {"context": {"date": "2026-01-01"},
            "benchmarks": [{"name": name, "run_type": "iteration", "iterations": 7, "real_time": 1.0, "time_unit": "us", "ns": ns * ratio,
                            "by_hand_ns": ns, "ratio": ratio, "peak_bytes": 4096.0, "allocations": 0.0},
                           {"name": "no row/64", "run_type": "iteration", "real_time": 1.0}]}


class Table(unittest.TestCase):
    def test_rows_are_those_with_a_ratio(self):
        rows = table.rows_of(measured(1.5))
        self.assertEqual(list(rows), ["mlp/batch:64"])
        self.assertEqual(rows["mlp/batch:64"]["beside"], "by hand")
        self.assertEqual(rows["mlp/batch:64"]["beside_ns"], 100.0)

    def test_what_differs_is_no_row(self):
        run = measured(1.5)
        run["benchmarks"][0].update(error_occurred=True, error_message="the two differ by 3")
        with self.assertRaisesRegex(ValueError, "mlp/batch:64: the two differ by 3"):
            table.rows_of(run)

    def test_a_row_has_medians_of_its_rounds(self):
        rounds = [table.rows_of(measured(ratio, ns=ns)) for ratio, ns in ((1.0, 100), (9.0, 50), (1.2, 300))]
        row, = table.joined("mlp", rounds)
        self.assertEqual(row["ratio"], 1.2)  # neither the mean nor the quotient of the other two medians
        self.assertEqual(row["beside_ns"], 100)
        self.assertEqual(row["ns"], 360)
        self.assertEqual(row["ratios"], [1.0, 9.0])

    def test_a_target_is_met_up_to_itself(self):
        for ratio, met in ((1.1, True), (1.11, False)):
            row, = table.joined("mlp", [table.rows_of(measured(ratio))])
            self.assertEqual((row["target"], row["met"]), (1.1, met))
        row, = table.joined("loops", [table.rows_of(measured(1.0, "stencil/trips:1000"))])
        self.assertNotIn("met", row)

    def test_the_first_target_that_matches_holds(self):
        self.assertEqual(table.target_of("gradbench", "determinant/7"), 4.0)
        self.assertEqual(table.target_of("gradbench", "ode/100/400"), 2.5)
        self.assertIsNone(table.target_of("gradbench", "by_adolc/ode/100/400"))
        self.assertEqual(table.target_of("regression", "hvp_by_gradients/rows:1000/D:20"), 2.0)
        self.assertEqual(table.target_of("regression", "hvp/rows:1000/D:20"), 1.2)

    def test_lines_say_what_was_missed(self):
        line, = table.printed("mlp", table.joined("mlp", [table.rows_of(measured(2.0, ns=1e6))]))
        self.assertRegex(line, r"^mlp/mlp/batch:64 +2 ms +1 ms by hand +2\.00 +1\.10 MISSED +4\.1 kB +0$")

    def test_pictures_are_well_formed_and_to_scale(self):
        rows = [{"name": "a<b>&c", "beside": "by hand", "ratio": 4.0, "target": 2.0, "met": False}, {"name": "half", "beside": "primal", "ratio": 0.5}]
        picture = minidom.parseString(table.picture("mlp", rows, "a & b"))
        bars = [rect for rect in picture.getElementsByTagName("rect") if rect.hasAttribute("x")]
        self.assertEqual(len(bars), 2)
        slower, faster = ((float(bar.getAttribute("x")), float(bar.getAttribute("width"))) for bar in bars)
        self.assertAlmostEqual(faster[0] + faster[1], slower[0], delta=0.2)  # one ends where the other begins: at 1
        self.assertAlmostEqual(slower[1], 2 * faster[1], delta=0.2)          # 4 is twice as far from it as 1/2
        self.assertIn("a<b>&c, by hand", [text.firstChild.data for text in picture.getElementsByTagName("text")])

    def test_the_readme_has_rows_of_the_results_and_no_other_numbers(self):
        here = os.path.dirname(os.path.abspath(__file__))
        rows = {table.markdown(group, row) for group, rows in table.stored(os.path.join(here, "results")).items() for row in rows}
        with open(os.path.join(here, "..", "README.md"), encoding="utf-8") as text:
            section = re.search(r"^## Performance\n(.*?)^## ", text.read(), re.MULTILINE | re.DOTALL).group(1)
        lines = [line for line in section.splitlines() if line.startswith("| ") and "/" in line]
        self.assertGreater(len(lines), 5)
        self.assertEqual([line for line in lines if line not in rows], [])
        prose = "\n".join(line for line in section.splitlines() if not line.startswith("|"))
        self.assertEqual(re.findall(r"\d+(?:\.\d+)? (?:times|ms|us|ns|%|MB)|\d\.\d", prose), [])

    def test_rows_in_a_text_are_made_new(self):
        groups = {"mlp": table.joined("mlp", [table.rows_of(measured(2.0))])}
        old = "before\n| mlp/mlp/batch:64 | 1 ns | old |\n| mlp/mlp/batch:640 | 2 ns |\nafter\n"
        new = "before\n| mlp/mlp/batch:64 | 200 ns | by hand 100 ns | 2.00 | 1.10 |\n| mlp/mlp/batch:640 | 2 ns |\nafter\n"
        self.assertEqual(table.renewed(old, groups), new)

    def test_sizes_and_durations(self):
        self.assertEqual([table.duration(ns) for ns in (26.04, 1234, 1.94e6, 2e9)], ["26 ns", "1.23 us", "1.94 ms", "2 s"])
        self.assertEqual([table.size(n) for n in (0, 8080, 8e6)], ["0 B", "8.08 kB", "8 MB"])


if __name__ == "__main__":
    unittest.main()
