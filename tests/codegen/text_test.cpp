// The parts that make text, and what generated files promise about it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <limits>
#include <map>
#include <sstream>

#include "cases.h"
#include "codegen/cpp/cpp.h"
#include "codegen/cpp/emit.h"
#include "codegen/interface/names.h"
#include "codegen/text/emitter.h"
#include "codegen/text/files/header.h"

namespace {

using cases::Case;
using codegen::Emitter;
using codegen::Names;
using enum codegen::DerivativeKind;

// --- emitter

TEST(Emitter, FillsHolesAndKeepsIndentation) {
  Emitter out;
  out(R"(
      if ($condition$) {
        $body$
        $nothing$
      }
      )",
      {{"condition", "x"}, {"body", "a;\nb;\n"}, {"nothing", ""}});
  EXPECT_EQ(out.text(), "if (x) {\n  a;\n  b;\n}\n");
}

TEST(Emitter, WritesAtItsDepthAndOneBlankLineAtMost) {
  Emitter out;
  out.blank_line();
  out("a {");
  out.indent();
  out.blank_line();
  out("b $$");
  out.blank_line();
  out.blank_line();
  out("c");
  EXPECT_EQ(out.text(), "a {\n  b $\n\n  c\n");
}

TEST(Emitter, MentionsAreWordsOfTheCode) {
  EXPECT_TRUE(codegen::mentions("y = x[i];", "x"));
  EXPECT_FALSE(codegen::mentions("y = x_2[i].x;  // x", "x"));
  EXPECT_FALSE(codegen::mentions("check(\"x\", y);", "x"));
  EXPECT_TRUE(codegen::mentions("check(\"a\", x);", "x"));
  EXPECT_TRUE(codegen::mentions("print(\"5\\\" of\", x);", "x"));
  EXPECT_FALSE(codegen::mentions("print(\"5\\\" of x\", y);", "x"));
}

TEST(Emitter, FoldsLongLines) {
  const std::string item = "gradc::padded_bytes(8 * rows * columns)";
  const std::string text = codegen::folded("  const auto sum = " + item + " + " + item + " + " + item +
                                           ";\n# " + std::string(200, 'x') + "\n");
  EXPECT_EQ(text, "  const auto sum = " + item + " + " + item + " +\n      " + item + ";\n# " +
                      std::string(200, 'x') + "\n");
}

// --- names

TEST(Names, AreTheUsersWherePossible) {
  EXPECT_EQ(codegen::stem("params.w1"), "w1");
  EXPECT_EQ(codegen::stem("std::get<0>(t)"), "get_0_t");
  EXPECT_EQ(codegen::identifier("a[2].b"), "a_2_b");
  EXPECT_EQ(codegen::longer_stems("params.second.w"), (std::vector<std::string>{"second_w", "params_second_w"}));
  EXPECT_EQ(codegen::longer_stems("w"), std::vector<std::string>());
  EXPECT_EQ(codegen::longer_value_identifiers("layer.w_bar", "_rows"), std::vector<std::string>{"d_layer_w_rows"});
  EXPECT_EQ(codegen::value_identifier("h_bar"), "d_h");
  EXPECT_EQ(codegen::value_identifier("params.w_bar"), "d_w");
  EXPECT_EQ(codegen::value_identifier("h_dot"), "h_dot");
  EXPECT_EQ(codegen::value_identifier(""), "");
}

TEST(Names, NeverCollide) {
  Names outer;
  outer.reserve("x");
  Names names(&outer);
  EXPECT_EQ(names.fresh("x"), "x_2");
  EXPECT_EQ(names.fresh("x"), "x_3");
  EXPECT_EQ(names.fresh("x", {"whole_x"}), "whole_x");
  EXPECT_EQ(names.fresh("x", {"whole_x", "wholly_x"}), "wholly_x");
  EXPECT_EQ(names.fresh("double"), "double_2");
  EXPECT_EQ(names.fresh("gradc"), "gradc_2");
  EXPECT_EQ(names.fresh("EOF"), "eof");
  EXPECT_EQ(names.fresh("W1"), "W1");
  EXPECT_EQ(names.numbered("t"), "t1");
  EXPECT_EQ(names.numbered("t"), "t2");
  EXPECT_EQ(outer.fresh("t1"), "t1");
  EXPECT_EQ(outer.fresh_for_all("t2"), "t2_2") << "a scope inside has had it";
}

