// The rows of convolution, pooling, patches and resampling. How many places a window has is counted here, not computed.
#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using ir::Shape;
using Extents = std::vector<std::int64_t>;

struct Window {
  Extents stride = {}, dilation = {}, low = {}, high = {};  // none: 1, 1, 0, 0
  std::int64_t groups = 1;

  std::int64_t at(const Extents& list, std::size_t i, std::int64_t fallback) const { return list.empty() ? fallback : list[i]; }
  std::int64_t places(std::size_t i, std::int64_t n, std::int64_t k) const {
    std::int64_t count = 0;
    const std::int64_t end = n + at(high, i, 0), last = at(dilation, i, 1) * (k - 1);
    for (std::int64_t p = -at(low, i, 0); p + last < end; p += at(stride, i, 1)) ++count;
    return count;
  }
  Attributes attributes(bool with_groups) const {
    Attributes all;
    const std::pair<const char*, const Extents&> lists[] = {
        {"stride", stride}, {"dilation", dilation}, {"pad_low", low}, {"pad_high", high}};
    for (const auto& [name, list] : lists)
      if (!list.empty()) all.set(name, Shape(list.begin(), list.end()));
    if (with_groups && groups != 1) all.set("groups", groups);
    return all;
  }
};

Shape spatial(const Extents& x) { return {x.begin() + 2, x.end()}; }

struct ConvRow {
  Extents x, w;
  Window window = {};
};
// Steps that don't divide, padding that differs or cuts off, dilation, groups, a filter for each channel.
const std::vector<ConvRow>& convolutions() {
  static const std::vector<ConvRow> rows{
      {{1, 1, 4}, {1, 1, 2}},
      {{2, 2, 5}, {3, 2, 2}, {{2}, {}, {}, {}}},
      {{1, 2, 6}, {2, 2, 3}, {{2}, {}, {1}, {2}}},
      {{1, 1, 7}, {1, 1, 2}, {{3}, {2}, {-1}, {1}}},
      {{1, 2, 5}, {2, 1, 2}, {{}, {2}, {1}, {-1}, 2}},
      {{1, 4, 3}, {2, 2, 2}, {{2}, {}, {1}, {}, 2}},
      {{1, 2, 4}, {4, 1, 3}, {{}, {}, {1}, {1}, 2}},
      {{2, 2, 3}, {3, 2, 1}},
      {{1, 2, 3}, {2, 2, 1}, {{2}, {}, {}, {}}},
      {{1, 1, 2}, {1, 1, 3}, {{}, {}, {2}, {2}}},
      {{1, 1, 3, 4}, {2, 1, 2, 2}},
      {{1, 2, 4, 3}, {1, 2, 3, 2}, {{2, 1}, {1, 2}, {1, 0}, {0, 1}}},
      {{1, 2, 3, 3}, {2, 1, 2, 2}, {{1, 2}, {}, {0, 1}, {1, 1}, 2}},
      {{2, 1, 3, 2}, {2, 1, 1, 1}},
      {{1, 1, 2, 3, 2}, {1, 1, 2, 2, 1}},
      {{1, 2, 3, 2, 3}, {2, 1, 2, 1, 2}, {{2, 1, 2}, {1, 1, 2}, {1, 0, 0}, {0, -1, 1}, 2}},
      {{0, 1, 3}, {2, 1, 2}},
      {{1, 0, 3}, {2, 0, 2}},
      {{1, 2, 3}, {0, 2, 2}},
      {{1, 1, 0}, {1, 1, 1}},
      {{1, 1, 0}, {1, 1, 2}, {{}, {}, {1}, {1}}},
  };
  return rows;
}

// With the channels last: of images, and of filters.
Extents images_last(const Extents& x) {
  Extents y{x[0]};
  y.insert(y.end(), x.begin() + 2, x.end());
  y.push_back(x[1]);
  return y;
}
Extents filters_last(const Extents& w) {
  Extents y(w.begin() + 2, w.end());
  y.push_back(w[1]);
  y.push_back(w[0]);
  return y;
}

