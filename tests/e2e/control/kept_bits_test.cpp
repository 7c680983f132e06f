// What gradc says of loops that `relaxed` would make kernels.
#include "control_refused.h"

namespace {

class KeptBits : public ShellTest {
 protected:
  std::string said_of(const std::string& source, const std::string& options = "") {
    write("m.cpp", "#include <gradc/gradc.h>\n#include <cmath>\n" + source);
    const Outcome outcome = gradc("m.cpp -o gen " + options + " -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err;
  }
};

std::string loop(const std::string& items, const std::string& mark = "") {
  return "GRADC_DIFFERENTIATE(gradient, hvp" + items + ")\ndouble f(const gradc::Vector<double>& x) {\n  double s = 0;\n" + mark +
         "  for (int i = 0; i < x.size(); ++i) s += std::exp(x(i)) * x(i);\n  return s;\n}\n";
}

TEST_F(KeptBits, OfASumAreANote) {
  const std::string said = said_of(loop(""));
  const std::string note =
      "m.cpp:6:3: note: this loop keeps the bits of the source, so that its trips run one after another; GRADC_LOOP(relaxed) before it "
      "would run up to 8 at a time (16 in float), with other last bits [kept_bits]";
  EXPECT_NE(said.find(note), std::string::npos) << said;
  EXPECT_EQ(said.find(note), said.rfind(note)) << "said for each kind of derivative:\n" << said;
  EXPECT_EQ(said_of(loop(""), "-Wno-gradc-kept-bits"), "");
  EXPECT_EQ(said_of(loop(""), "-q"), "");
}

TEST_F(KeptBits, AreNoNoteWhereNothingWouldChange) {
  EXPECT_EQ(said_of(loop(", relaxed")), "");
  EXPECT_EQ(said_of(loop("", "  GRADC_LOOP(relaxed);\n")), "");
  EXPECT_EQ(said_of(loop(", checkpoint(memory)")), "");
  EXPECT_EQ(said_of("GRADC_DIFFERENTIATE(gradient)\ndouble f(const gradc::Vector<double>& x) {\n  double s = 0;\n"
                    "  for (int i = 0; i < x.size(); ++i) s = std::sin(s) + x(i);\n  return s;\n}\n"),
            "");
}

}  // namespace
