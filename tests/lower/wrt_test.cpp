// What wrt(...) and stop(...) name, and the signature that code generation gets.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lowered.h"

namespace lower_test {
namespace {

using tool::LoweredFunction;
using tool::Selection;

const char* const kHeader = R"(
namespace ns {
struct Inner { gradc::Matrix<float> w; int n; };
struct Params { float a; Inner inner; };
}
)";

std::string described(const codegen::CppValue& value) {
  if (value.is_leaf()) return value.type + ":" + value.leaf.text();
  std::string text = value.type + "{";
  for (const auto& [name, member, hidden] : value.members) text += name + "=" + described(member) + ";";
  return text + "}";
}

std::string described(const LoweredFunction& lowered, const ir::Module& module,
                      const std::vector<Selection>& list) {
  std::string text;
  for (const Selection& selected : list) {
    for (const std::string& part : selected.item.path) text += "." + part;
    for (ir::ValueId leaf : selected.leaves)
      text += leaf.valid() ? " %" + module[lowered.function][leaf].name : " -";
    text += "\n";
  }
  return text;
}

class Wrt : public testing::Test {
 protected:
  static std::string wrt(const LoweredSource& source, std::size_t i = 0) {
    return described(*source.functions.at(i), source.module, source.functions[i]->wrt);
  }
};

TEST_F(Wrt, ParametersMembersAndLabels) {
  const LoweredSource source = lower_text(R"(#include "types.h"
#define BODY { auto h = gradc::label("hidden", gradc::matmul(x, p.inner.w)); return gradc::sum(h) * p.a + n; }
GRADC_DIFFERENTIATE(gradient) float all(const ns::Params& p, const gradc::Matrix<float>& x, int n) BODY
GRADC_DIFFERENTIATE(gradient, wrt(x, p.inner)) float some(const ns::Params& p, const gradc::Matrix<float>& x, int n) BODY
GRADC_DIFFERENTIATE(gradient, wrt(p.inner.w, hidden), stop(x, n)) float label(const ns::Params& p, const gradc::Matrix<float>& x, int n) BODY
)",
                                          kHeader);
  EXPECT_EQ(wrt(source, 0), ".p %p.a %p.inner.w -\n.x %x\n");
  EXPECT_EQ(wrt(source, 1), ".x %x\n.p.inner %p.inner.w -\n");
  EXPECT_EQ(wrt(source, 2), ".p.inner.w %p.inner.w\n.hidden %hidden\n");
  EXPECT_EQ(described(*source.functions[2], source.module, source.functions[2]->stop), ".x %x\n.n -\n");
  EXPECT_EQ(source.functions[2]->labels.at("hidden").size(), 1u);
  EXPECT_EQ(described(source.functions[2]->wrt[1].item.value),
            "gradc::Tensor<float, 2>:f32[x.0, p.inner.w.1]");
  EXPECT_EQ(source.functions[1]->wrt[1].item.leaf_index, (std::vector<int>{-1, -1}));
  // Without the body labels are not known.
  EXPECT_EQ(source.signatures[2].wrt.size(), 1u);
}