void add_convolution(std::vector<Sample>& rows, const ConvRow& row) {
  Extents y{row.x[0], row.w[0]};
  for (std::size_t i = 0; i + 2 < row.x.size(); ++i) y.push_back(row.window.places(i, row.x[i + 2], row.w[i + 2]));
  Attributes attributes = row.window.attributes(true);
  rows.push_back({"conv", {{'x', row.x}, {'x', row.w}}, attributes, y});
  if (row.x.size() == 4)
    rows.push_back({"conv_channels_last", {{'x', images_last(row.x)}, {'x', filters_last(row.w)}}, attributes, images_last(y)});
  attributes.set("shape", spatial(row.x));
  rows.push_back({"conv_input_grad", {{'x', y}, {'x', row.w}}, attributes, row.x});
  attributes.set("shape", spatial(row.w));
  rows.push_back({"conv_filter_grad", {{'x', row.x}, {'x', y}}, attributes, row.w});
}

Attributes with(Attributes attributes, const std::string& name, ir::Attribute value) {
  attributes.set(name, std::move(value));
  return attributes;
}
Attributes window(const Extents& extents, const Window& w = {}) {
  return with(w.attributes(false), "window", Shape(extents.begin(), extents.end()));
}
Attributes resampled(std::int64_t axis, std::int64_t mode, std::int64_t n) {
  return {{"axis", axis}, {"mode", mode}, {"n", Shape{n}}};
}

struct PoolRow {
  Extents x, window;
  Window steps = {};
};
const std::vector<PoolRow> kPools{
    {{1, 1, 4}, {2}, {{2}}},
    {{2, 1, 5}, {3}, {{1}}},
    {{1, 2, 5}, {2}, {{2}, {}, {1}, {1}}},
    {{1, 1, 6}, {2}, {{1}, {2}, {2}, {0}}},
    {{1, 1, 4, 4}, {2, 2}, {{2, 2}}},
    {{1, 2, 3, 4}, {2, 3}, {{1, 2}, {}, {1, 0}, {0, 1}}},
    {{1, 1, 2, 3, 2}, {2, 2, 1}, {{1, 1, 1}}},
    {{0, 2, 4}, {2}, {{2}}},
    {{1, 0, 4}, {2}, {{2}}},
};

void add_pool(std::vector<Sample>& rows, const PoolRow& row) {
  Extents y{row.x[0], row.x[1]};
  std::int64_t taps = 1, places = 1;
  for (std::size_t i = 0; i < row.window.size(); ++i) {
    y.push_back(row.steps.places(i, row.x[i + 2], row.window[i]));
    taps *= row.window[i], places *= y.back();
  }
  const Attributes attributes = window(row.window, row.steps);
  rows.push_back({"max_pool_index", {{'x', row.x}}, attributes, y});
  rows.push_back({"max_pool", {{'x', row.x}}, attributes, y});
  for (std::string_view op : {"max_pool_channels_last", "avg_pool_channels_last"})
    if (row.x[2] != 6) rows.push_back({op, {{'x', images_last(row.x)}}, attributes, images_last(y)});
  if (row.x[2] == 6) return;  // there is a place that sees nothing
  rows.push_back({"avg_pool", {{'x', row.x}}, attributes, y});
  rows.push_back({"avg_pool", {{'x', row.x}}, with(attributes, "count_include_pad", false), y});
  rows.push_back({"lp_pool_channels_last", {{'x', images_last(row.x)}}, with(attributes, "norm", 3.5), images_last(y)});
  for (double p : {1.0, 2.0, 3.5}) rows.push_back({"lp_pool", {{'x', row.x}}, with(attributes, "norm", p), y});
  const Extents patches{row.x[0], row.x[1] * taps, places};
  rows.push_back({"unfold", {{'x', row.x}}, attributes, patches});
  rows.push_back({"fold", {{'x', patches}}, with(attributes, "shape", spatial(row.x)), row.x});
}

}  // namespace