// --- numbers

TEST(Literals, RoundTripInTheirType) {
  const codegen::Backend& cpp = codegen::cpp_backend();
  EXPECT_EQ(cpp.real_literal(ir::ElementType::f32, 0.1), "0.1f");
  EXPECT_EQ(cpp.real_literal(ir::ElementType::f32, 1), "1.0f");
  EXPECT_EQ(cpp.real_literal(ir::ElementType::f16, -2), "-2.0f");
  EXPECT_EQ(cpp.real_literal(ir::ElementType::f64, 1e300), "1e+300");
  EXPECT_EQ(cpp.real_literal(ir::ElementType::f64, 1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(cpp.real_literal(ir::ElementType::f64, 1.0 / 0.0), "std::numeric_limits<double>::infinity()");
  EXPECT_EQ(cpp.real_literal(ir::ElementType::f64, -1.0 / 0.0), "-std::numeric_limits<double>::infinity()");
  EXPECT_EQ(cpp.integer_literal(ir::ElementType::i64, 3), "std::int64_t{3}");
  EXPECT_EQ(cpp.integer_literal(ir::ElementType::i32, -3), "-3");
  EXPECT_EQ(cpp.integer_literal(ir::ElementType::i32, -2147483648LL),
            "std::numeric_limits<std::int32_t>::min()");
  EXPECT_EQ(cpp.integer_literal(ir::ElementType::u64, std::numeric_limits<std::int64_t>::min()), "std::uint64_t{9223372036854775808u}");
  EXPECT_EQ(cpp.integer_literal(ir::ElementType::boolean, 1), "true");
}

// --- files

Case mlp() {
  Case c;
  c.add(cases::mlp(),
        {{gradient, {{"params"}}}, {vjp, {{"params", "w1"}, {"params", "b2"}, {"x"}}}, {jvp, {{"x"}}}});
  return c;
}

TEST(Files, AreAFunctionOfTheProgram) {
  const codegen::GeneratedFiles first = codegen::emit_cpp(mlp().program()),
                                second = codegen::emit_cpp(mlp().program());
  EXPECT_EQ(first.header, second.header);
  EXPECT_EQ(first.source, second.source);
  EXPECT_EQ(first.refusal, "");
}

TEST(Files, NameTheSourceAndNothingOfTheMachine) {
  Case c;
  cases::Source source = cases::mlp();
  for (std::size_t at; (at = source.ir.find("= \"model.cpp\"")) != std::string::npos;)
    source.ir.replace(at, 13, "= \"/home/someone/model.cpp\"");
  c.add(source, {{gradient, {{"params"}}}});
  const codegen::GeneratedFiles files = codegen::emit_cpp(c.program());
  EXPECT_TRUE(
      files.source.starts_with("// Generated by gradc 0.1 from model.cpp. Do not edit.\n"
                               "#include <gradc/detail/strict.h>\n"));
  EXPECT_NE(files.source.find("\n// Gradient of loss with respect to params.\nvoid loss_gradient("), std::string::npos);
  EXPECT_NE(files.source.find("// model.cpp:4  auto h = "), std::string::npos);
  EXPECT_EQ(files.source.find("/home"), std::string::npos);
}

TEST(Files, MergeItemsBelowOnePrefix) {
  const std::string header = codegen::emit_cpp(mlp().program()).header;
  EXPECT_NE(header.find("  struct params_members {\n"
                        "    gradc::Tensor<float, 2> w1;\n"
                        "    gradc::Tensor<float, 1> b2;\n"
                        "  };\n"
                        "  params_members params;\n"
                        "  gradc::Tensor<float, 2> x;\n"),
            std::string::npos)
      << header;
}

TEST(Files, HeaderNeedsNoModule) {
  codegen::Program program = mlp().program();
  program.module = nullptr;
  const std::string header = codegen::emit_header(program);
  EXPECT_NE(header.find("struct loss_residuals {"), std::string::npos);
  EXPECT_NE(header.find("loss_gradient_result loss_gradient("), std::string::npos);
}

TEST(Files, DeclareAFunctionThatHasNoHeader) {
  const Case c = mlp();
  codegen::Program program = c.program();
  program.requests[0].primal.headers.clear();
  program.requests[0].primal.declaration = "float loss(const Params& params)";
  const std::string header = codegen::emit_header(program);
  EXPECT_NE(header.find("namespace model {\n\nfloat loss(const Params& params);\n"), std::string::npos)
      << header;
}

TEST(Files, LeaveOutWhatIsNotConnected) {
  const Case c = mlp();
  codegen::Program program = c.program();
  program.requests[0].derivatives[1].wrt[2].left_out = true;
  const std::string header = codegen::emit_header(program);
  EXPECT_NE(header.find("  params_members params;\n};\n"), std::string::npos) << header;
}

// Ten thousand statements in a moment: nothing is quadratic.
TEST(Files, LongFunctionsAreWrittenInLinearTime) {
  std::string text =
      "func @f(%x: f64, %v: f64[v.0]) -> (f64, f64[v.0]) {\n  %0 = sin %x : f64\n  %1 = sin %v : f64[v.0]\n";
  for (int i = 2; i < 10000; i += 2) {
    text += fmt::format("  %{} = add %{}, %{} : f64\n", i, i - 2, i < 50 ? 0 : i - 40);
    text += fmt::format("  %{} = multiply %{}, %v : f64[v.0]\n", i + 1, i - 1);
  }
  codegen::Program program;
  const ir::Module module = cases::parse(text + "  return %9998, %9999\n}\n");
  program.module = &module;
  codegen::Request request;
  request.primal.name = "f";
  request.primal.parameters = {cases::parameter("x", cases::scalar("double", ir::ElementType::f64)),
                               cases::parameter("v", cases::tensor("double", ir::ElementType::f64, 1))};
  request.primal.result = cases::structure("R", {{"a", cases::scalar("double", ir::ElementType::f64)}});
  codegen::Derivative derivative;
  derivative.base = "f";
  derivative.function = ir::FunctionId{0};
  derivative.wrt = {{{"v"}, request.primal.parameters[1].value, {0}, false}};
  request.derivatives = {derivative};
  program.requests = {request};
  const auto begin = std::clock();
  EXPECT_EQ(codegen::emit_cpp(program).refusal, "");
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 20) << "seconds, in a debug build";
}

// --- refusals

TEST(Refusals, NameTheFunctionAndTheReason) {
  Case c;
  cases::Source source = cases::scalars();
  c.add(source, {{gradient, {{"a"}}}});
  codegen::Program program = c.program();
  program.requests[0].derivatives[0].function =
      ir::FunctionId{0};  // the primal: no gradients among its results
  const codegen::GeneratedFiles files = codegen::emit_cpp(program);
  EXPECT_EQ(files.refusal, "area_gradient: 4 arguments and 2 results meet 4 and 1 of the IR");
  EXPECT_EQ(files.source, "");
}

// --- kernels

TEST(Kernels, AreFunctionsOfTheirOwn) {
  Case c;
  c.add_plain(R"(
func @f(%x: f32[x.0, x.1], %row: f32[x.1], %scale: f32) -> (f32[x.0, x.1]) {
  %r = broadcast %row {shape = <x.0, x.1>} : f32[x.0, x.1]
  %s = broadcast %scale {shape = <x.0, x.1>} : f32[x.0, x.1]
  %0 = add %x, %r : f32[x.0, x.1] loc 0
  %1 = multiply %0, %s : f32[x.0, x.1] loc 0
  %y = tanh %1 : f32[x.0, x.1] loc 1
  return %y
}

locations {
  0 = "model.cpp":3:10 "auto h = (x + row) * scale;"
  1 = "model.cpp":4:10 "return gradc::tanh(h);"
}
)");
  const std::string text = codegen::emit_cpp(c.program()).source;
  EXPECT_NE(text.find(R"(#include <gradc/detail/strict.h>
#include <gradc/detail/kernel.h>
)"),
            std::string::npos);
  EXPECT_NE(text.find(R"(// model.cpp:3, 4
GRADC_KERNEL static void f_gradient_y(gradc::Trips trips, std::int64_t x_columns, float scale, const float* GRADC_RESTRICT x,
                                      const float* GRADC_RESTRICT row, float* GRADC_RESTRICT y) {
  for (std::int64_t i = trips.first; i < trips.last; ++i)
    for (std::int64_t j = 0; j < x_columns; ++j)
      y[i * x_columns + j] = gradc::vector_math::tanh((x[i * x_columns + j] + row[j]) * scale);
}
)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  gradc::parallel(f_gradient_y, {x_rows, 28 * x_columns}, x_columns, scale, x_data, row_data, y);\n"), std::string::npos) << text;
}

// Not where an element type, a number or what is read twice is another.
TEST(Kernels, ThatAreEqualButForNamesAreOne) {
  const auto function = [](const std::string& name, const std::string& a, const std::string& b, const std::string& element,
                           const std::string& number, const std::string& last) {
    std::string text = "func @NAME(%A: TYPE[A.0], %B: TYPE[A.0]) -> (TYPE[A.0]) {\n"
                       "  %c = constant {element = TYPE, value = NUMBER} : TYPE\n"
                       "  %0 = broadcast %c {shape = <A.0>} : TYPE[A.0]\n"
                       "  %1 = multiply %A, %0 : TYPE[A.0]\n"
                       "  %2 = subtract %1, %B : TYPE[A.0]\n"
                       "  %3 = multiply %2, %LAST : TYPE[A.0]\n"
                       "  return %3\n}\n\n";
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"NAME", name}, {"LAST", last}, {"NUMBER", number}, {"TYPE", element},
                                   {"%A", "%" + a}, {"A.0", a + ".0"}, {"%B", "%" + b}})
      for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
    return text;
  };
  const auto kernels = [](const std::string& functions) {
    Case c;
    c.add_plain(functions);
    const std::string text = codegen::emit_cpp(c.program()).source;
    int count = 0;
    for (std::size_t at = 0; (at = text.find("GRADC_KERNEL static", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const std::string one = function("f", "x", "y", "f32", "2.5", "y");
  EXPECT_EQ(kernels(one + function("g", "weights", "i", "f32", "2.5", "i")), 1);
  EXPECT_EQ(kernels(one + function("g", "x", "y", "f64", "2.5", "y")), 2);
  EXPECT_EQ(kernels(one + function("g", "x", "y", "f32", "3.5", "y")), 2);
  EXPECT_EQ(kernels(one + function("g", "x", "y", "f32", "2.5", "x")), 2);
}

TEST(Kernels, OfSeveralFunctionsRunOverBlocksInTurn) {
  Case c;
  c.add_plain(R"(
func @f(%x: f32[x.0], %y: f32[x.0]) -> (f32[x.0]) {
  %0 = exp %x : f32[x.0]
  %1 = multiply %0, %y : f32[x.0]
  %2 = log %1 : f32[x.0]
  %3 = add %2, %0 : f32[x.0]
  %4 = multiply %3, %x : f32[x.0]
  return %4
}
)");
  const std::string text = codegen::emit_cpp(c.program()).source;
  EXPECT_NE(text.find(R"(  for (std::int64_t begin = trips.first; begin < trips.last; begin += 512) {
    const std::int64_t size = trips.last - begin < 512 ? trips.last - begin : 512;
    float t1_block[512];
    for (std::int64_t k = 0; k < size; ++k) {
      const std::int64_t i = begin + k;
      const float x_i = x[i];
      const float t1 = gradc::vector_math::exp(x_i);
      t1_block[k] = t1;
    }
    for (std::int64_t k = 0; k < size; ++k) {
      const std::int64_t i = begin + k;
)"),
            std::string::npos)
      << text;
}

TEST(Kernels, StayLoopsWhereTheyAreSmall) {
  Case c;
  c.add_plain(R"(
func @computes_nothing(%x: f32[x.0], %y: f32[100]) -> (f32[100, x.0], f64[100]) {
  %0 = broadcast %x {shape = <100, x.0>} : f32[100, x.0]
  %1 = astype %y {to = f64} : f64[100]
  return %0, %1
}

func @few_elements(%x: f32[4, 4]) -> (f32[4, 4]) {
  %0 = exp %x : f32[4, 4]
  %1 = add %0, %x : f32[4, 4]
  %2 = multiply %1, %0 : f32[4, 4]
  return %2
}
)");
  const std::string text = codegen::emit_cpp(c.program()).source;
  EXPECT_EQ(text.find("GRADC_KERNEL"), std::string::npos) << text;
  EXPECT_NE(text.find("#include <gradc/detail/kernel.h>"), std::string::npos) << text;
}

TEST(Kernels, OfNothingNeedNoHeader) {
  Case c;
  c.add_plain(R"(
func @f(%x: f64) -> (f64) {
  %0 = exp %x : f64
  return %0
}
)");
  EXPECT_EQ(codegen::emit_cpp(c.program()).source.find("kernel.h"), std::string::npos);
}

// --- loops that are said to be independent

// What trips touch is compared where nothing proves the claim, as in @scattered. Trips of the others are apart: by a step that
// is longer than a row, by one of two indices, or as they add alike.
TEST(Claims, AreComparedWhereNothingProvesThem) {
  Case c;
  c.add_plain(R"(
func @scattered(%x: f64[m], %p: i64[m]) -> (f64[m]) {
  %m = extent {value = <m>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %z = broadcast %zero {shape = <m>} : f64[m]
  %y = scan %m, %z, %x, %p {carried = 1, independent = true, scanned = 0} body(%i: i64, %y: f64[m], %x: f64[m], %p: i64[m]) {
    %at = element %p, %i : i64
    %a = element %x, %i : f64
    %old = element %y, %at : f64
    %s = square %old : f64
    %b = subtract %a, %s : f64
    %next = set_element %y, %b, %at : f64[m]
    -> %next
  } : f64[m]
  return %y
}
func @flat(%x: f64[m], %rows: i64, %columns: i64) -> (f64[m]) {
  %zero = constant {element = f64, value = 0.0} : f64
  %z = broadcast %zero {shape = <m>} : f64[m]
  %y = scan %rows, %z, %x, %columns {carried = 1, independent = true, scanned = 0} body(%i: i64, %y: f64[m], %x: f64[m], %columns: i64) {
    %w = scan %columns, %y, %x, %i, %columns {carried = 1, scanned = 0} body(%j: i64, %y: f64[m], %x: f64[m], %i: i64, %columns: i64) {
      %row = multiply %i, %columns : i64
      %at = add %row, %j : i64
      %a = element %x, %at : f64
      %b = exp %a : f64
      %next = set_element %y, %b, %at : f64[m]
      -> %next
    } : f64[m]
    -> %w
  } : f64[m]
  return %y
}
func @labels(%x: f64[m], %p: i64[m]) -> (f64[m, 4]) {
  %m = extent {value = <m>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %z = broadcast %zero {shape = <m, 4>} : f64[m, 4]
  %y = scan %m, %z, %x, %p {carried = 1, independent = true, scanned = 0} body(%i: i64, %y: f64[m, 4], %x: f64[m], %p: i64[m]) {
    %at = element %p, %i : i64
    %a = element %x, %i : f64
    %b = exp %a : f64
    %next = set_element %y, %b, %i, %at : f64[m, 4]
    -> %next
  } : f64[m, 4]
  return %y
}
func @counted(%x: f64[m], %p: i64[m]) -> (f64[m]) {
  %m = extent {value = <m>} : i64
  %zero = constant {element = f64, value = 0.0} : f64
  %z = broadcast %zero {shape = <m>} : f64[m]
  %y = scan %m, %z, %x, %p {carried = 1, independent = true, scanned = 0} body(%i: i64, %y: f64[m], %x: f64[m], %p: i64[m]) {
    %at = element %p, %i : i64
    %a = element %x, %i : f64
    %b = exp %a : f64
    %next = add_element %y, %b, %at : f64[m]
    -> %next
  } : f64[m]
  return %y
}
)");
  const std::string text = codegen::emit_cpp(c.program()).source;
  std::map<std::string, int> records;
  std::string function;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("void ")) function = line.substr(5, line.find('(') - 5);
    records[function] += line.find("gradc::ClaimedTrips") != std::string::npos;
  }
  EXPECT_EQ(records["scattered_gradient"], 1) << text;
  for (const char* proved : {"flat", "labels", "counted"}) EXPECT_EQ(records[std::string(proved) + "_gradient"], 0) << proved << text;
}

}  // namespace
