// The block of a transformer, a file of its own for its length.
#include <algorithm>
#include <cmath>

#include "by_hand/networks.h"
#include "by_hand/pieces.h"

namespace by_hand {
namespace {

// Rows less their mean, by their deviation, in `standard`, and what they were scaled by.
void normalise(std::int64_t rows, std::int64_t width, const float* x, const float* scale, const float* offset, float* standard,
               float* factors, float* y) {
  const float part = 1 / static_cast<float>(width);
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* const __restrict row = x + i * width;
    float* const __restrict out = y + i * width, * const __restrict s = standard + i * width;
    float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < width; ++j) sum += row[j];
    const float mean = sum * part;
#pragma omp simd reduction(+ : squares)
    for (std::int64_t j = 0; j < width; ++j) squares += (row[j] - mean) * (row[j] - mean);
    factors[i] = 1 / std::sqrt(squares * part + 1e-5f);
    const float factor = factors[i];
#pragma omp simd
    for (std::int64_t j = 0; j < width; ++j) {
      s[j] = (row[j] - mean) * factor;
      out[j] = s[j] * scale[j] + offset[j];
    }
  }
}

// Adds the adjoint of the rows to d_x.
void normalise_back(std::int64_t rows, std::int64_t width, const float* d_y, const float* scale, const float* standard,
                    const float* factors, float* d_scale, float* d_offset, float* d_x) {
  const float part = 1 / static_cast<float>(width);
  for (std::int64_t j = 0; j < width; ++j) d_scale[j] = d_offset[j] = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* const __restrict d = d_y + i * width, * const __restrict s = standard + i * width;
    float* const __restrict out = d_x + i * width;
    const float factor = factors[i];
    float sum = 0, along = 0;
#pragma omp simd reduction(+ : sum, along)
    for (std::int64_t j = 0; j < width; ++j) {
      sum += d[j] * scale[j];
      along += d[j] * scale[j] * s[j];
    }
#pragma omp simd
    for (std::int64_t j = 0; j < width; ++j) {
      d_scale[j] += d[j] * s[j];
      d_offset[j] += d[j];
      out[j] += factor * (d[j] * scale[j] - part * sum - s[j] * part * along);
    }
  }
}

// [text, place, head, width], at a stride of places, to and from [text, head, place, width].
struct Heads {
  std::int64_t texts, places, heads, width;
  template <class Move>
  void each(Move move, std::int64_t stride) const {
    for (std::int64_t text = 0; text < texts; ++text)
      for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t place = 0; place < places; ++place)
          move((text * places + place) * stride + head * width, ((text * heads + head) * places + place) * width);
  }
  void split(const float* rows, std::int64_t stride, float* out) const {
    each([&](std::int64_t from, std::int64_t to) { std::copy_n(rows + from, width, out + to); }, stride);
  }
  void join(const float* parts, std::int64_t stride, float* rows) const {
    each([&](std::int64_t to, std::int64_t from) { std::copy_n(parts + from, width, rows + to); }, stride);
  }
};

void add_bias(std::int64_t rows, std::int64_t columns, const float* __restrict bias, float* __restrict x) {
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) x[i * columns + j] += bias[j];
}

void add(std::int64_t rows, std::int64_t columns, const float* __restrict x, const float* __restrict bias, float* __restrict y) {
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) y[i * columns + j] += x[i * columns + j] + bias[j];
}

void softmax(std::int64_t rows, std::int64_t columns, float scale, float* x) {
  for (std::int64_t i = 0; i < rows; ++i) {
    float* const __restrict row = x + i * columns;
    float most = row[0], sum = 0;
#pragma omp simd reduction(max : most)
    for (std::int64_t j = 0; j < columns; ++j) most = row[j] > most ? row[j] : most;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t j = 0; j < columns; ++j) {
      row[j] = gradc::vector_math::exp(scale * (row[j] - most));
      sum += row[j];
    }
    for (std::int64_t j = 0; j < columns; ++j) row[j] /= sum;
  }
}

// Turns the adjoint of the shares into that of the scores.
void softmax_back(std::int64_t rows, std::int64_t columns, float scale, const float* shares, float* d) {
  for (std::int64_t i = 0; i < rows; ++i) {
    const float* const __restrict share = shares + i * columns;
    float* const __restrict row = d + i * columns;
    float along = 0;
#pragma omp simd reduction(+ : along)
    for (std::int64_t j = 0; j < columns; ++j) along += row[j] * share[j];
    for (std::int64_t j = 0; j < columns; ++j) row[j] = scale * share[j] * (row[j] - along);
  }
}

}  // namespace

