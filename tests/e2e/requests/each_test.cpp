// Derivatives of many items against those of each alone; what the items share has the sums.
#include "each.grad.h"

#include "differences.h"

namespace {

using namespace requests_each;
using e2e::expect_close;

constexpr std::int64_t kItems = 7;

// The numbers of one item: `size` of them from its place on.
template <class All>
void expect_item(const All& all, std::int64_t item, const std::vector<double>& one, const std::string& what) {
  const auto size = static_cast<std::int64_t>(one.size());
  ASSERT_EQ(all.size(), kItems * size) << what;
  for (std::int64_t i = 0; i < size; ++i)
    expect_close(static_cast<double>(all.data()[item * size + i]), one[static_cast<std::size_t>(i)], what, 1e-13);
}
template <class T>
std::vector<double> numbers(const T& tensor) {
  return {tensor.data(), tensor.data() + tensor.size()};
}
template <class T>
void add(T& sum, const T& one) {
  for (std::int64_t i = 0; i < sum.size(); ++i) sum.data()[i] += one.data()[i];
}
template <class T>
void expect_same(const T& a, const T& b, const std::string& what, double tolerance = 1e-12) {
  ASSERT_EQ(a.shape(), b.shape()) << what;
  for (std::int64_t i = 0; i < a.size(); ++i) expect_close(a.data()[i], b.data()[i], what, tolerance);
}

TEST(Each, Numbers) {
  const auto x = e2e::filled<Vector>({kItems}), v = e2e::filled<Vector>({kItems}, -1, 1, 2), u = e2e::filled<Vector>({kItems}, -1, 1, 3);
  const double a = 0.8, v_a = 0.3;
  const auto g = wave_gradient_each(x, a);
  const auto back = wave_vjp_each(x, a, u);
  const auto forward = wave_jvp_each(x, a, v, v_a);
  const auto product = wave_hvp_each(x, a, v, v_a);
  const auto hessian = wave_hessian_each(x, a);
  const auto jacobian = wave_jacobian_each(x, a);
  double d_a = 0, u_a = 0, hvp_a = 0, a_a = 0;
  for (std::int64_t i = 0; i < kItems; ++i) {
    const auto one = wave_gradient(x(i), a);
    EXPECT_EQ(g.value(i), wave(x(i), a));
    expect_close(g.grad.x(i), one.grad.x, "x", 1e-15);
    d_a += one.grad.a;
    const auto one_back = wave_vjp(x(i), a, u(i));
    expect_close(back.grad.x(i), one_back.grad.x, "vjp x", 1e-15);
    u_a += one_back.grad.a;
    expect_close(forward.tangent(i), wave_jvp(x(i), a, v(i), v_a).tangent, "tangent", 1e-15);
    const auto one_product = wave_hvp(x(i), a, v(i), v_a);
    expect_close(product.hvp.x(i), one_product.hvp.x, "hvp x", 1e-15);
    hvp_a += one_product.hvp.a;
    const auto blocks = wave_hessian(x(i), a).hessian;
    expect_close(hessian.hessian.x_x(i), blocks.x_x, "x_x", 1e-15);
    expect_close(hessian.hessian.x_a(i), blocks.x_a, "x_a", 1e-15);
    expect_close(hessian.hessian.a_x(i), blocks.a_x, "a_x", 1e-15);
    a_a += blocks.a_a;
    expect_close(jacobian.jacobian.x(i), one.grad.x, "jacobian", 1e-15);
  }
  expect_close(g.grad.a, d_a, "a", 1e-14);
  expect_close(back.grad.a, u_a, "vjp a", 1e-14);
  expect_close(product.hvp.a, hvp_a, "hvp a", 1e-14);
  expect_close(hessian.hessian.a_a, a_a, "a_a", 1e-14);
  expect_close(jacobian.jacobian.a, d_a, "jacobian a", 1e-14);
  const auto kept = wave_forward_each(x, a);
  const auto halves = wave_backward_each(kept.residuals, u);
  expect_same(halves.x, back.grad.x, "halves x");
  expect_close(halves.a, back.grad.a, "halves a", 1e-14);
  EXPECT_THROW(wave_vjp_each(x, a, Vector{1, 2}), gradc::ShapeError);
}

TEST(Each, OfNoItems) {
  const auto none = wave_gradient_each(Vector(gradc::Shape{0}), 0.5);
  EXPECT_EQ(none.value.size(), 0);
  EXPECT_EQ(none.grad.x.size(), 0);
  EXPECT_EQ(none.grad.a, 0);
  EXPECT_TRUE(price_gradient_each({}, 0.1).grad.option.empty());
  const auto tensors = entropy_gradient_each(e2e::filled<Matrix>({4, 3}), e2e::filled<Vector>({4}), Matrix(gradc::Shape{0, 3}), gradc::Vector<int>());
  expect_same(tensors.grad.w, Matrix(gradc::Shape{4, 3}), "w");
}

TEST(Each, WithoutAllocation) {
  const auto x = e2e::filled<Vector>({kItems});
  std::vector<char> memory(static_cast<std::size_t>(wave_gradient_each_workspace_bytes(x, 0.5)) + 64);
  gradc::Workspace workspace(memory.data(), memory.size());
  wave_gradient_each_result out;
  wave_gradient_each(x, 0.5, out, workspace);
  expect_same(out.grad.x, wave_gradient_each(x, 0.5).grad.x, "x");
}

std::vector<Option> options() {
  std::vector<Option> all;
  for (int i = 0; i < kItems; ++i) all.push_back({1 + 0.3 * i, 2 - 0.1 * i, 0.5f + 0.25f * static_cast<float>(i), i % 4, {0.2 * i - 0.5, 1.5 - 0.3 * i}});
  return all;
}
void expect_option(const Option& a, const Option& b, const std::string& what) {
  expect_close(a.spot, b.spot, what + ".spot", 1e-14);
  expect_close(a.strike, b.strike, what + ".strike", 1e-14);
  expect_close(static_cast<double>(a.weight), static_cast<double>(b.weight), what + ".weight", 1e-6);
  EXPECT_EQ(a.kind, 0) << what;
  for (int k = 0; k < 2; ++k) expect_close(a.greeks[k], b.greeks[k], what + ".greeks", 1e-14);
}

TEST(Each, Structures) {
  const std::vector<Option> all = options(), v = [] {
    auto directions = options();
    for (Option& one : directions) one.spot = 0.4 - 0.1 * one.spot, one.greeks[1] = one.strike;
    return directions;
  }();
  const double rate = 0.07, v_rate = -0.4;
  const auto u = e2e::filled<Vector>({kItems}, -1, 1, 3);
  const auto g = price_gradient_each(all, rate);
  const auto back = price_vjp_each(all, rate, u);
  const auto forward = price_jvp_each(all, rate, v, v_rate);
  const auto product = price_hvp_each(all, rate, v, v_rate);
  const auto hessian = price_hessian_each(all, rate);
  const auto halves = price_backward_each(price_forward_each(all, rate).residuals, u);
  ASSERT_EQ(g.grad.option.size(), all.size());
  double d_rate = 0, u_rate = 0, hvp_rate = 0, rate_rate = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const auto one = price_gradient(all[i], rate);
    EXPECT_EQ(g.value(at), price(all[i], rate));
    expect_option(g.grad.option[i], one.grad.option, "option");
    d_rate += one.grad.rate;
    const auto one_back = price_vjp(all[i], rate, u(at));
    expect_option(back.grad.option[i], one_back.grad.option, "vjp");
    expect_option(halves.option[i], one_back.grad.option, "halves");
    u_rate += one_back.grad.rate;
    expect_close(forward.tangent(at), price_jvp(all[i], rate, v[i], v_rate).tangent, "tangent", 1e-14);
    const auto one_product = price_hvp(all[i], rate, v[i], v_rate);
    expect_option(product.hvp.option[i], one_product.hvp.option, "hvp");
    hvp_rate += one_product.hvp.rate;
    const auto blocks = price_hessian(all[i], rate).hessian;
    expect_item(hessian.hessian.option_spot_option_strike, at, {blocks.option_spot_option_strike}, "spot_strike");
    expect_item(hessian.hessian.option_greeks_option_greeks, at, numbers(blocks.option_greeks_option_greeks), "greeks_greeks");
    expect_item(hessian.hessian.option_greeks_rate, at, numbers(blocks.option_greeks_rate), "greeks_rate");
    rate_rate += blocks.rate_rate;
  }
  expect_close(g.grad.rate, d_rate, "rate", 1e-14);
  expect_close(back.grad.rate, u_rate, "vjp rate", 1e-14);
  expect_close(halves.rate, u_rate, "halves rate", 1e-14);
  expect_close(product.hvp.rate, hvp_rate, "hvp rate", 1e-14);
  expect_close(hessian.hessian.rate_rate, rate_rate, "rate_rate", 1e-14);
  auto fewer = v;
  fewer.pop_back();
  EXPECT_THROW(price_jvp_each(all, rate, fewer, v_rate), gradc::ShapeError);
}

