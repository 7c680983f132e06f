#include <gradc/ops/conv.h>

#include <string>

namespace gradc {
namespace detail {
namespace {

std::int64_t floor_divided(std::int64_t a, std::int64_t b) { return scalar::divide_extent(a, b); }

void require_that(const char* op, bool condition, const char* what) {
  if (!condition) fail_shape(std::string(op) + ": " + what);
}

Slid steps(const char* op, const Shape& window, const Sliding& sliding) {
  const int axes = window.rank();
  require_that(op, sliding.stride.fits(axes) && sliding.dilation.fits(axes) && sliding.low.fits(axes) && sliding.high.fits(axes),
               "an option has another number of axes");
  Slid s{{}, window, {}, {}, {}, {}, {}};
  for (int i = 0; i < axes; ++i) {
    s.stride[i] = sliding.stride[i], s.dilation[i] = sliding.dilation[i], s.low[i] = sliding.low[i], s.high[i] = sliding.high[i];
    require_that(op, s.stride[i] >= 1 && s.dilation[i] >= 1, "a step is less than 1");
    require_that(op, window[i] >= 1, "the window has no elements");
  }
  return s;
}

// The two shapes that don't go together.
void require_that(const char* op, bool condition, const std::string& what, const Shape& x, const Shape& w) {
  if (!condition)
    fail_shape(std::string(op) + ": " + what + "; x has the shape " + to_string(x) + ", the window " + to_string(w));
}

void check_groups(const char* op, const Shape& x, const Shape& w, std::int64_t groups) {
  require_that(op, groups >= 1 && w[0] % groups == 0, std::to_string(groups) + " groups do not divide the filters", x, w);
}

Shape from(const Shape& shape, int axis) { return Shape(shape.begin() + axis, shape.rank() - axis); }

}  // namespace

Slid slid(const char* op, const Shape& x, const Shape& window, const Sliding& sliding, bool ceil_mode) {
  Slid s = steps(op, window, sliding);
  s.x = from(x, 2);
  for (int i = 0; i < window.rank(); ++i) {
    const std::int64_t n = s.x[i], span = sliding.span(i, window[i]), step = s.stride[i];
    if (sliding.same) {
      const std::int64_t total = (floor_divided(n + step - 1, step) - 1) * step + span - n;
      s.low[i] = total > 0 ? total / 2 : 0;
      s.high[i] = total - s.low[i];
    }
    const std::int64_t room = n + s.low[i] + s.high[i] - span;
    std::int64_t places = floor_divided(room + step, step);
    if (ceil_mode) {
      const std::int64_t inside = floor_divided(n + s.low[i] - 1 + step, step);
      places = floor_divided(room + step + step - 1, step);
      if (places > inside) places = inside;
    }
    require_that(op, places >= 1 || (places == 0 && n == 0), "the window is larger than the padded input", x, window);
    s.y.push_back(places);
  }
  return s;
}

Slid convolved(const char* op, const Shape& x, const Shape& w, const Sliding& sliding, std::int64_t groups) {
  check_groups(op, x, w, groups);
  require_that(op, x[1] == groups * w[1], "the channels are not those of the filters", x, w);
  return slid(op, x, from(w, 2), sliding);
}

Slid transposed(const char* op, const Shape& x, const Shape& w, const Sliding& sliding, std::int64_t groups,
                const PerAxis& output_padding) {
  check_groups(op, x, w, groups);
  require_that(op, x[1] == w[0], "the channels are not those of the filters", x, w);
  const Shape window = from(w, 2);
  Slid s = steps(op, window, sliding);
  require_that(op, output_padding.fits(window.rank()), "output_padding has another number of axes");
  s.y = from(x, 2);
  for (int i = 0; i < window.rank(); ++i) {
    const std::int64_t more = output_padding[i];
    require_that(op, more >= 0 && (more < s.stride[i] || more < s.dilation[i]),
                 "output_padding is not less than the stride or the dilation", x, w);
    const std::int64_t n = (s.y[i] - 1) * s.stride[i] - s.low[i] - s.high[i] + sliding.span(i, window[i]) + more;
    require_that(op, n >= 0, "the result would have less than no elements", x, w);
    s.x.push_back(n);
  }
  return s;
}

}  // namespace detail
}  // namespace gradc