float Transformer::gradient(const networks::Block& params, const networks::Matrix& x, const networks::Matrix& wanted,
                            std::int64_t texts, std::int64_t heads, networks::Block& grad, networks::Matrix& d_x) {
  const std::int64_t rows = x.extent(0), width = x.extent(1), places = rows / texts, n = rows * width,
                     inner = params.up.extent(1);
  const std::int64_t narrow = width / heads, pairs = texts * heads, squares = pairs * places * places;
  const Heads shape{texts, places, heads, narrow};
  const float scale = 1 / std::sqrt(static_cast<float>(narrow));
  float *const s1 = sized(standard1, n), *const f1 = sized(scale1, rows), *const x1 = sized(first, n),
               *const three = sized(qkv, 3 * n);
  float *const qs = sized(q, n), *const ks = sized(k, n), *const vs = sized(v, n), *const p = sized(scores, squares),
               *const o = sized(seen, n);
  float *const joint = sized(joined, n), *const m = sized(middle, n), *const s2 = sized(standard2, n),
               *const f2 = sized(scale2, rows);
  float *const x2 = sized(second, n), *const w = sized(wide, rows * inner), *const a = sized(active, rows * inner),
               *const out = sized(y, n);
  float *const d_w = sized(d_wide, rows * inner), *const part = sized(d_part, n), *const d_p = sized(d_scores, squares);

  normalise(rows, width, x.data(), params.scale1.data(), params.offset1.data(), s1, f1, x1);
  product(rows, 3 * width, width, x1, params.qkv.data(), three);
  add_bias(rows, 3 * width, params.qkv_bias.data(), three);
  shape.split(three, 3 * width, qs), shape.split(three + width, 3 * width, ks), shape.split(three + 2 * width, 3 * width, vs);
  product(places, places, narrow, qs, ks, p, false, kTransposed, pairs);
  softmax(pairs * places, places, scale, p);
  product(places, narrow, places, p, vs, o, false, false, pairs);
  shape.join(o, width, joint);
  product(rows, width, width, joint, params.out.data(), m);
  add(rows, width, x.data(), params.out_bias.data(), m);
  normalise(rows, width, m, params.scale2.data(), params.offset2.data(), s2, f2, x2);
  product(rows, inner, width, x2, params.up.data(), w);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < inner; ++j) {
      const float sum = w[i * inner + j] + params.up_bias.data()[j], share = gradc::vector_math::ndtr(sum);
      a[i * inner + j] = sum * share;
      w[i * inner + j] = share + sum * 0.3989422804f * gradc::vector_math::exp(-0.5f * sum * sum);  // the derivative
    }
  product(rows, width, inner, a, params.down.data(), out);
  add(rows, width, m, params.down_bias.data(), out);
  const float loss = square_error(n, out, wanted.data());  // out is its own adjoint from here, and later that of the middle

  for (auto* vector : {&grad.scale1, &grad.offset1, &grad.out_bias, &grad.scale2, &grad.offset2, &grad.down_bias})
    vector->resize({width});
  grad.qkv.resize({width, 3 * width}), grad.qkv_bias.resize({3 * width}), grad.out.resize({width, width});
  grad.up.resize({width, inner}), grad.up_bias.resize({inner}), grad.down.resize({inner, width}), d_x.resize({rows, width});
  column_sums(rows, width, out, grad.down_bias.data());
  product(inner, width, rows, a, out, grad.down.data(), kTransposed);
  product(rows, inner, width, out, params.down.data(), d_w, false, kTransposed);
  for (std::int64_t i = 0; i < rows * inner; ++i) d_w[i] *= w[i];
  column_sums(rows, inner, d_w, grad.up_bias.data());
  product(width, inner, rows, x2, d_w, grad.up.data(), kTransposed);
  product(rows, width, inner, d_w, params.up.data(), part, false, kTransposed);
  normalise_back(rows, width, part, params.scale2.data(), s2, f2, grad.scale2.data(), grad.offset2.data(), out);
  column_sums(rows, width, out, grad.out_bias.data());
  product(width, width, rows, joint, out, grad.out.data(), kTransposed);
  product(rows, width, width, out, params.out.data(), part, false, kTransposed);
  shape.split(part, width, o);
  product(places, places, narrow, o, vs, d_p, false, kTransposed, pairs);
  product(places, narrow, places, p, o, part, kTransposed, false, pairs);
  shape.join(part, 3 * width, three + 2 * width);
  softmax_back(pairs * places, places, scale, p, d_p);
  product(places, narrow, places, d_p, ks, part, false, false, pairs);
  shape.join(part, 3 * width, three);
  product(places, narrow, places, d_p, qs, part, kTransposed, false, pairs);
  shape.join(part, 3 * width, three + width);
  column_sums(rows, 3 * width, three, grad.qkv_bias.data());
  product(width, 3 * width, rows, x1, three, grad.qkv.data(), kTransposed);
  product(rows, width, 3 * width, three, params.qkv.data(), part, false, kTransposed);
  std::copy_n(out, n, d_x.data());
  normalise_back(rows, width, part, params.scale1.data(), s1, f1, grad.scale1.data(), grad.offset1.data(), d_x.data());
  return loss;
}

}  // namespace by_hand