TEST(Each, Arrays) {
  const std::array<double, 6> camera{0.1, -0.2, 2, 0.03, -0.01, 1.5}, v_camera{1, 0.5, -1, 2, 0.1, 0.3};
  const auto points = e2e::filled<Matrix>({kItems, 3}), v = e2e::filled<Matrix>({kItems, 3}, -1, 1, 2), u = e2e::filled<Matrix>({kItems, 2}, -1, 1, 3);
  const auto seen = e2e::filled<gradc::Matrix<float>>({kItems, 2}), v_seen = e2e::filled<gradc::Matrix<float>>({kItems, 2}, -1, 1, 5);
  const auto jacobian = reproject_jacobian_each(camera, points, seen);
  const auto forward = reproject_jvp_each(camera, points, seen, v_camera, v, v_seen);
  const auto back = reproject_vjp_each(camera, points, seen, u);
  const auto halves = reproject_backward_each(reproject_forward_each(camera, points, seen).residuals, u);
  std::array<double, 6> d_camera{};
  Matrix camera_block(gradc::Shape{2, 6});
  for (std::int64_t i = 0; i < kItems; ++i) {
    const auto of = [i](const auto& all) { return std::array<double, 3>{all(i, 0), all(i, 1), all(i, 2)}; };
    const std::array<float, 2> pixel{seen(i, 0), seen(i, 1)}, v_pixel{v_seen(i, 0), v_seen(i, 1)};
    const auto one = reproject_jacobian(camera, of(points), pixel);
    for (int k = 0; k < 2; ++k) EXPECT_EQ(jacobian.value(i, k), reproject(camera, of(points), pixel)[static_cast<std::size_t>(k)]);
    expect_item(jacobian.jacobian.point, i, numbers(one.jacobian.point), "point");
    add(camera_block, one.jacobian.camera);
    const auto tangent = reproject_jvp(camera, of(points), pixel, v_camera, of(v), v_pixel).tangent;
    expect_item(forward.tangent, i, {tangent[0], tangent[1]}, "tangent");
    const auto one_back = reproject_vjp(camera, of(points), pixel, {u(i, 0), u(i, 1)});
    expect_item(back.grad.point, i, {one_back.grad.point.begin(), one_back.grad.point.end()}, "vjp point");
    expect_item(halves.point, i, {one_back.grad.point.begin(), one_back.grad.point.end()}, "halves point");
    for (std::size_t k = 0; k < 6; ++k) d_camera[k] += one_back.grad.camera[k];
  }
  expect_same(jacobian.jacobian.camera, camera_block, "camera");
  for (std::size_t k = 0; k < 6; ++k) {
    expect_close(back.grad.camera[k], d_camera[k], "vjp camera", 1e-12);
    expect_close(halves.camera[k], d_camera[k], "halves camera", 1e-12);
  }
  EXPECT_THROW(reproject_jacobian_each(camera, Matrix(gradc::Shape{kItems, 2}), seen), gradc::ShapeError);
  EXPECT_THROW(reproject_jacobian_each(camera, points, gradc::Matrix<float>(gradc::Shape{kItems - 1, 2})), gradc::ShapeError);
}

