#include "by_hand/networks.h"

#include "by_hand/pieces.h"

namespace by_hand {

using gradc::vector_math::sigmoid;
using gradc::vector_math::tanh;

float Lstm::gradient(const networks::Lstm& params, const gradc::Tensor<float, 3>& x, const networks::Matrix& wanted,
                     networks::Lstm& grad) {
  const std::int64_t steps = x.extent(0), texts = x.extent(1), features = x.extent(2), units = params.u.extent(0);
  const std::int64_t state = texts * units, wide = 4 * units;
  float *const all = sized(gates, steps * 4 * state), *const h = sized(outputs, (steps + 1) * state),
               *const c = sized(cells, (steps + 1) * state);
  float *const t = sized(squashed, steps * state), *const from_last = sized(sums, 4 * state);
  float *const d_h = sized(d_output, state), *const d_c = sized(d_cell, state);
  const float* const b = params.b.data();

  product(steps * texts, wide, features, x.data(), params.w.data(), all);
  for (std::int64_t i = 0; i < state; ++i) h[i] = c[i] = d_c[i] = 0;
  for (std::int64_t step = 0; step < steps; ++step) {
    product(texts, wide, units, h + step * state, params.u.data(), from_last);
    for (std::int64_t text = 0; text < texts; ++text) {
      float* const __restrict gate = all + (step * texts + text) * wide, * const __restrict tanh_c =
                                                                             t + step * state + text * units;
      const float* const __restrict more = from_last + text * wide, * const __restrict before = c + step * state + text * units;
      float* const __restrict cell = c + (step + 1) * state + text * units, * const __restrict out =
                                                                                h + (step + 1) * state + text * units;
      for (std::int64_t j = 0; j < 3 * units; ++j) gate[j] = sigmoid(gate[j] + more[j] + b[j]);
      for (std::int64_t j = 3 * units; j < wide; ++j) gate[j] = tanh(gate[j] + more[j] + b[j]);
#pragma omp simd
      for (std::int64_t j = 0; j < units; ++j) {
        cell[j] = gate[units + j] * before[j] + gate[j] * gate[3 * units + j];
        tanh_c[j] = tanh(cell[j]);
        out[j] = gate[2 * units + j] * tanh_c[j];
      }
    }
  }
  for (std::int64_t i = 0; i < state; ++i) d_h[i] = h[steps * state + i];
  const float loss = square_error(state, d_h, wanted.data());
  for (std::int64_t step = steps - 1; step >= 0; --step) {
    for (std::int64_t text = 0; text < texts; ++text) {
      float* const __restrict gate = all + (step * texts + text) * wide;
      const float* const __restrict tanh_c = t + step * state + text * units, * const __restrict before =
                                                                                  c + step * state + text * units;
      const float* const __restrict bar = d_h + text * units;
      float* const __restrict d_cell_row = d_c + text * units;
#pragma omp simd
      for (std::int64_t j = 0; j < units; ++j) {
        const float take_in = gate[j], keep = gate[units + j], put_out = gate[2 * units + j], news = gate[3 * units + j];
        const float d = d_cell_row[j] + bar[j] * put_out * (1 - tanh_c[j] * tanh_c[j]);
        gate[j] = d * news * take_in * (1 - take_in);
        gate[units + j] = d * before[j] * keep * (1 - keep);
        gate[2 * units + j] = bar[j] * tanh_c[j] * put_out * (1 - put_out);
        gate[3 * units + j] = d * take_in * (1 - news * news);
        d_cell_row[j] = d * keep;
      }
    }
    if (step > 0) product(texts, units, wide, all + step * 4 * state, params.u.data(), d_h, false, kTransposed);
  }
  grad.w.resize({features, wide}), grad.u.resize({units, wide}), grad.b.resize({wide});
  product(features, wide, steps * texts, x.data(), all, grad.w.data(), kTransposed);
  product(units, wide, steps * texts, h, all, grad.u.data(), kTransposed);
  column_sums(steps * texts, wide, all, grad.b.data());
  return loss;
}

float Residual::gradient(const std::vector<networks::Dense>& layers, const networks::Matrix& x, const networks::Matrix& wanted,
                         std::vector<networks::Dense>& grad) {
  const std::int64_t rows = x.extent(0), width = x.extent(1), n = rows * width;
  float *const h = sized(states, (static_cast<std::int64_t>(layers.size()) + 1) * n), *const s = sized(squashed,
                                                                                                       static_cast<std::int64_t>(
                                                                                                           layers.size()) *
                                                                                                           n);
  float *const d_s = sized(d_sums, n), *const more = sized(d_more, n);
  for (std::int64_t i = 0; i < n; ++i) h[i] = x.data()[i];
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    const float* const __restrict from = h + static_cast<std::int64_t>(layer) * n, * const __restrict b = layers[layer].b.data();
    float* const __restrict to = h + (static_cast<std::int64_t>(layer) + 1) * n, * const __restrict sum =
                                                                                     s + static_cast<std::int64_t>(layer) * n;
    product(rows, width, width, from, layers[layer].w.data(), sum);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < width; ++j) {
        const float value = tanh(sum[i * width + j] + b[j]);
        sum[i * width + j] = value;
        to[i * width + j] = from[i * width + j] + value;
      }
  }
  float* const d = h + static_cast<std::int64_t>(layers.size()) * n;
  const float loss = square_error(n, d, wanted.data());
  grad.resize(layers.size());
  for (std::size_t layer = layers.size(); layer-- > 0;) {
    const float* const __restrict sum = s + static_cast<std::int64_t>(layer) * n;
    for (std::int64_t i = 0; i < n; ++i) d_s[i] = d[i] * (1 - sum[i] * sum[i]);
    networks::Dense& out = grad[layer];
    out.w.resize({width, width}), out.b.resize({width});
    product(width, width, rows, h + static_cast<std::int64_t>(layer) * n, d_s, out.w.data(), kTransposed);
    column_sums(rows, width, d_s, out.b.data());
    if (layer == 0) break;
    product(rows, width, width, d_s, layers[layer].w.data(), more, false, kTransposed);
    for (std::int64_t i = 0; i < n; ++i) d[i] += more[i];
  }
  return loss;
}