void add_conv_samples(std::vector<Sample>& rows) {
  for (const ConvRow& row : convolutions()) add_convolution(rows, row);
  const auto same = [](Attributes attributes) { return with(std::move(attributes), "same", true); };
  rows.insert(rows.end(), {
      {"conv", {{'x', {1, 1, 5}}, {'x', {1, 1, 2}}}, same({}), {1, 1, 5}},
      {"conv", {{'x', {1, 1, 5}}, {'x', {1, 1, 3}}}, same({{"stride", Shape{2}}}), {1, 1, 3}},
      {"conv", {{'x', {1, 1, 5}}, {'x', {1, 1, 1}}}, same({{"stride", Shape{3}}}), {1, 1, 2}},
      {"conv", {{'x', {1, 1, 4, 3}}, {'x', {1, 1, 2, 3}}}, same({{"dilation", Shape{2, 1}}, {"stride", Shape{1, 2}}}), {1, 1, 4, 2}},
      {"conv", {{'x', {1, 1, 4, 4}}, {'x', {1, 1, 3, 3}}}, {{"padding", Shape{1}}, {"stride", Shape{2}}}, {1, 1, 2, 2}},
      {"conv", {{'x', {1, 1, 4, 3}}, {'x', {1, 1, 3, 3}}}, {{"pad_high", Shape{0, 1}}, {"padding", Shape{1, 0}}}, {1, 1, 3, 2}},
      {"conv_transpose", {{'x', {1, 1, 3}}, {'x', {1, 2, 2}}}, {}, {1, 2, 4}},
      {"conv_transpose", {{'x', {1, 2, 3}}, {'x', {2, 1, 3}}}, {{"output_padding", Shape{1}}, {"padding", Shape{1}}, {"stride", Shape{2}}}, {1, 1, 6}},
      {"conv_transpose", {{'x', {1, 2, 2}}, {'x', {2, 2, 2}}}, {{"groups", std::int64_t{2}}, {"stride", Shape{3}}, {"output_padding", Shape{2}}}, {1, 4, 7}},
      {"conv_transpose", {{'x', {2, 1, 3}}, {'x', {1, 1, 2}}}, {{"dilation", Shape{3}}, {"output_padding", Shape{2}}}, {2, 1, 8}},
      {"conv_transpose", {{'x', {1, 1, 2, 3}}, {'x', {1, 2, 2, 2}}}, {{"pad_high", Shape{0, 1}}, {"pad_low", Shape{1, 0}}, {"stride", Shape{2, 1}}}, {1, 2, 3, 3}},
      {"conv_transpose", {{'x', {1, 1, 2, 1, 2}}, {'x', {1, 1, 1, 2, 2}}}, {}, {1, 1, 2, 2, 3}},
      {"conv_transpose", {{'x', {0, 1, 3}}, {'x', {1, 2, 2}}}, {}, {0, 2, 4}},
      {"conv_transpose_channels_last", {{'x', {1, 3, 2}}, {'x', {3, 1, 2}}}, {{"output_padding", Shape{1}}, {"padding", Shape{1}}, {"stride", Shape{2}}}, {1, 6, 1}},
      {"conv_transpose_channels_last", {{'x', {1, 2, 3, 1}}, {'x', {2, 2, 2, 1}}}, {{"pad_high", Shape{0, 1}}, {"pad_low", Shape{1, 0}}, {"stride", Shape{2, 1}}}, {1, 3, 3, 2}},
      {"conv_transpose_channels_last", {{'x', {0, 3, 1}}, {'x', {2, 2, 1}}}, {}, {0, 4, 2}},
  });
  for (const PoolRow& row : kPools) add_pool(rows, row);
  const Attributes ceil = with(window({2}, {{2}}), "ceil_mode", true);
  const Attributes ceil_pad = with(window({3}, {{2}, {}, {1}, {1}}), "ceil_mode", true);
  for (std::string_view op : {"max_pool", "avg_pool"})
    rows.insert(rows.end(), {
        {op, {{'x', {1, 1, 5}}}, ceil, {1, 1, 3}},
        {op, {{'x', {1, 1, 4}}}, ceil, {1, 1, 2}},
        {op, {{'x', {1, 1, 6}}}, ceil_pad, {1, 1, 4}},
        {op, {{'x', {1, 1, 5}}}, with(window({1}, {{3}, {}, {}, {}}), "ceil_mode", true), {1, 1, 2}},
        {op, {{'x', {1, 1, 4}}}, with(window({1}, {{3}, {}, {}, {1}}), "ceil_mode", true), {1, 1, 2}},
        {op, {{'x', {1, 1, 3, 5}}}, with(with(window({2}), "ceil_mode", true), "same", false), {1, 1, 2, 3}},
        {op, {{'x', {1, 1, 5}}}, same(window({3}, {{2}, {}, {}, {}})), {1, 1, 3}},
        {op, {{'x', {1, 1, 4, 4}}}, window({2}), {1, 1, 2, 2}},
    });
  rows.push_back({"avg_pool", {{'x', {1, 1, 6}}}, with(ceil_pad, "count_include_pad", false), {1, 1, 4}});
  rows.insert(rows.end(), {
      {"unfold", {{'x', {1, 1, 4, 3}}}, window({2, 2}), {1, 4, 6}},
      {"fold", {{'x', {1, 4, 6}}}, with(window({2, 2}), "shape", Shape{4, 3}), {1, 1, 4, 3}},
      {"global_avg_pool", {{'x', {2, 3, 4}}}, {}, {2, 3, 1}},
      {"global_avg_pool", {{'x', {1, 2, 2, 3}}}, {}, {1, 2, 1, 1}},
      {"global_avg_pool", {{'x', {0, 2, 3}}}, {}, {0, 2, 1}},
      {"global_avg_pool", {{'x', {2, 4, 3}}}, {{"channels_last", true}}, {2, 1, 3}},
      {"global_avg_pool", {{'x', {1, 2, 3, 2}}}, {{"channels_last", true}}, {1, 1, 1, 2}},
      {"global_avg_pool", {{'x', {1, 2, 3, 2}}}, {{"channels_last", false}}, {1, 2, 1, 1}},
      {"depth_to_space", {{'x', {1, 2, 1, 8}}}, {{"block", std::int64_t{2}}, {"channels_last", true}}, {1, 4, 2, 2}},
      {"depth_to_space", {{'x', {0, 1, 1, 4}}}, {{"block", std::int64_t{2}}, {"channels_last", true}}, {0, 2, 2, 1}},
      {"space_to_depth", {{'x', {1, 4, 2, 2}}}, {{"block", std::int64_t{2}}, {"channels_last", true}}, {1, 2, 1, 8}},
      {"space_to_depth", {{'x', {1, 3, 6, 1}}}, {{"block", std::int64_t{3}}, {"channels_last", true}}, {1, 1, 2, 9}},
      {"depth_to_space", {{'x', {1, 8, 2, 1}}}, {{"block", std::int64_t{2}}}, {1, 2, 4, 2}},
      {"depth_to_space", {{'x', {2, 3, 1, 2}}}, {{"block", std::int64_t{1}}}, {2, 3, 1, 2}},
      {"depth_to_space", {{'x', {0, 4, 1, 1}}}, {{"block", std::int64_t{2}}}, {0, 1, 2, 2}},
      {"space_to_depth", {{'x', {1, 2, 4, 2}}}, {{"block", std::int64_t{2}}}, {1, 8, 2, 1}},
      {"space_to_depth", {{'x', {1, 1, 3, 6}}}, {{"block", std::int64_t{3}}}, {1, 9, 1, 2}},
  });
  for (std::int64_t mode = 0; mode < 6; ++mode)
    for (const auto& [from, to] : std::vector<std::pair<Extents, Extents>>{
             {{5}, {3}}, {{3}, {5}}, {{4}, {2}}, {{2, 3}, {2, 7}}, {{1, 2}, {1, 2}}, {{2, 4}, {2, 1}}, {{0, 3}, {0, 2}}, {{2}, {0}}}) {
      const auto axis = static_cast<std::int64_t>(from.size()) - 1;
      rows.push_back({"resample", {{'x', from}}, resampled(axis, mode, to.back()), to});
      if (to.back() != 0) rows.push_back({"resample_grad", {{'x', to}}, resampled(axis, mode, from.back()), from});
    }
  rows.push_back({"resample", {{'x', {2, 3, 2}}}, resampled(1, 3, 5), {2, 5, 2}});
  for (std::string_view op : {"adaptive_avg_pool", "resize_nearest", "resize_bilinear"})
    rows.insert(rows.end(), {
        {op, {{'x', {1, 2, 5}}}, {{"shape", Shape{3}}}, {1, 2, 3}},
        {op, {{'x', {1, 1, 3, 4}}}, {{"shape", Shape{2, 4}}}, {1, 1, 2, 4}},
        {op, {{'x', {2, 1, 2, 3}}}, {{"shape", Shape{3, 5}}}, {2, 1, 3, 5}},
        {op, {{'x', {0, 1, 2}}}, {{"shape", Shape{3}}}, {0, 1, 3}},
    });
  for (std::string_view op : {"adaptive_avg_pool", "resize_nearest", "resize_bilinear"})
    rows.push_back({op, {{'x', {2, 2, 3, 1}}}, {{"channels_last", true}, {"shape", Shape{3, 2}}}, {2, 3, 2, 1}});
  rows.insert(rows.end(), {
      {"resize_nearest", {{'x', {1, 1, 2, 3}}}, {{"half_pixel", true}, {"shape", Shape{3, 2}}}, {1, 1, 3, 2}},
      {"resize_bilinear", {{'x', {1, 1, 2, 3}}}, {{"half_pixel", false}, {"shape", Shape{3, 2}}}, {1, 1, 3, 2}},
      {"resize_bilinear", {{'x', {1, 1, 2, 3}}}, {{"align_corners", true}, {"shape", Shape{3, 1}}}, {1, 1, 3, 1}},
  });
}