TEST(Each, Tensors) {
  const auto w = e2e::filled<Matrix>({4, 3}), v_w = e2e::filled<Matrix>({4, 3}, -1, 1, 5), x = e2e::filled<Matrix>({kItems, 3}, -1, 1, 2),
             v_x = e2e::filled<Matrix>({kItems, 3}, -1, 1, 6);
  const auto b = e2e::filled<Vector>({4}, -1, 1, 3), v_b = e2e::filled<Vector>({4}, -1, 1, 7), u = e2e::filled<Vector>({kItems}, -1, 1, 4);
  gradc::Vector<int> label(gradc::Shape{kItems});
  for (std::int64_t i = 0; i < kItems; ++i) label(i) = static_cast<int>(i % 4);
  const auto g = entropy_gradient_each(w, b, x, label);
  const auto back = entropy_vjp_each(w, b, x, label, u);
  const auto halves = entropy_backward_each(entropy_forward_each(w, b, x, label).residuals, u);
  const auto product = entropy_hvp_each(w, b, x, label, v_w, v_b, v_x);
  Matrix d_w(gradc::Shape{4, 3}), u_w(gradc::Shape{4, 3}), hvp_w(gradc::Shape{4, 3});
  for (std::int64_t i = 0; i < kItems; ++i) {
    const Vector row{x(i, 0), x(i, 1), x(i, 2)}, v_row{v_x(i, 0), v_x(i, 1), v_x(i, 2)};
    const auto one = entropy_gradient(w, b, row, label(i));
    EXPECT_EQ(g.value(i), one.value);
    expect_item(g.grad.x, i, numbers(one.grad.x), "x");
    add(d_w, one.grad.w);
    const auto one_back = entropy_vjp(w, b, row, label(i), u(i));
    expect_item(back.grad.x, i, numbers(one_back.grad.x), "vjp x");
    add(u_w, one_back.grad.w);
    const auto one_product = entropy_hvp(w, b, row, label(i), v_w, v_b, v_row);
    expect_item(product.hvp.x, i, numbers(one_product.hvp.x), "hvp x");
    add(hvp_w, one_product.hvp.w);
  }
  expect_same(g.grad.w, d_w, "w");
  expect_same(back.grad.w, u_w, "vjp w");
  expect_same(halves.w, u_w, "halves w");
  expect_same(halves.x, back.grad.x, "halves x");
  expect_same(product.hvp.w, hvp_w, "hvp w");
  label(2) = 4;
  EXPECT_THROW(entropy_gradient_each(w, b, x, label), gradc::IndexError);
}

