// Movement of elements on the device, bit by bit as on the CPU.
#include <gradc/cuda/kernels/shape.h>
#include <gradc/kernels/shape.h>

#include "comparison.h"

namespace gradc::cuda::testing {
namespace {

namespace device = gradc::cuda::kernels;
using namespace gradc::kernels;

template <class T>
class ShapeKernels : public ::testing::Test {};
using Elements = ::testing::Types<float, double, half, std::int8_t, std::complex<double>>;
TYPED_TEST_SUITE(ShapeKernels, Elements);

// Runs a kernel on both sides, with memory that begins `offset` elements behind an aligned address.
template <class T, class F, class G>
void compare(const std::string& what, std::int64_t nx, std::int64_t ny, std::int64_t offset, F on_device, G on_host) {
  const Stream stream;
  Both<T> x(nx), y(ny), expected(ny);
  randomize(x, 1);
  randomize(y, 2);
  randomize(expected, 2);
  on_device(stream, x.device(stream, offset), y.device(stream, offset));
  on_host(x.host(), expected.host());
  stream.wait();
  Host<T> result(new T[static_cast<std::size_t>(ny) + 1]);
  for (std::int64_t i = 0; i < ny; ++i) result[static_cast<std::size_t>(i)] = expected[i];
  expect_same(result, y.result(), ny, what + " from element " + std::to_string(offset) + " on");
}

TYPED_TEST(ShapeKernels, FillAndCopy) {
  using T = TypeParam;
  for (const std::int64_t n : {0, 1, 7, 16, 1000, 4099})
    for (const std::int64_t offset : {0, 1, 3}) {
      const T value = number<T>(1.5);
      compare<T>("fill", 1, n, offset, [&](const Stream& s, T*, T* y) { device::fill(s, n, value, y); },
                 [&](T*, T* y) { fill(n, value, y); });
      compare<T>("copy", n, n, offset, [&](const Stream& s, T* x, T* y) { device::copy(s, n, x, y); },
                 [&](T* x, T* y) { gradc::kernels::copy(n, x, y); });
    }
}

TYPED_TEST(ShapeKernels, TransposesAnyAxes) {
  using T = TypeParam;
  const std::vector<Permutation> cases = {{{37, 65}, {1, 0}},
                                          {{64, 32}, {1, 0}},
                                          {{5, 33, 40}, {0, 2, 1}},
                                          {{4, 3, 8}, {1, 0, 2}},
                                          {{20, 3, 18}, {2, 1, 0}},
                                          {{3, 4, 5, 6}, {3, 1, 0, 2}},
                                          {{0, 4}, {1, 0}},
                                          {{7}, {0}},
                                          {{2, 17, 3, 19}, {0, 3, 2, 1}},
                                          {{2, 3, 2, 2, 3, 2, 2, 3}, {7, 5, 3, 1, 0, 2, 4, 6}}};
  for (const Permutation& g : cases)
    for (const std::int64_t offset : {0, 1})
      compare<T>("transpose of " + to_string(g.extents), g.extents.size(), g.extents.size(), offset,
                 [&](const Stream& s, T* x, T* y) { device::transpose(s, g, x, y); }, [&](T* x, T* y) { transpose(g, x, y); });
}

TYPED_TEST(ShapeKernels, WindowsOfAllKinds) {
  using T = TypeParam;
  const std::vector<Window> cases = {{{10, 16}, {2, 4}, {5, 8}},
                                     {{10, 16}, {0, 0}, {10, 16}},
                                     {{9, 7}, {1, 1}, {4, 3}, {2, 2}},
                                     {{9, 8}, {8, 0}, {5, 8}, {-2, 1}},
                                     {{4, 9, 3}, {1, 8, 0}, {2, 3, 3}, {1, -3, 1}},
                                     {{6}, {2}, {0}},
                                     {{3, 4, 5, 6}, {1, 0, 2, 0}, {2, 4, 1, 6}},
                                     {{8, 4, 4}, {1, 0, 0}, {3, 4, 4}, {2, 1, 1}},
                                     {{5, 12}, {3, 8}, {1, 4}, {7, 1}}};
  for (const Window& g : cases)
    for (const std::int64_t offset : {0, 1}) {
      const std::int64_t whole = g.whole.size(), box = g.box.size();
      const std::string text = " of " + to_string(g.box) + " in " + to_string(g.whole);
      compare<T>("slice" + text, whole, box, offset, [&](const Stream& s, T* x, T* y) { device::slice(s, g, x, y); },
                 [&](T* x, T* y) { slice(g, x, y); });
      compare<T>("pad" + text, box, whole, offset, [&](const Stream& s, T* x, T* y) { device::pad(s, g, x, y); },
                 [&](T* x, T* y) { pad(g, x, y); });
      // x holds the whole and the box behind it.
      compare<T>("set_slice" + text, whole + box, whole, offset,
                 [&](const Stream& s, T* x, T* y) { device::set_slice(s, g, x, x + whole, y); },
                 [&](T* x, T* y) { set_slice(g, x, x + whole, y); });
      compare<T>("add_slice" + text, whole + box, whole, offset,
                 [&](const Stream& s, T* x, T* y) { device::add_slice(s, g, x, x + whole, y); },
                 [&](T* x, T* y) { add_slice(g, x, x + whole, y); });
      compare<T>("add_slice in place" + text, box, whole, offset,
                 [&](const Stream& s, T* x, T* y) { device::add_slice(s, g, y, x, y); },
                 [&](T* x, T* y) { add_slice(g, y, x, y); });
    }
}

TYPED_TEST(ShapeKernels, RollsBroadcastsAndJoins) {
  using T = TypeParam;
  const std::vector<Rolling> rollings = {{{7, 16}, {2, 0}}, {{7, 16}, {0, -4}}, {{5, 3, 8}, {1, 5, 0}}, {{5, 3, 8}, {0, 4, 3}},
                                         {{9}, {-13}},      {{4, 4}, {0, 0}},   {{0, 4}, {1, 1}}};
  for (const Rolling& g : rollings)
    for (const std::int64_t offset : {0, 1})
      compare<T>("roll of " + to_string(g.extents), g.extents.size(), g.extents.size(), offset,
                 [&](const Stream& s, T* x, T* y) { device::roll(s, g, x, y); },
                 [&](T* x, T* y) { if (g.extents.size() > 0) roll(g, x, y); });
  const std::vector<Spread> spreads = {{{}, {33}},       {{16}, {5, 16}},           {{7, 1}, {7, 32}},
                                       {{7, 1}, {7, 5}}, {{3, 1, 4}, {2, 3, 6, 4}}, {{1, 20, 1}, {20, 20, 40}},
                                       {{4}, {0, 4}}};
  for (const Spread& g : spreads)
    for (const std::int64_t offset : {0, 1})
      compare<T>("broadcast to " + to_string(g.to), g.from.size(), g.to.size(), offset,
                 [&](const Stream& s, T* x, T* y) { device::broadcast(s, g, x, y); }, [&](T* x, T* y) { broadcast(g, x, y); });
  compare<T>("concat", 5 * 20, 5 * 20, 0,
             [&](const Stream& s, const T* x, T* y) { device::concat(s, {5, {4, 9, 7}}, x, x + 20, x + 65, y); },
             [&](const T* x, T* y) { concat({5, {4, 9, 7}}, x, x + 20, x + 65, y); });
}

TYPED_TEST(ShapeKernels, WindowsAtPlacesThatAreValues) {
  using T = TypeParam;
  const Stream stream;
  const MovingWindow g{{6, 9}, {2, 4}, "model.cpp:4"};
  for (const std::int64_t column : {0, 3, 5, 6, -1}) {
    Both<std::int64_t> starts(2);
    starts[0] = 1, starts[1] = column;
    Both<T> x(54), u(8), read(8), written(54), added(54);
    randomize(x, 1);
    randomize(u, 2);
    const T* const on_device = x.device(stream);
    device::dynamic_slice(stream, g, on_device, starts.device(stream), read.device(stream));
    const std::string error = error_of([&] { dynamic_slice(g, x.host(), starts.host(), read.host()); });
    EXPECT_EQ(error, error_of([&] { stream.wait(); }));
    const T* const update = u.device(stream);
    const std::int64_t* const at = starts.device(stream);
    device::dynamic_update_slice(stream, g, on_device, update, at, written.device(stream));
    EXPECT_EQ(error_of([&] { dynamic_update_slice(g, x.host(), u.host(), starts.host(), written.host()); }),
              error_of([&] { stream.wait(); }));
    device::dynamic_add_slice(stream, g, on_device, update, at, added.device(stream));
    EXPECT_EQ(error_of([&] { dynamic_add_slice(g, x.host(), u.host(), starts.host(), added.host()); }),
              error_of([&] { stream.wait(); }));
    if (error != "none") continue;
    const auto all = [](Both<T>& values) {
      Host<T> copied(new T[static_cast<std::size_t>(values.size())]);
      for (std::int64_t i = 0; i < values.size(); ++i) copied[static_cast<std::size_t>(i)] = values[i];
      return copied;
    };
    expect_same(all(read), read.result(), 8, "dynamic_slice");
    expect_same(all(written), written.result(), 54, "dynamic_update_slice");
    expect_same(all(added), added.result(), 54, "dynamic_add_slice");
  }
}

}  // namespace
}  // namespace gradc::cuda::testing