void add_conv_refusals(std::vector<Refusal>& rows) {
  const auto value = DiagnosticId::attribute_value, shape = DiagnosticId::shape_mismatch, fit = DiagnosticId::type_mismatch;
  const auto conv = [&](const Extents& x, const Extents& w, const Attributes& attributes, DiagnosticId why) {
    rows.push_back({"conv", {{'x', x}, {'x', w}}, attributes, why});
  };
  conv({1, 2, 5}, {2, 3, 2}, {}, shape);                                // channels
  conv({1, 4, 5}, {2, 4, 2}, {{"groups", std::int64_t{2}}}, shape);     // channels of groups
  conv({1, 4, 5}, {3, 2, 2}, {{"groups", std::int64_t{2}}}, value);     // filters of groups
  conv({1, 1, 5}, {1, 1, 2}, {{"groups", std::int64_t{0}}}, value);
  conv({1, 1, 5}, {1, 1, 2}, {{"stride", Shape{0}}}, value);
  conv({1, 1, 5}, {1, 1, 2}, {{"dilation", Shape{0}}}, value);
  conv({1, 1, 5}, {1, 1, 2}, {{"stride", Shape{1, 1}}}, value);
  conv({1, 1, 5, 5}, {1, 1, 2, 2}, {{"padding", Shape{1, 1, 1}}}, value);
  conv({1, 1, 2}, {1, 1, 3}, {}, fit);                                // larger than x
  conv({1, 1, 4}, {1, 1, 2}, {{"dilation", Shape{4}}}, fit);
  conv({1, 1, 4}, {1, 1, 2}, {{"pad_low", Shape{-3}}}, fit);
  conv({1, 1, 0}, {1, 1, 2}, {}, fit);
  conv({1, 1, 4}, {1, 1, 0}, {}, fit);
  conv({1, 5}, {1, 5}, {}, DiagnosticId::rank);
  conv({1, 1, 5}, {1, 1, 2, 2}, {}, DiagnosticId::rank);
  conv({1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {}, DiagnosticId::rank);
  rows.insert(rows.end(), {
      {"conv", {{'i', {1, 1, 5}}, {'i', {1, 1, 2}}}, {}, DiagnosticId::element_type},
      {"conv_input_grad", {{'x', {1, 1, 4}}, {'x', {1, 1, 2}}}, {{"shape", Shape{6}}}, shape},
      {"conv_input_grad", {{'x', {1, 2, 4}}, {'x', {1, 1, 2}}}, {{"shape", Shape{5}}}, shape},
      {"conv_input_grad", {{'x', {1, 1, 4}}, {'x', {1, 1, 2}}}, {{"shape", Shape{5, 5}}}, value},
      {"conv_filter_grad", {{'x', {1, 1, 5}}, {'x', {1, 1, 4}}}, {{"shape", Shape{3}}}, shape},
      {"conv_filter_grad", {{'x', {2, 1, 5}}, {'x', {1, 1, 4}}}, {{"shape", Shape{2}}}, shape},
      {"conv_filter_grad", {{'x', {1, 3, 5}}, {'x', {1, 2, 4}}}, {{"groups", std::int64_t{2}}, {"shape", Shape{2}}}, shape},
      {"conv_transpose", {{'x', {1, 2, 4}}, {'x', {1, 2, 2}}}, {}, shape},
      {"conv_transpose", {{'x', {1, 1, 4}}, {'x', {1, 1, 2}}}, {{"output_padding", Shape{1}}}, value},
      {"conv_transpose", {{'x', {1, 1, 4}}, {'x', {1, 1, 2}}}, {{"output_padding", Shape{-1}}}, value},
      {"conv_transpose", {{'x', {1, 1, 4}}, {'x', {1, 1, 2}}}, {{"stride", Shape{0}}}, value},
      {"conv_transpose", {{'x', {1, 1, 1}}, {'x', {1, 1, 2}}}, {{"padding", Shape{2}}}, value},
      {"lp_pool", {{'x', {1, 1, 4}}}, with(window({2}), "norm", 0.0), value},
      {"lp_pool_channels_last", {{'x', {1, 4, 1}}}, with(window({2}), "norm", 0.0), value},
      {"lp_pool_channels_last", {{'x', {1, 2, 1}}}, with(window({3}), "norm", 2.0), fit},
      {"conv_transpose_channels_last", {{'x', {1, 4, 2}}, {'x', {2, 2, 1}}}, {}, shape},
      {"conv_transpose_channels_last", {{'x', {4, 1}}, {'x', {2, 1}}}, {}, DiagnosticId::rank},
      {"resize_nearest", {{'x', {1, 0, 1}}}, {{"channels_last", true}, {"shape", Shape{2}}}, value},
      {"resample", {{'x', {3}}}, resampled(1, 0, 2), DiagnosticId::axis_out_of_range},
      {"resample", {{'x', {3}}}, resampled(0, 6, 2), value},
      {"resample", {{'x', {3}}}, resampled(0, 0, -1), value},
      {"resample", {{'x', {0}}}, resampled(0, 0, 1), value},
      {"resample_grad", {{'x', {3}}}, resampled(0, 0, -1), value},
      {"resize_nearest", {{'x', {1, 1, 3}}}, {{"align_corners", true}, {"shape", Shape{2}}}, value},
      {"resize_bilinear", {{'x', {1, 1, 3}}}, {{"align_corners", true}, {"half_pixel", true}, {"shape", Shape{2}}}, value},
      {"depth_to_space", {{'x', {1, 6, 2, 2}}}, {{"block", std::int64_t{2}}}, value},
      {"depth_to_space", {{'x', {1, 6, 2, 2}}}, {{"block", std::int64_t{0}}}, value},
      {"depth_to_space", {{'x', {1, 4, 2}}}, {{"block", std::int64_t{2}}}, DiagnosticId::rank},
      {"space_to_depth", {{'x', {1, 1, 2, 3}}}, {{"block", std::int64_t{2}}}, value},
      {"depth_to_space", {{'x', {1, 4, 2, 2}}}, {{"block", std::int64_t{2}}, {"channels_last", true}}, value},
      {"space_to_depth", {{'x', {1, 2, 3, 2}}}, {{"block", std::int64_t{2}}, {"channels_last", true}}, value},
      {"space_to_depth", {{'x', {2, 2, 2}}}, {{"block", std::int64_t{2}}, {"channels_last", true}}, DiagnosticId::rank},
      {"global_avg_pool", {{'x', {2, 2}}}, {{"channels_last", true}}, DiagnosticId::rank},
      {"fold", {{'x', {1, 4, 5}}}, with(window({2, 2}), "shape", Shape{4, 3}), shape},
      {"fold", {{'x', {1, 3, 6}}}, with(window({2, 2}), "shape", Shape{4, 3}), shape},
      {"fold", {{'x', {1, 4, 6}}}, with(window({2, 2}), "shape", Shape{4}), value},
      {"fold", {{'x', {4, 6}}}, with(window({2, 2}), "shape", Shape{4, 3}), DiagnosticId::rank},
  });
  rows.insert(rows.end(), {
      {"conv_channels_last", {{'x', {1, 5, 2}}, {'x', {2, 3, 1}}}, {}, DiagnosticId::shape_mismatch},
      {"conv_channels_last", {{'x', {5, 2}}, {'x', {2, 1}}}, {}, DiagnosticId::rank},
      {"conv_channels_last", {{'i', {1, 5, 1}}, {'i', {2, 1, 1}}}, {}, DiagnosticId::element_type},
  });
  for (std::string_view op : {"max_pool_channels_last", "avg_pool_channels_last"})
    rows.insert(rows.end(), {
        {op, {{'x', {1, 2, 1}}}, window({3}), fit},
        {op, {{'x', {1, 4}}}, window({2}), DiagnosticId::rank},
        {op, {{'b', {1, 4, 1}}}, window({2}), DiagnosticId::element_type},
    });
  for (std::string_view op : {"max_pool", "avg_pool", "max_pool_index", "unfold"}) {
    rows.insert(rows.end(), {
        {op, {{'x', {1, 1, 2}}}, window({3}), fit},
        {op, {{'x', {1, 1, 4}}}, window({0}), value},
        {op, {{'x', {1, 1, 4}}}, window({2, 2}), value},
        {op, {{'x', {1, 1, 4}}}, window({2}, {{0}, {}, {}, {}}), value},
        {op, {{'x', {1, 4}}}, window({2}), DiagnosticId::rank},
        {op, {{'b', {1, 1, 4}}}, window({2}), DiagnosticId::element_type},
    });
  }
  for (std::string_view op : {"adaptive_avg_pool", "resize_nearest", "resize_bilinear"})
    rows.insert(rows.end(), {
        {op, {{'x', {1, 1, 3}}}, {{"shape", Shape{2, 2}}}, value},
        {op, {{'x', {1, 1, 3}}}, {{"shape", Shape{-1}}}, value},
        {op, {{'x', {1, 1, 0}}}, {{"shape", Shape{2}}}, value},
        {op, {{'x', {1, 3}}}, {{"shape", Shape{2}}}, DiagnosticId::rank},
        {op, {{'i', {1, 1, 3}}}, {{"shape", Shape{2}}}, DiagnosticId::element_type},
    });
}

void add_conv_accepts(std::vector<Accepts>& rows) {
  rows.push_back({"max_pool_index", Elements::numbers});
  for (std::string_view op : {"depth_to_space", "space_to_depth"}) rows.push_back({op, Elements::all});
  for (std::string_view op : {"conv", "conv_input_grad", "conv_filter_grad", "conv_transpose", "conv_channels_last", "conv_transpose_channels_last"})
    rows.push_back({op, Elements::fields});
  for (std::string_view op : {"max_pool", "avg_pool", "max_pool_channels_last", "avg_pool_channels_last", "lp_pool", "lp_pool_channels_last", "global_avg_pool", "resample", "resample_grad", "adaptive_avg_pool",
                              "resize_nearest", "resize_bilinear", "unfold", "fold"})
    rows.push_back({op, Elements::floats});
}

}  // namespace ops_test