TEST(Each, ItemsOfDifferentSizes) {
  const Vector w{0.7, -0.4}, v{1.5, 0.5};
  std::vector<Sample> all, directions;
  for (int i = 0; i < kItems; ++i) {
    Sample one{e2e::filled<Vector>({1 + i % 3}, -1, 1, static_cast<unsigned>(i)), {}};
    for (int k = 0; k < i; ++k) one.targets.push_back(0.3 * k - 0.5);
    directions.push_back(one);
    for (double& target : directions.back().targets) target += 1;
    all.push_back(one);
  }
  const auto g = misfit_gradient_each(w, all);
  const auto product = misfit_hvp_each(w, all, v, directions);
  Vector d_w(gradc::Shape{2}), hvp_w(gradc::Shape{2});
  ASSERT_EQ(g.grad.sample.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto one = misfit_gradient(w, all[i]);
    EXPECT_EQ(g.value(static_cast<std::int64_t>(i)), misfit(w, all[i]));
    expect_same(g.grad.sample[i].x, one.grad.sample.x, "x");
    ASSERT_EQ(g.grad.sample[i].targets.size(), i);
    for (std::size_t k = 0; k < i; ++k) expect_close(g.grad.sample[i].targets[k], one.grad.sample.targets[k], "target", 1e-14);
    add(d_w, one.grad.w);
    const auto one_product = misfit_hvp(w, all[i], v, directions[i]);
    expect_same(product.hvp.sample[i].x, one_product.hvp.sample.x, "hvp x");
    add(hvp_w, one_product.hvp.w);
  }
  expect_same(g.grad.w, d_w, "w");
  expect_same(product.hvp.w, hvp_w, "hvp w");
}

TEST(Each, VectorsOfNumbersInALoopOfUnknownLength) {
  const auto a = e2e::filled<Matrix>({kItems, 2}, 0.5, 9), v = e2e::filled<Matrix>({kItems, 2}, -1, 1, 2);
  const auto g = root_gradient_each(a, 1.3);
  const auto forward = root_jvp_each(a, 1.3, v, 0.5);
  const auto hessian = root_hessian_each(a, 1.3);
  double d_start = 0;
  for (std::int64_t i = 0; i < kItems; ++i) {
    const std::vector<double> one_a{a(i, 0), a(i, 1)};
    const auto one = root_gradient(one_a, 1.3);
    EXPECT_EQ(g.value(i), root(one_a, 1.3));
    expect_item(g.grad.a, i, one.grad.a, "a");
    d_start += one.grad.start;
    expect_close(forward.tangent(i), root_jvp(one_a, 1.3, {v(i, 0), v(i, 1)}, 0.5).tangent, "tangent", 1e-14);
    expect_item(hessian.hessian.a_a, i, numbers(root_hessian(one_a, 1.3).hessian.a_a), "a_a");
  }
  expect_close(g.grad.start, d_start, "start", 1e-13);
}

