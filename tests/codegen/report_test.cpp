// Reports: what they count, against numbers that are computed here by hand; and the page, which must be well-formed, whatever
// the source has in it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "cases.h"
#include "codegen/cpp/cpp.h"
#include "codegen/report/collect.h"
#include "codegen/report/layout.h"
#include "codegen/report/markup.h"
#include "codegen/report/page.h"
#include "codegen/report/picture.h"
#include "codegen/report/reasons.h"
#include "codegen/text/files/body.h"
#include "ir/passes/loops/raisable.h"
#include "well_formed.h"

namespace {

using codegen::BufferRow;
using codegen::FunctionReport;
using codegen::KernelRow;
using codegen::Report;
using enum codegen::DerivativeKind;

Report report_on(const std::string& ir) {
  cases::Case c;
  c.add_plain(ir);
  return codegen::report_of(c.program(), "first\nsecond\nthird\nfourth\n");
}

FunctionReport only_function(const Report& report) {
  const bool is_one = report.requests.size() == 1 && report.requests[0].derivatives.size() == 1 &&
                      report.requests[0].derivatives[0].functions.size() == 1;
  EXPECT_TRUE(is_one);
  if (!is_one) return {};
  return report.requests[0].derivatives[0].functions[0];
}

std::int64_t at(const codegen::Formula& formula, const std::map<std::string, std::int64_t>& symbols) {
  const auto number = formula.value ? formula.value->evaluate(symbols) : std::nullopt;
  EXPECT_TRUE(number.has_value()) << formula.text;
  return number.value_or(-1);
}

codegen::Program all_sources(cases::Case& c) {
  c.add(cases::mlp(), {{gradient, {{"params"}}}, {vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(cases::normalised(), {{vjp, {{"x"}, {"scale"}, {"eps"}}}, {jvp, {{"x"}}}});
  c.add(cases::scalars(), {{gradient, {{"a"}, {"b"}}}});
  c.add(cases::moved(), {{gradient, {{"table"}, {"w"}}}});
  c.add(cases::halves(), {{vjp, {{"x"}, {"s"}, {"z"}}}});
  c.add(cases::passed_on(), {{vjp, {{"out"}, {"memory"}}}});
  return c.program();
}

// --- kernels

TEST(ReportKernels, OfAProductCountWhatAMatrixProductMoves) {
  const FunctionReport f = only_function(report_on(R"(
func @f(%x: f32[x.0, x.1], %w: f32[x.1, w.1]) -> (f32[x.0, w.1]) {
  %y = matmul %x, %w {transpose_a = false, transpose_b = false} : f32[x.0, w.1]
  return %y
}
)"));
  ASSERT_EQ(f.kernels.size(), 1U);
  const KernelRow& row = f.kernels[0];
  EXPECT_EQ(row.what, "matmul");
  EXPECT_EQ(row.form, "runtime kernel");
  const std::map<std::string, std::int64_t> sizes{{"x.0", 3}, {"x.1", 5}, {"w.1", 7}};
  EXPECT_EQ(at(row.flops, sizes), 2 * 3 * 5 * 7);
  EXPECT_EQ(at(row.loaded, sizes), 4 * (3 * 5 + 5 * 7));
  EXPECT_EQ(at(row.stored, sizes), 4 * 3 * 7);
  EXPECT_EQ(row.flops.text, "2 * w.extent(1) * x.extent(0) * x.extent(1)");
}

TEST(ReportKernels, OfFusedOpsCountEachElementOnce) {
  // One multiplication and one addition for each of the elements, of which the scale is one for all rows.
  const FunctionReport f = only_function(report_on(R"(
func @f(%x: f64[x.0, 8], %s: f64[8]) -> (f64[x.0, 8]) {
  %0 = broadcast %s {shape = <x.0, 8>} : f64[x.0, 8]
  %1 = multiply %x, %0 : f64[x.0, 8]
  %2 = add %1, %x : f64[x.0, 8]
  return %2
}
)"));
  ASSERT_EQ(f.kernels.size(), 1U);
  const KernelRow& row = f.kernels[0];
  EXPECT_EQ(row.form, "fused loop");
  const std::map<std::string, std::int64_t> sizes{{"x.0", 10}};
  EXPECT_EQ(at(row.flops, sizes), 2 * 10 * 8);
  EXPECT_EQ(at(row.loaded, sizes), 8 * (10 * 8 + 8));
  EXPECT_EQ(at(row.stored, sizes), 8 * 10 * 8);
}

TEST(ReportKernels, IntensityIsANumberWhereExtentsCancel) {
  const FunctionReport f = only_function(report_on(R"(
func @f(%x: f32[x.0], %y: f32[x.0]) -> (f32[x.0]) {
  %0 = multiply %x, %y : f32[x.0]
  %1 = add %0, %x : f32[x.0]
  %2 = subtract %1, %y : f32[x.0]
  return %2
}
)"));
  ASSERT_EQ(f.kernels.size(), 1U);
  EXPECT_EQ(f.kernels[0].intensity, "0.25");  // 3 operations for 12 bytes
  EXPECT_EQ(f.kernels[0].flops.text, "3 * x.extent(0)");
}

TEST(ReportKernels, OfSumsAndConvolutionsCountTheirElements) {
  const FunctionReport f = only_function(report_on(R"(
func @f(%x: f32[2, 3, 8], %w: f32[4, 3, 3]) -> (f32[2, 4, 6], f32[2, 8]) {
  %0 = conv %x, %w {groups = 1} : f32[2, 4, 6]
  %1 = sum %x {axes = [1], keepdims = false} : f32[2, 8]
  return %0, %1
}
)"));
  ASSERT_EQ(f.kernels.size(), 2U);
  for (const KernelRow& row : f.kernels) {
    const bool is_sum = row.what == "sum";
    EXPECT_EQ(at(row.flops, {}), is_sum ? 2 * 3 * 8 : 2 * (2 * 4 * 6) * (3 * 3)) << row.what;
    EXPECT_EQ(at(row.loaded, {}), is_sum ? 4 * 2 * 3 * 8 : 4 * (2 * 3 * 8 + 4 * 3 * 3));
    EXPECT_EQ(at(row.stored, {}), is_sum ? 4 * 2 * 8 : 4 * 2 * 4 * 6);
  }
}

TEST(ReportKernels, WhatIsNotCountedSaysSo) {
  const FunctionReport f = only_function(report_on(R"(
func @f(%a: f64[a.0, a.0]) -> (f64[a.0, a.0]) {
  %0 = cholesky %a : f64[a.0, a.0]
  return %0
}
)"));
  ASSERT_EQ(f.kernels.size(), 1U);
  EXPECT_FALSE(f.kernels[0].flops.value.has_value());
  EXPECT_EQ(f.kernels[0].flops.text, "not counted");
  EXPECT_EQ(f.kernels[0].intensity, "not counted");
}

// --- memory

TEST(ReportMemory, SumsUpToTheWorkspace) {
  cases::Case c;
  const codegen::Program program = all_sources(c);
  const Report report = codegen::report_of(program, "");
  const auto interfaces = codegen::interfaces_of(program);
  int compared = 0, with_slots = 0;
  for (std::size_t r = 0; r < report.requests.size(); ++r)
    for (std::size_t d = 0; d < report.requests[r].derivatives.size(); ++d) {
      const std::vector<codegen::Signature>& signatures = interfaces[r][d].functions;
      for (std::size_t f = 0; f < signatures.size(); ++f) {
        const auto bytes = codegen::workspace_bytes(*program.module, signatures[f], codegen::cpp_backend());
        if (!bytes) continue;
        const codegen::Memory& memory = report.requests[r].derivatives[d].functions[f].memory;
        EXPECT_EQ(memory.total.value, *bytes) << signatures[f].name;
        EXPECT_FALSE(memory.takes_as_it_runs);
        ir::Extent sum = 0;
        for (const codegen::Formula& slot : memory.slots) sum = sum + *slot.value;
        EXPECT_EQ(sum, *bytes);
        ++compared;
        with_slots += !memory.slots.empty();
      }
    }
  EXPECT_GE(compared, 8);
  EXPECT_GE(with_slots, 4);
}

TEST(ReportMemory, NoTwoBuffersOfASlotOverlap) {
  cases::Case c;
  const Report report = codegen::report_of(all_sources(c), "");
  int pairs = 0;
  for (const codegen::RequestReport& request : report.requests)
    for (const codegen::DerivativeReport& derivative : request.derivatives)
      for (const FunctionReport& f : derivative.functions)
        for (std::size_t i = 0; i < f.memory.buffers.size(); ++i) {
          const BufferRow& a = f.memory.buffers[i];
          EXPECT_LE(a.first, a.last);
          EXPECT_LE(a.last, f.memory.steps);
          for (std::size_t j = i + 1; j < f.memory.buffers.size(); ++j) {
            const BufferRow& b = f.memory.buffers[j];
            if (a.where != BufferRow::Where::slot || b.where != a.where || a.slot != b.slot) continue;
            EXPECT_TRUE(a.last < b.first || b.last < a.first) << f.name << ": " << a.values << ", " << b.values;
            ++pairs;
          }
        }
  EXPECT_GT(pairs, 0);
}

// --- loops

std::vector<ir::LoopNote> notes_of(const std::string& body, bool same_bits) {
  const ir::Module module = cases::parse(fmt::format(R"(
func @f(%x: f64[x.0], %n: i64) -> (f64) {{
  %0 = constant {{element = f64, value = 0.0}} : f64
  %1 = extent {{value = <x.0>}} : i64
  {}
}}
)",
                                                     body));
  EXPECT_EQ(module.functions.size(), 1U);
  return module.functions.empty() ? std::vector<ir::LoopNote>{} : ir::RaisableLoops(module.functions[0], same_bits).notes();
}

constexpr const char* kSum = R"(%s = scan %1, %0, %x {carried = 1, scanned = 0} body(%t: i64, %s: f64, %x: f64[x.0]) {
    %2 = element %x, %t : f64
    %3 = add %s, %2 : f64
    -> %3
  } : f64
  return %s)";

TEST(ReportLoops, ASumThatKeepsItsOrderSaysWhatWouldMakeItAKernel) {
  const auto notes = notes_of(kSum, true);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].why, ir::LoopNote::Why::sum_order);
  const codegen::Reason reason = codegen::reason_of(notes[0]);
  EXPECT_EQ(reason.why, "A floating-point sum keeps its order.");
  EXPECT_NE(reason.advice.find("relaxed"), std::string::npos);
  const auto relaxed = notes_of(kSum, false);
  ASSERT_EQ(relaxed.size(), 1U);
  EXPECT_EQ(relaxed[0].why, ir::LoopNote::Why::none);
}

TEST(ReportLoops, ARecurrenceNamesWhatGoesRound) {
  const auto notes = notes_of(R"(%s = scan %1, %0, %x {carried = 1, scanned = 0} body(%t: i64, %s: f64, %x: f64[x.0]) {
    %2 = element %x, %t : f64
    %3 = multiply %s, %2 : f64
    -> %3
  } : f64
  return %s)",
                              false);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].why, ir::LoopNote::Why::recurrence);
  EXPECT_EQ(codegen::reason_of(notes[0]).why, "Each trip needs what the trip before it made: s.");
}

