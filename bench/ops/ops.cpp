// Measures kernels and generated gradients. compare.py measures torch at the same cases, which it reads from the names:
// conv/<which>/<axes>/<x>/<w>/<stride>/<padding>/<groups>, reduce/<op>/<shape>/<axis>, vjp/<function>/<shape>. What ends in
// /eigen is the same by hand.
#include <benchmark/benchmark.h>

#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "by_hand.h"
#include "model.grad.h"

#include <gradc/kernels.h>

namespace {

using Extents = std::vector<std::int64_t>;

std::string text(const Extents& extents) {
  std::ostringstream out;
  for (std::size_t i = 0; i < extents.size(); ++i) out << (i > 0 ? "x" : "") << extents[i];
  return out.str();
}
std::int64_t size(const Extents& extents) {
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) product *= extent;
  return product;
}
gradc::Vector<float> noise(std::int64_t n) {
  gradc::Vector<float> x(gradc::Shape{n});
  std::uint32_t state = 1;
  for (float& value : x) value = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0f - 0.5f;
  return x;
}
template <class T>
T noise_like(const Extents& extents) {
  return T::from(noise(size(extents)).data(), gradc::Shape(extents.data(), static_cast<int>(extents.size())));
}

void measure(const std::string& name, std::function<void()> f) {
  benchmark::RegisterBenchmark(name.c_str(), [f](benchmark::State& state) {
    f();
    for (auto _ : state) {
      f();
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

void convolution(const Extents& x, const Extents& w, std::int64_t stride, std::int64_t padding, std::int64_t groups) {
  gradc::kernels::Convolution g{x[0], w[1], w[0], groups, {}, {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    g.x.push_back(x[i + 2]), g.w.push_back(w[i + 2]);
    g.y.push_back((x[i + 2] + 2 * padding - w[i + 2]) / stride + 1);
    g.stride[i] = stride, g.dilation[i] = 1, g.low[i] = padding;
  }
  const auto xs = std::make_shared<gradc::Vector<float>>(noise(size(x)));
  const auto ws = std::make_shared<gradc::Vector<float>>(noise(size(w)));
  const auto ys = std::make_shared<gradc::Vector<float>>(noise(x[0] * w[0] * g.y.size()));
  const std::string what = std::to_string(x.size() - 2) + "/" + text(x) + "/" + text(w) + "/" + std::to_string(stride) + "/" +
                           std::to_string(padding) + "/" + std::to_string(groups);
  measure("conv/y/" + what, [=] { gradc::kernels::conv(g, xs->data(), ws->data(), ys->data()); });
  measure("conv/x/" + what, [=] { gradc::kernels::conv_input_grad(g, ys->data(), ws->data(), xs->data()); });
  measure("conv/w/" + what, [=] { gradc::kernels::conv_filter_grad(g, xs->data(), ys->data(), ws->data()); });
  if (x.size() == 4 && groups == 1)
    measure("conv/y/" + what + "/eigen", [=] {
      by_hand::conv({x[0], x[1], x[2], x[3], w[0], w[2], stride, padding}, xs->data(), ws->data(), ys->data());
    });
}

void reductions(const Extents& shape) {
  const auto x = std::make_shared<gradc::Tensor<float, 3>>(noise_like<gradc::Tensor<float, 3>>(shape));
  const auto y = std::make_shared<gradc::Vector<float>>(gradc::Shape{size(shape)});
  using Kernel = void (*)(const gradc::kernels::Reduction&, const float*, float*);
  const std::pair<const char*, Kernel> kernels[] = {{"sum", &gradc::kernels::sum<float>},
                                                    {"max", &gradc::kernels::max<float>},
                                                    {"logsumexp", &gradc::kernels::logsumexp<float>}};
  for (const auto& [name, kernel] : kernels)
    for (int axis = 0; axis < 3; ++axis)
      measure(std::string("reduce/") + name + "/" + text(shape) + "/" + std::to_string(axis),
              [=, kernel = kernel] { kernel({x->shape(), {axis}}, x->data(), y->data()); });
  for (const std::int64_t axis : {0, 2}) {
    const std::int64_t rows = axis == 0 ? shape[0] : shape[0] * shape[1];
    const std::string rest = "/" + text(shape) + "/" + std::to_string(axis) + "/eigen";
    measure("reduce/sum" + rest, [=] { by_hand::sum(axis, rows, x->size() / rows, x->data(), y->data()); });
    measure("reduce/max" + rest, [=] { by_hand::max(axis, rows, x->size() / rows, x->data(), y->data()); });
  }
}

// n places below `end`, some of them twice.
model::Places places(std::int64_t n, std::int64_t end) {
  model::Places out(gradc::Shape{n});
  std::uint64_t state = 1;
  for (std::int64_t& place : out)
    place = static_cast<std::int64_t>((state = state * 6364136223846793005u + 1442695040888963407u) >> 33) % end;
  return out;
}

// A function of the model whose first argument is x of that shape, with more arguments, and the shape of its result.
template <class X, class Result, class F, class... More>
void gradient(const char* name, const Extents& shape, F vjp, Result, const Extents& result, const More&... more) {
  const auto x = std::make_shared<X>(noise_like<X>(shape)), bar = std::make_shared<X>(noise_like<X>(result));
  const auto out = std::make_shared<Result>();
  const auto workspace = std::make_shared<gradc::Workspace>();
  measure(std::string("vjp/") + name + "/" + text(shape), [=] { vjp(*x, more..., *bar, *out, *workspace); });
}

}  // namespace

int main(int argc, char** argv) {
  convolution({4, 64, 56, 56}, {64, 64, 3, 3}, 1, 1, 1);
  convolution({4, 3, 224, 224}, {64, 3, 7, 7}, 2, 3, 1);
  convolution({4, 128, 28, 28}, {256, 128, 3, 3}, 2, 1, 1);
  convolution({4, 256, 14, 14}, {256, 256, 3, 3}, 1, 1, 1);
  convolution({4, 512, 7, 7}, {512, 512, 3, 3}, 1, 1, 1);
  convolution({4, 256, 56, 56}, {64, 256, 1, 1}, 1, 0, 1);
  convolution({4, 256, 28, 28}, {256, 32, 3, 3}, 1, 1, 8);
  convolution({4, 144, 56, 56}, {144, 1, 3, 3}, 1, 1, 144);
  convolution({4, 144, 56, 56}, {144, 1, 3, 3}, 2, 1, 144);
  convolution({4, 256, 14, 14}, {256, 1, 5, 5}, 1, 2, 256);
  convolution({32, 1, 28, 28}, {16, 1, 3, 3}, 1, 1, 1);
  convolution({32, 16, 14, 14}, {32, 16, 3, 3}, 1, 1, 1);
  convolution({8, 64, 1000}, {64, 64, 5}, 1, 2, 1);
  convolution({2, 16, 16, 32, 32}, {32, 16, 3, 3, 3}, 1, 1, 1);
  reductions({64, 128, 256});
  const gradc::Vector<float> channels = noise(64), columns = noise(1024);
  using model::Images;
  using model::Matrix;
  const Extents images{8, 64, 56, 56}, rows{512, 1024};
#define GRADC_OF(function) [](auto&&... x) { model::function##_vjp(x...); }, model::function##_vjp_result()
  gradient<Images>("max_pool_2", images, GRADC_OF(max_pool_2), {8, 64, 28, 28});
  gradient<Images>("max_pool_3", images, GRADC_OF(max_pool_3), {8, 64, 28, 28});
  gradient<Images>("avg_pool_2", images, GRADC_OF(avg_pool_2), {8, 64, 28, 28});
  gradient<Images>("batch_norm", images, GRADC_OF(batch_norm), images, channels, channels);
  gradient<Images>("group_norm", images, GRADC_OF(group_norm), images, channels, channels);
  gradient<Matrix>("layer_norm", rows, GRADC_OF(layer_norm), rows, columns, columns);
  gradient<Matrix>("rms_norm", rows, GRADC_OF(rms_norm), rows, columns);
  gradient<Matrix>("softmax", rows, GRADC_OF(softmax), rows);
  gradient<Images>("resize", {8, 16, 32, 32}, GRADC_OF(resize), {8, 16, 64, 64});
  const Extents heads{2, 8, 256, 64}, table{50000, 64};
  const Images keys = noise_like<Images>(heads);
  gradient<Images>("attention", heads, GRADC_OF(attention), heads, keys, keys);
  gradient<Images>("causal_attention", heads, GRADC_OF(causal_attention), heads, keys, keys);
  gradient<Matrix>("sort_rows", rows, GRADC_OF(sort_rows), rows);
  gradient<Matrix>("sort_columns", rows, GRADC_OF(sort_columns), rows);
  const model::Places some = places(8192, table[0]);
  gradient<Matrix>("take", table, GRADC_OF(take), {8192, 64}, some);
  gradient<Matrix>("scatter_add", table, GRADC_OF(scatter_add), table, some, noise_like<Matrix>({8192, 64}));
  gradient<Matrix>("take_along_axis", rows, GRADC_OF(take_along_axis), {512, 256},
                   model::Ranks::from(places(512 * 256, 1024).data(), {512, 256}));
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