TEST(Each, CallsOfRecursiveFunctions) {
  const std::vector<double> steps{0.5, -1, 2, 0.25, 1.5}, v_steps{1, 2, -1, 0.5, 0};
  const auto x = e2e::filled<Vector>({kItems}), v = e2e::filled<Vector>({kItems}, -1, 1, 2), u = e2e::filled<Vector>({kItems}, -1, 1, 3);
  gradc::Vector<int> n(gradc::Shape{kItems});
  for (std::int64_t i = 0; i < kItems; ++i) n(i) = static_cast<int>(i % 6);
  const auto g = climb_gradient_each(n, x, steps);
  const auto back = climb_vjp_each(n, x, steps, u);
  const auto halves = climb_backward_each(climb_forward_each(n, x, steps).residuals, u);
  const auto forward = climb_jvp_each(n, x, steps, v, v_steps);
  const auto product = climb_hvp_each(n, x, steps, v, v_steps);
  std::vector<double> d_steps(5), u_steps(5), hvp_steps(5);
  for (std::int64_t i = 0; i < kItems; ++i) {
    const auto one = climb_gradient(n(i), x(i), steps);
    EXPECT_EQ(g.value(i), climb(n(i), x(i), steps));
    expect_close(g.grad.x(i), one.grad.x, "x", 1e-13);
    const auto one_back = climb_vjp(n(i), x(i), steps, u(i));
    expect_close(back.grad.x(i), one_back.grad.x, "vjp x", 1e-13);
    expect_close(halves.x(i), one_back.grad.x, "halves x", 1e-13);
    expect_close(forward.tangent(i), climb_jvp(n(i), x(i), steps, v(i), v_steps).tangent, "tangent", 1e-13);
    const auto one_product = climb_hvp(n(i), x(i), steps, v(i), v_steps);
    expect_close(product.hvp.x(i), one_product.hvp.x, "hvp x", 1e-12);
    for (std::size_t k = 0; k < 5; ++k) {
      d_steps[k] += one.grad.steps[k];
      u_steps[k] += one_back.grad.steps[k];
      hvp_steps[k] += one_product.hvp.steps[k];
    }
  }
  for (std::size_t k = 0; k < 5; ++k) {
    expect_close(g.grad.steps[k], d_steps[k], "steps", 1e-12);
    expect_close(back.grad.steps[k], u_steps[k], "vjp steps", 1e-12);
    expect_close(halves.steps[k], u_steps[k], "halves steps", 1e-12);
    expect_close(product.hvp.steps[k], hvp_steps[k], "hvp steps", 1e-12);
  }
}

TEST(Each, StructuresAsResults) {
  const auto v = e2e::filled<Vector>({kItems}, 0.1, 3), d_v = e2e::filled<Vector>({kItems}, -1, 1, 2);
  const auto forward = fly_jvp_each(v, 0.3, d_v, 0.2);
  std::vector<Path> u;
  for (std::int64_t i = 0; i < kItems; ++i) {
    u.push_back(fly(v(i), 0.3));
    for (double& place : u.back().places) place = 1 - place;
  }
  const auto back = fly_vjp_each(v, 0.3, u);
  const auto halves = fly_backward_each(fly_forward_each(v, 0.3).residuals, u);
  double d_drag = 0;
  for (std::int64_t i = 0; i < kItems; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto one = fly_jvp(v(i), 0.3, d_v(i), 0.2);
    EXPECT_EQ(forward.value[at].length, one.value.length);
    EXPECT_EQ(forward.value[at].count, one.value.count);
    EXPECT_EQ(forward.value[at].places, one.value.places);
    expect_close(forward.tangent[at].length, one.tangent.length, "length", 1e-14);
    ASSERT_EQ(forward.tangent[at].places.size(), one.tangent.places.size());
    for (std::size_t k = 0; k < one.tangent.places.size(); ++k) expect_close(forward.tangent[at].places[k], one.tangent.places[k], "place", 1e-14);
    const auto one_back = fly_vjp(v(i), 0.3, u[at]);
    expect_close(back.grad.v(i), one_back.grad.v, "v", 1e-13);
    expect_close(halves.v(i), one_back.grad.v, "halves v", 1e-13);
    d_drag += one_back.grad.drag;
  }
  expect_close(back.grad.drag, d_drag, "drag", 1e-13);
  expect_close(halves.drag, d_drag, "halves drag", 1e-13);
  u.pop_back();
  EXPECT_THROW(fly_vjp_each(v, 0.3, u), gradc::Error);
}