TEST(ReportLoops, AReadAtAPlaceThatIsDataIsInTheWay) {
  const auto notes = notes_of(R"(%s = scan %1, %0, %x, %n {carried = 1, scanned = 0} body(%t: i64, %s: f64, %x: f64[x.0], %n: i64) {
    %4 = multiply %t, %n : i64
    %2 = element %x, %4 : f64
    %3 = add %s, %2 : f64
    -> %3
  } : f64
  return %s)",
                              false);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].why, ir::LoopNote::Why::read_place);
  EXPECT_NE(codegen::reason_of(notes[0]).advice.find("gradc::take"), std::string::npos);
}

TEST(ReportLoops, EveryReasonHasItsWords) {
  for (int why = 0; why <= static_cast<int>(ir::LoopNote::Why::other_loop); ++why) {
    const codegen::Reason reason = codegen::reason_of({static_cast<ir::LoopNote::Why>(why), {}, false, {}, "what"});
    EXPECT_TRUE(reason.why.ends_with(".")) << reason.why;
    EXPECT_EQ(reason.why.find('{'), std::string::npos);
  }
  for (int why = 0; why <= static_cast<int>(ir::KeptNote::Why::costly); ++why)
    EXPECT_FALSE(codegen::reason_of(ir::KeptNote{ir::KeptNote::How::kept, static_cast<ir::KeptNote::Why>(why)}).why.empty());
}