namespace {

gradc::kernels::Convolution geometry(std::int64_t batch, std::int64_t channels, std::int64_t filters, std::int64_t side) {
  gradc::kernels::Convolution g{batch, channels, filters, 1, {side, side}, {3, 3}, {side, side}, {}, {}, {}};
  for (int axis = 0; axis < 2; ++axis) g.stride[axis] = g.dilation[axis] = g.low[axis] = 1;
  return g;
}

// The bias, relu and the maximum of each 2 x 2 window: none of the first two changes which element is the largest.
void pool(std::int64_t batch, std::int64_t channels, std::int64_t side, const float* full, const float* bias, float* pooled,
          unsigned char* places) {
  const std::int64_t half = side / 2;
  for (std::int64_t plane = 0; plane < batch * channels; ++plane) {
    const float b = bias[plane % channels];
    for (std::int64_t i = 0; i < half; ++i) {
      const float* const __restrict upper = full + (plane * side + 2 * i) * side, * const __restrict lower = upper + side;
      float* const __restrict out = pooled + (plane * half + i) * half;
      unsigned char* const __restrict place = places + (plane * half + i) * half;
#pragma omp simd
      for (std::int64_t j = 0; j < half; ++j) {
        const float first = upper[2 * j], second = upper[2 * j + 1], third = lower[2 * j], fourth = lower[2 * j + 1];
        const float above = second > first ? second : first, below = fourth > third ? fourth : third;
        const float most = (below > above ? below : above) + b;
        const int at = below > above ? (fourth > third ? 3 : 2) : second > first ? 1 : 0;
        place[j] = static_cast<unsigned char>(most > 0 ? at : 4);
        out[j] = most > 0 ? most : 0;
      }
    }
  }
}

void pool_back(std::int64_t batch, std::int64_t channels, std::int64_t side, const float* d_pooled, const unsigned char* places,
               float* d_full, float* d_bias) {
  const std::int64_t half = side / 2;
  for (std::int64_t channel = 0; channel < channels; ++channel) d_bias[channel] = 0;
  for (std::int64_t plane = 0; plane < batch * channels; ++plane) {
    float sum = 0;
    for (std::int64_t i = 0; i < half; ++i) {
      float* const __restrict upper = d_full + (plane * side + 2 * i) * side, * const __restrict lower = upper + side;
      const float* const __restrict d = d_pooled + (plane * half + i) * half;
      const unsigned char* const __restrict place = places + (plane * half + i) * half;
#pragma omp simd reduction(+ : sum)
      for (std::int64_t j = 0; j < half; ++j) {
        upper[2 * j] = place[j] == 0 ? d[j] : 0;
        upper[2 * j + 1] = place[j] == 1 ? d[j] : 0;
        lower[2 * j] = place[j] == 2 ? d[j] : 0;
        lower[2 * j + 1] = place[j] == 3 ? d[j] : 0;
        sum += place[j] < 4 ? d[j] : 0;
      }
    }
    d_bias[plane % channels] += sum;
  }
}

}  // namespace