TEST(Each, LabelsAndWhatIsHeldConstant) {
  const auto x = e2e::filled<Vector>({kItems});
  const auto g = labelled_gradient_each(x, 0.6);
  for (std::int64_t i = 0; i < kItems; ++i) {
    const auto one = labelled_gradient(x(i), 0.6);
    expect_close(g.grad.h(i), one.grad.h, "h", 1e-15);
    expect_close(g.grad.x(i), one.grad.x, "x", 1e-15);
  }
}

TEST(Each, Schedules) {
  const auto x = e2e::filled<Matrix>({kItems, 3}), w = e2e::filled<Matrix>({3, 3}, -1, 1, 2);
  const auto g = deep_gradient_each(x, w);
  Matrix d_w(gradc::Shape{3, 3});
  for (std::int64_t i = 0; i < kItems; ++i) {
    const auto one = deep_gradient(Vector{x(i, 0), x(i, 1), x(i, 2)}, w);
    EXPECT_EQ(g.value(i), one.value);
    expect_item(g.grad.x, i, numbers(one.grad.x), "x");
    add(d_w, one.grad.w);
  }
  expect_same(g.grad.w, d_w, "w");
}

TEST(Each, SumsOfStructuresInVectors) {
  const std::vector<Layer> layers{{e2e::filled<Matrix>({4, 3}), e2e::filled<Vector>({4})}, {e2e::filled<Matrix>({2, 4}), e2e::filled<Vector>({2}, -1, 1, 3)}};
  const auto x = e2e::filled<Matrix>({kItems, 3}, -1, 1, 2);
  const auto u = e2e::filled<Vector>({kItems}, -1, 1, 3);
  const auto g = network_gradient_each(layers, x);
  const auto back = network_vjp_each(layers, x, u);
  const auto halves = network_backward_each(network_forward_each(layers, x).residuals, u);
  ASSERT_EQ(g.grad.layers.size(), 2u);
  for (std::size_t l = 0; l < 2; ++l) {
    Layer sum{Matrix(layers[l].w.shape()), Vector(layers[l].b.shape())}, u_sum = sum;
    for (std::int64_t i = 0; i < kItems; ++i) {
      const Vector row{x(i, 0), x(i, 1), x(i, 2)};
      const auto one = network_gradient(layers, row);
      add(sum.w, one.grad.layers[l].w);
      add(sum.b, one.grad.layers[l].b);
      add(u_sum.w, network_vjp(layers, row, u(i)).grad.layers[l].w);
    }
    expect_same(g.grad.layers[l].w, sum.w, "w");
    expect_same(g.grad.layers[l].b, sum.b, "b");
    expect_same(back.grad.layers[l].w, u_sum.w, "vjp w");
    expect_same(halves.layers[l].w, u_sum.w, "halves w");
  }
}

TEST(Each, MembersAndWhatIsNotConnected) {
  std::vector<std::pair<double, double>> pairs;
  for (int i = 0; i < kItems; ++i) pairs.emplace_back(0.5 * i, 2 - i);
  const auto scale = e2e::filled<Vector>({kItems}), u = e2e::filled<Vector>({kItems}, -1, 1, 2);
  const auto g = first_of_gradient_each(pairs, scale);
  const auto back = first_of_backward_each(first_of_forward_each(pairs, scale).residuals, u);
  for (std::int64_t i = 0; i < kItems; ++i) {
    const auto& [first, second] = pairs[static_cast<std::size_t>(i)];
    expect_close(g.grad.pair.first(i), 2 * first * second, "first", 1e-15);
    expect_close(back.pair.first(i), 2 * first * second * u(i), "halves first", 1e-15);
  }
  EXPECT_THROW(first_of_gradient_each(pairs, Vector{1, 2, 3}), gradc::ShapeError);
}