TEST_F(Wrt, TheSignature) {
  const LoweredSource source = lower_text(R"(#include "types.h"
#include <array>
#include <tuple>
namespace ns { inline namespace v1 {
GRADC_DIFFERENTIATE(gradient)
std::tuple<double, std::pair<gradc::Vector<std::int64_t>, bool>> f(const Params& p, gradc::View<const double, 1> view, gradc::StaticTensor<gradc::half, 3, gradc::dynamic> s, std::array<float, 2> both, unsigned short k) {
  return {p.a * both[0], {gradc::argmax(p.inner.w, 0), k > 2}};
}
} }
)",
                                          kHeader);
  const codegen::Primal& primal = source.functions[0]->primal;
  EXPECT_EQ(primal.name, "f");
  EXPECT_EQ(primal.name_space, "ns::inline v1");
  EXPECT_EQ(primal.source, "model.cpp");
  std::string parameters;
  for (const codegen::Parameter& parameter : primal.parameters)
    parameters +=
        fmt::format("{} {} {}\n", parameter.declared_type, parameter.name, described(parameter.value));
  EXPECT_EQ(
      parameters,
      R"(const ns::Params& p ns::Params{a=float:f32;inner=ns::Inner{w=gradc::Tensor<float, 2>:f32[p.inner.w.0, p.inner.w.1];n=int:i32;};}
gradc::View<const double, 1> view gradc::Tensor<double, 1>:f64[view.0]
gradc::StaticTensor<gradc::half, 3, gradc::dynamic> s gradc::StaticTensor<gradc::half, 3, gradc::dynamic>:f16[3, s.1]
std::array<float, 2> both std::array<float, 2>{0=float:f32;1=float:f32;}
unsigned short k unsigned short:u16
)");
  EXPECT_EQ(
      described(primal.result),
      "std::tuple<double, std::pair<gradc::Tensor<std::int64_t, 1>, "
      "bool>>{0=double:f64;1=std::pair<gradc::Tensor<"
      "std::int64_t, 1>, bool>{first=gradc::Tensor<std::int64_t, 1>:i64[p.inner.w.1];second=bool:bool;};}");
}

TEST_F(Wrt, WhereTheDeclarationComesFrom) {
  std::string header(kHeader);
  header += "GRADC_DIFFERENTIATE(gradient) float declared(const ns::Params& params);\n";
  const LoweredSource source = lower_text(
      R"(#include "types.h"
float declared(const ns::Params& q) { return q.a; }
GRADC_DIFFERENTIATE(gradient) float here(float x) { return x; }
GRADC_DIFFERENTIATE(gradient) static float hidden(float x) { return x; }
GRADC_DIFFERENTIATE(gradient) float of_header(const ns::Params& q) { return q.a; }
)",
      header);
  ASSERT_EQ(source.functions.size(), 4u);
  EXPECT_EQ(source.functions[0]->primal.headers, std::vector<std::string>{"\"types.h\""});
  EXPECT_EQ(source.functions[0]->primal.declaration, "");
  // Parameters have the names of the declaration that carries the request.
  EXPECT_EQ(wrt(source, 0), ".params %params.a %params.inner.w -\n");
  EXPECT_EQ(source.functions[1]->primal.headers, std::vector<std::string>{});
  EXPECT_EQ(source.functions[1]->primal.declaration, "float here(float x)");
  EXPECT_EQ(source.functions[2]->primal.declaration, "");
  // The types come from a header, the function from nowhere.
  EXPECT_EQ(source.functions[3]->primal.headers, std::vector<std::string>{"\"types.h\""});
  EXPECT_EQ(source.functions[3]->primal.declaration, "float of_header(const ns::Params& q)");
}

TEST_F(Wrt, NamesOfTypesComeFromHeadersToo) {
  const LoweredSource source = lower_text(
      R"(#include "types.h"
using Mine = std::pair<Two, float>;
GRADC_DIFFERENTIATE(gradient) float by_name(Numbers x) { return gradc::sum(x); }
GRADC_DIFFERENTIATE(gradient) float in_a_vector(std::vector<Numbers> x) { return gradc::sum(x[0]); }
GRADC_DIFFERENTIATE(gradient) float spelled_out(Mine m, float x) { return m.first.a * x + m.second; }
)",
      "#include <gradc/gradc.h>\n#include <vector>\nusing Numbers = gradc::Vector<float>;\nstruct Two { float a = 0, b = 0; };\n");
  ASSERT_EQ(source.functions.size(), 3u);
  for (const auto& function : source.functions) {
    ASSERT_TRUE(function);
    EXPECT_EQ(function->primal.headers, std::vector<std::string>{"\"types.h\""}) << function->primal.declaration;
  }
  EXPECT_EQ(source.functions[0]->primal.declaration, "float by_name(Numbers x)");
  EXPECT_EQ(source.functions[2]->primal.declaration, "float spelled_out(std::pair<Two, float> m, float x)");
}

}  // namespace
}  // namespace lower_test