// --- the page

TEST(ReportMarkup, EscapesWhatHasAMeaningAndReplacesWhatNoTextMayHave) {
  EXPECT_EQ(codegen::escaped_html("a < b && c > \"d\" 'e'"), "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
  const std::string replacement = "\xef\xbf\xbd";
  EXPECT_EQ(codegen::escaped_html(std::string("a\0b\x1b", 4)), "a" + replacement + "b" + replacement);
  EXPECT_EQ(codegen::escaped_html("\xe4"), replacement);                             // Latin-1
  EXPECT_EQ(codegen::escaped_html("\xc0\xaf"), replacement + replacement);           // longer than it need be
  EXPECT_EQ(codegen::escaped_html("\xed\xa0\x80").find('\xed'), std::string::npos);  // half of a pair
  EXPECT_EQ(codegen::escaped_html("\xc3\xa4\t\xf0\x9f\x99\x82"), "\xc3\xa4\t\xf0\x9f\x99\x82");
}

TEST(ReportPage, IsWellFormedAndTheSameEachTime) {
  cases::Case c;
  const codegen::Program program = all_sources(c);
  const Report report = codegen::report_of(program, "int a;\nint b;\n");
  const std::string page = codegen::page_of(report);
  const Markup markup = read_markup(page);
  EXPECT_EQ(markup.fault, "");
  cases::Case again;
  EXPECT_EQ(page, codegen::page_of(codegen::report_of(all_sources(again), "int a;\nint b;\n")));
}

TEST(ReportPage, LinksLeadSomewhereAndNothingIsFetched) {
  cases::Case c;
  const Markup markup = read_markup(codegen::page_of(codegen::report_of(all_sources(c), std::string(40, '\n'))));
  std::set<std::string> ids;
  int links = 0, of_lines = 0, headings = 0, deepest = 0;
  for (const Element& element : markup.elements)
    if (const auto id = element.attributes.find("id"); id != element.attributes.end()) ids.insert(id->second);
  for (const Element& element : markup.elements) {
    EXPECT_FALSE(element.attributes.contains("src"));
    EXPECT_NE(element.name, "script");
    EXPECT_NE(element.name, "link");
    if (const auto other = element.attributes.find("aria-labelledby"); other != element.attributes.end()) {
      EXPECT_TRUE(ids.contains(other->second)) << other->second;
    }
    if (element.name.size() == 2 && element.name[0] == 'h' && std::isdigit(static_cast<unsigned char>(element.name[1]))) {
      const int level = element.name[1] - '0';
      EXPECT_LE(level, deepest + 1) << "a heading is left out before one of level " << level;
      deepest = level;
      headings += level == 1;
    }
    const auto href = element.attributes.find("href");
    if (href == element.attributes.end()) continue;
    ASSERT_TRUE(href->second.starts_with("#")) << href->second;
    EXPECT_TRUE(ids.contains(href->second.substr(1))) << href->second;
    ++links;
    of_lines += href->second.starts_with("#L");
  }
  EXPECT_EQ(headings, 1);
  EXPECT_GT(links, 20);
  EXPECT_GT(of_lines, 10);
}

TEST(ReportPage, TextOfTheSourceStaysText) {
  Report report;
  report.source = "<b>.cpp";
  report.lines = {"if (a < b && c) print(\"</table><script>alert(1)</script>\");  // \xff"};
  codegen::RequestReport request{"operator<", {}};
  FunctionReport f;
  f.name = "<i>f</i>";
  f.comment = "of <x> & \"y\"";
  f.graph.nodes.push_back({codegen::GraphNode::Role::argument, "<x>", "", "f32[<n>]", {"<b>.cpp:1", 1}, {}, {}});
  f.graph.nodes.push_back({codegen::GraphNode::Role::forward, "a&b", "op<'>", "f32", {}, {0}, {{"<body>", {}}}});
  f.kernels.push_back(
      {0, "<k>", "<form>", true, false, {{"<b>.cpp:1", 1}}, "i < <n>", "<loop>", {{}, "<l>"}, {{}, "<s>"}, {{}, "<f>"}, "<q>"});
  f.memory.buffers.push_back({BufferRow::Where::slot, "<v>", {{}, "<n>"}, 0, 0, 0});
  request.derivatives.push_back({{f},
                                 {{"<v>", "<o>", "<t>", {{}, "<n>"}, {"<p>", 0}, {}, "<how>", "<why>"}},
                                 {{{"<b>.cpp:1", 1}, false, false, "<why>", "<advice>", {"<p>", 0}}}});
  report.requests.push_back(request);
  const Markup markup = read_markup(codegen::page_of(report));
  EXPECT_EQ(markup.fault, "");
  for (const Element& element : markup.elements)
    EXPECT_TRUE(element.name != "script" && element.name != "b" && element.name != "i") << element.name;
  for (const char* text : {"<i>f</i>", "op<'>", "<advice>", "if (a < b && c) print(\"</table><script>alert(1)</script>\");"})
    EXPECT_NE(markup.text.find(text), std::string::npos) << text;
}

TEST(ReportPage, AGraphThatIsTooLargeHasItsTableAlone) {
  Report report;
  codegen::RequestReport request{"f", {{}}};
  FunctionReport f;
  f.name = "f_gradient";
  for (std::size_t i = 0; i <= codegen::kMostNodes; ++i)
    f.graph.nodes.push_back({codegen::GraphNode::Role::argument, fmt::format("x{}", i), "", "f32", {}, {}, {}});
  request.derivatives[0].functions.push_back(f);
  report.requests.push_back(request);
  const std::string page = codegen::page_of(report);
  EXPECT_EQ(page.find("<svg"), std::string::npos);
  EXPECT_NE(page.find("There are 61 values: too many for a picture."), std::string::npos);
  report.requests[0].derivatives[0].functions[0].graph.nodes.pop_back();
  EXPECT_NE(codegen::page_of(report).find("<svg"), std::string::npos);
}

TEST(ReportLayout, NodesStandBelowWhatTheyReadAndBesideEachOther) {
  codegen::Graph graph;
  for (std::size_t i = 0; i < 40; ++i) {
    codegen::GraphNode node;
    for (std::size_t input : {i * 7 % 11, i / 2})
      if (input < i) node.inputs.push_back(input);
    graph.nodes.push_back(node);
  }
  const codegen::Layout2d layout = codegen::layout_of(graph, std::vector<int>(40, 50));
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t input : graph.nodes[i].inputs) EXPECT_GE(layout.boxes[i].y, layout.boxes[input].y + codegen::kBoxHeight);
    EXPECT_LE(layout.boxes[i].x + layout.boxes[i].width, layout.width);
    EXPECT_LE(layout.boxes[i].y + codegen::kBoxHeight, layout.height);
    for (std::size_t j = 0; j < i; ++j) {
      if (layout.boxes[i].y != layout.boxes[j].y) continue;
      EXPECT_GE(std::abs(layout.boxes[i].x - layout.boxes[j].x), 50);
    }
  }
}

}  // namespace