TEST(Each, InAFunctionThatIsDifferentiated) {
  auto x = e2e::filled<Vector>({kItems});
  double a = 0.8;
  const auto g = outer_gradient(x, a);
  const auto value = [&] { return outer(x, a); };
  e2e::expect_gradient(x, g.grad.x, value, "x");
  e2e::expect_gradient(a, g.grad.a, value, "a");
  const auto hessian = outer_hessian(x, a).hessian.x_x;
  for (std::int64_t i = 0; i < kItems; ++i)
    for (std::int64_t j = 0; j < kItems; ++j)
      expect_close(hessian(i, j), e2e::difference(x(j), [&] { return outer_gradient(x, a).grad.x(i); }), "x_x", 1e-6);
}

TEST(Each, LoopsInABranchHaveTheirOwnTrips) {
  const auto t = e2e::filled<Vector>({6}), x = e2e::filled<Vector>({11}, -1, 1, 2);
  gradc::Vector<int> k(gradc::Shape{11});
  for (int i = 0; i < 11; ++i) k(i) = i * 5 % 7;
  const auto g = horner_gradient_each(x, k, t);
  Vector d_t = gradc::zeros_like(t);
  for (std::int64_t i = 0; i < 11; ++i) {
    const auto one = horner_gradient(x(i), k(i), t);
    EXPECT_EQ(g.value(i), horner(x(i), k(i), t));
    expect_close(g.grad.x(i), one.grad.x, "x", 1e-13);
    d_t = d_t + one.grad.t;
  }
  for (std::int64_t i = 0; i < 6; ++i) expect_close(g.grad.t(i), d_t(i), "t", 1e-12);
}

TEST(Each, RelaxedInLanes) {
  for (const std::int64_t items : {0, 1, 511, 1100}) {
    const auto spot = e2e::filled<Vector>({items}, 80, 120), strike = e2e::filled<Vector>({items}, 80, 120, 2), time = e2e::filled<Vector>({items}, 0.1, 2, 3);
    const auto g = call_option_gradient_each(spot, strike, time, 0.03, 0.2);
    const auto h = call_option_hessian_each(spot, strike, time, 0.03, 0.2);
    double d_rate = 0, d_volatility = 0, volatility_rate = 0;
    for (std::int64_t i = 0; i < items; ++i) {
      const auto one = call_option_gradient(spot(i), strike(i), time(i), 0.03, 0.2);
      const auto blocks = call_option_hessian(spot(i), strike(i), time(i), 0.03, 0.2).hessian;
      expect_close(g.value(i), one.value, "value", 1e-12);
      expect_close(g.grad.spot(i), one.grad.spot, "spot", 1e-12);
      expect_close(g.grad.time(i), one.grad.time, "time", 1e-12);
      expect_close(h.hessian.spot_spot(i), blocks.spot_spot, "spot_spot", 1e-11);
      expect_close(h.hessian.time_strike(i), blocks.time_strike, "time_strike", 1e-11);
      d_rate += one.grad.rate;
      d_volatility += one.grad.volatility;
      volatility_rate += blocks.volatility_rate;
    }
    expect_close(g.grad.rate, d_rate, "rate", 1e-12);
    expect_close(g.grad.volatility, d_volatility, "volatility", 1e-12);
    expect_close(h.hessian.volatility_rate, volatility_rate, "volatility_rate", 1e-11);
  }
}

// What the calls of one item have kept went into the vectors of the next.
TEST(Each, VectorsThatRecursionGives) {
  const auto x = e2e::filled<Vector>({kItems}, -1, 1), y = e2e::filled<Vector>({kItems}, -1, 1, 2);
  for (const int depth : {0, 1, 3}) {
    const auto g = mixed_gradient_each(x, y, depth);
    for (std::int64_t i = 0; i < kItems; ++i) {
      const auto one = mixed_gradient(x(i), y(i), depth);
      EXPECT_EQ(g.value(i), mixed(x(i), y(i), depth));
      expect_close(g.grad.x(i), one.grad.x, "x", 1e-13);
      expect_close(g.grad.y(i), one.grad.y, "y", 1e-13);
    }
    double a = x(0), b = y(0);
    const auto first = mixed_gradient(a, b, depth);
    e2e::expect_gradient(a, first.grad.x, [&] { return mixed(a, b, depth); }, "x");
    e2e::expect_gradient(b, first.grad.y, [&] { return mixed(a, b, depth); }, "y");
  }
}

}  // namespace