float Convnet::gradient(const networks::Convnet& params, const networks::Images& images, const networks::Labels& labels,
                        networks::Convnet& grad) {
  const std::int64_t batch = images.extent(0), side = images.extent(2), half = side / 2, quarter = side / 4;
  const std::int64_t channels1 = params.bias1.size(), channels2 = params.bias2.size(), classes = params.b.size();
  const std::int64_t n1 = batch * channels1 * half * half, n2 = batch * channels2 * quarter * quarter, features = n2 / batch;
  const auto first = geometry(batch, images.extent(1), channels1, side), second = geometry(batch, channels1, channels2, half);
  float *const y1 = sized(full1, 4 * n1), *const p1 = sized(pooled1, n1), *const y2 = sized(full2, 4 * n2),
               *const p2 = sized(pooled2, n2);
  float *const s = sized(scores, batch * classes), *const d_p = sized(d_pooled, n1 > n2 ? n1 : n2);

  gradc::kernels::conv<float>(first, images.data(), params.filters1.data(), y1);
  pool(batch, channels1, side, y1, params.bias1.data(), p1, sized(place1, n1));
  gradc::kernels::conv<float>(second, p1, params.filters2.data(), y2);
  pool(batch, channels2, half, y2, params.bias2.data(), p2, sized(place2, n2));
  product(batch, classes, features, p2, params.w.data(), s);
  for (std::int64_t i = 0; i < batch; ++i)
    for (std::int64_t j = 0; j < classes; ++j) s[i * classes + j] += params.b(j);
  const float loss = cross_entropy(batch, classes, s, labels.data());

  grad.filters1.resize(params.filters1.shape()), grad.bias1.resize({channels1}), grad.filters2.resize(params.filters2.shape());
  grad.bias2.resize({channels2}), grad.w.resize(params.w.shape()), grad.b.resize({classes});
  column_sums(batch, classes, s, grad.b.data());
  product(features, classes, batch, p2, s, grad.w.data(), kTransposed);
  product(batch, features, classes, s, params.w.data(), d_p, false, kTransposed);
  pool_back(batch, channels2, half, d_p, place2.data(), y2, grad.bias2.data());
  gradc::kernels::conv_filter_grad<float>(second, p1, y2, grad.filters2.data());
  gradc::kernels::conv_input_grad<float>(second, y2, params.filters2.data(), d_p);
  pool_back(batch, channels1, side, d_p, place1.data(), y1, grad.bias1.data());
  gradc::kernels::conv_filter_grad<float>(first, images.data(), y1, grad.filters1.data());
  return loss;
}

}  // namespace by_hand
