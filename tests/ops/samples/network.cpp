// The rows of normalisation, losses, gated units and attention.
#include <cmath>

#include "tests/ops/samples/samples.h"

namespace ops_test {
namespace {

using ir::Attributes;
using ir::DiagnosticId;
using Extents = std::vector<std::int64_t>;

Attributes eps(double value = 0.3) { return {{"eps", value}}; }
Attributes unbiased() { return {{"eps", 0.3}, {"unbiased", true}}; }
Attributes response(std::int64_t size) { return {{"alpha", 0.4}, {"beta", 0.75}, {"bias", 1.5}, {"size", size}}; }
Attributes groups(std::int64_t n) { return {{"eps", 0.3}, {"groups", n}}; }
Attributes axis(std::int64_t axis) { return {{"axis", axis}}; }
Attributes attention(bool causal, double scale = 0) { return {{"causal", causal}, {"scale", scale}}; }
Attributes loss(const std::string& how, const std::string& name = {}, double value = 0) {
  Attributes all{{"reduction", how}};
  if (!name.empty()) all.set(name, value);
  return all;
}
Attributes classes(const std::string& how, std::int64_t ignored, double smoothing, double z_loss) {
  return {{"ignore_index", ignored}, {"label_smoothing", smoothing}, {"reduction", how}, {"z_loss", z_loss}};
}
Attributes rotary(bool interleaved) { return {{"interleaved", interleaved}}; }
Attributes ignoring(const std::string& how, std::int64_t id) { return {{"ignore_index", id}, {"reduction", how}}; }

struct LossRow {
  std::string_view op;
  std::string name;  // of a real attribute
  double value = 0;
};
const std::vector<LossRow> kLosses{
    {"mse", "", 0},
    {"l1_loss", "", 0},
    {"huber", "delta", 0.7},
    {"smooth_l1", "beta", 1.3},
    {"log_cosh", "", 0},
    {"hinge", "", 0},
    {"sigmoid_cross_entropy_with_logits", "pos_weight", 1},
    {"sigmoid_cross_entropy_with_logits", "pos_weight", 2.5},
    {"binary_cross_entropy", "", 0},
    {"kl_div", "", 0},
};

Attributes dropped(double rate) { return {{"causal", false}, {"dropout", rate}, {"scale", 0.0}}; }
Attributes running(double momentum, bool is_unbiased) {
  return {{"eps", 0.3}, {"momentum", momentum}, {"unbiased", is_unbiased}};
}
const Operand kSeed{'u', {}, {-0x123456789abcdef0}}, kStream{'u', {}, {7}};

ir::Attributes weighed(const char* reduction, double smoothing, double z_loss) {
  return {{"label_smoothing", smoothing}, {"reduction", std::string(reduction)}, {"z_loss", z_loss}};
}
ir::Attributes ctc(const char* reduction, std::int64_t blank = 0) { return {{"blank", blank}, {"reduction", std::string(reduction)}}; }

}  // namespace

void add_network_samples(std::vector<Sample>& rows) {
  for (const char* how : {"none", "sum", "mean"}) {
    const bool each = how[0] == 'n';
    rows.insert(rows.end(), {
        {"cross_entropy", {{'x', {3, 4}}, {'i', {3}, {3, 0, 1}}}, classes(how, -100, 0, 0), each ? Extents{3} : Extents{}},
        {"cross_entropy", {{'x', {4, 3}}, {'i', {4}, {1, 2, 0, 1}}}, classes(how, 1, 0.2, 0.3), each ? Extents{4} : Extents{}},
        {"cross_entropy", {{'x', {2, 2, 3}}, {'i', {2, 2}, {2, 0, 1, 1}}}, classes(how, -100, 1, 0), each ? Extents{2, 2} : Extents{}},
    });
  }
  rows.push_back({"cross_entropy", {{'x', {0, 3}}, {'i', {0}}}, classes("sum", -100, 0.1, 0.1), {}});
  for (const char* how : {"none", "sum", "mean"}) {
    const bool each = how[0] == 'n';
    rows.insert(rows.end(), {
        {"dense_cross_entropy", {{'x', {3, 4}}, {'x', {3, 4}}}, weighed(how, 0, 0), each ? Extents{3} : Extents{}},
        {"dense_cross_entropy", {{'x', {4, 3}}, {'x', {4, 3}}}, weighed(how, 0.2, 0.3), each ? Extents{4} : Extents{}},
        {"dense_cross_entropy", {{'x', {2, 2, 3}}, {'x', {2, 2, 3}}}, weighed(how, 1, 0), each ? Extents{2, 2} : Extents{}},
        {"dense_cross_entropy", {{'x', {3}}, {'x', {3}}}, weighed(how, 0.5, 0), Extents{}},
    });
  }
  rows.push_back({"dense_cross_entropy", {{'x', {0, 3}}, {'x', {0, 3}}}, weighed("sum", 0.1, 0.1), {}});
  // Weights of classes.
  for (const char* how : {"none", "sum", "mean"}) {
    const bool each = how[0] == 'n';
    rows.insert(rows.end(), {
        {"cross_entropy", {{'x', {2, 3}}, {'i', {2}, {2, 0}}, {'x', {3}}}, classes(how, -100, 0, 0), each ? Extents{2} : Extents{}},
        {"cross_entropy", {{'x', {3, 3}}, {'i', {3}, {1, 2, 0}}, {'x', {3}}}, classes(how, 1, 0.2, 0.3), each ? Extents{3} : Extents{}},
        {"nll_loss", {{'x', {3, 3}}, {'i', {3}, {1, 2, -1}}, {'x', {3}}}, ignoring(how, -1), each ? Extents{3} : Extents{}},
    });
  }
  // Masks, biases of which an axis is repeated, and weights that are dropped.
  rows.insert(rows.end(), {
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {2, 2}}, {'x', {2, 2}}, {'b', {3, 2}}}, attention(false), {3, 2}},
      {"scaled_dot_product_attention", {{'x', {2, 2, 2}}, {'x', {2, 3, 2}}, {'x', {2, 3, 1}}, {'b', {1, 1, 3}}}, attention(true), {2, 2, 1}},
      {"scaled_dot_product_attention", {{'x', {2, 2, 2}}, {'x', {2, 3, 2}}, {'x', {2, 3, 1}}, {'x', {1, 2, 1}}}, attention(false), {2, 2, 1}},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 2}}, kSeed, kStream}, dropped(0.4), {3, 2}},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {2, 2}}, {'x', {2, 2}}, {'x', {3, 2}}, kSeed, kStream}, dropped(0.5), {3, 2}},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {2, 2}}, {'x', {2, 2}}, {'b', {1, 2}}, kSeed, kStream}, attention(true), {3, 2}},
      {"running_mean", {{'x', {3, 2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}}, eps(), {2}},
      {"running_mean", {{'x', {2, 3, 2}}, {'x', {3}}, {'x', {3}}, {'x', {3}}, {'x', {3}}}, running(0.4, true), {3}},
      {"running_variance", {{'x', {3, 2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}}, eps(), {2}},
      {"running_variance", {{'x', {2, 3, 2}}, {'x', {3}}, {'x', {3}}, {'x', {3}}, {'x', {3}}}, running(0.4, true), {3}},
      // No id is the padding: what its row gets is no derivative of the value (e2e/catalogue/catalogue_test.cpp).
      {"embedding_lookup", {{'x', {4, 3}}, {'i', {2, 2}, {3, 0, 3, 1}}}, {{"padding_idx", std::int64_t{2}}}, {2, 2, 3}},
      {"embedding_lookup", {{'x', {4}}, {'i', {}, {1}}}, {{"padding_idx", std::int64_t{0}}}, {}},
      {"embedding_lookup", {{'x', {4, 3}}, {'i', {0}}}, {{"padding_idx", std::int64_t{-1}}}, {0, 3}},
  });
  for (bool interleaved : {false, true})
    rows.insert(rows.end(), {
        {"rotary_embedding", {{'x', {3, 4}}, {'x', {3, 2}}, {'x', {3, 2}}}, rotary(interleaved), {3, 4}},
        {"rotary_embedding", {{'x', {2, 2, 3, 2}}, {'x', {3, 1}}, {'x', {3, 1}}}, rotary(interleaved), {2, 2, 3, 2}},
        {"rotary_embedding", {{'x', {0, 2, 4}}, {'x', {2, 2}}, {'x', {2, 2}}}, rotary(interleaved), {0, 2, 4}},
    });
  // Heads that share keys; and what is seen counted from the first query.
  for (bool causal : {false, true})
    rows.push_back({"scaled_dot_product_attention", {{'x', {2, 3, 2, 2}}, {'x', {2, 1, 4, 2}}, {'x', {2, 1, 4, 3}}},
                    attention(causal), {2, 3, 2, 3}});
  rows.push_back({"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 2}}},
                  {{"causal", true}, {"scale", 0.0}, {"top_left", true}}, {3, 2}});

  for (const LossRow& row : kLosses)
    for (const char* how : {"mean", "sum", "none"})
      for (const std::vector<std::int64_t>& extents :
           std::vector<std::vector<std::int64_t>>{{5}, {3, 2}, {2, 1, 2}, {}, {0, 2}}) {
        const bool is_scalar = how != std::string("none");
        if (is_scalar && extents.size() == 2 && extents[0] == 0 && how == std::string("mean")) continue;  // NaN
        rows.push_back({row.op, {{'x', extents}, {'x', extents}}, loss(how, row.name, row.value),
                        is_scalar ? std::vector<std::int64_t>{} : extents});
      }
  rows.insert(rows.end(), {
      {"layer_norm", {{'x', {5}}, {'x', {5}}, {'x', {5}}}, eps(), {5}},
      {"layer_norm", {{'x', {3, 4}}, {'x', {4}}, {'x', {4}}}, eps(1e-5), {3, 4}},
      {"layer_norm", {{'x', {2, 3, 2}}, {'x', {3, 2}}, {'x', {3, 2}}}, eps(), {2, 3, 2}},
      {"layer_norm", {{'x', {2, 1}}, {'x', {1}}, {'x', {1}}}, eps(), {2, 1}},
      {"layer_norm", {{'x', {0, 3}}, {'x', {3}}, {'x', {3}}}, eps(), {0, 3}},
      {"rms_norm", {{'x', {5}}, {'x', {5}}}, eps(), {5}},
      {"rms_norm", {{'x', {2, 3, 4}}, {'x', {4}}}, eps(1e-6), {2, 3, 4}},
      {"rms_norm", {{'x', {2, 3, 2}}, {'x', {3, 2}}}, eps(), {2, 3, 2}},
      {"rms_norm", {{'x', {0, 3}}, {'x', {3}}}, eps(), {0, 3}},
      {"instance_norm", {{'x', {2, 3, 4}}, {'x', {3}}, {'x', {3}}}, eps(), {2, 3, 4}},
      {"instance_norm", {{'x', {1, 2, 2, 3}}, {'x', {2}}, {'x', {2}}}, eps(), {1, 2, 2, 3}},
      {"instance_norm", {{'x', {0, 2, 3}}, {'x', {2}}, {'x', {2}}}, eps(), {0, 2, 3}},
      {"group_norm", {{'x', {2, 4, 3}}, {'x', {4}}, {'x', {4}}}, groups(2), {2, 4, 3}},
      {"group_norm", {{'x', {2, 6}}, {'x', {6}}, {'x', {6}}}, groups(3), {2, 6}},
      {"group_norm", {{'x', {1, 4, 2, 2}}, {'x', {4}}, {'x', {4}}}, groups(1), {1, 4, 2, 2}},
      {"group_norm", {{'x', {0, 2, 3}}, {'x', {2}}, {'x', {2}}}, groups(2), {0, 2, 3}},
      {"batch_norm_inference", {{'x', {3, 2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}}, eps(), {3, 2}},
      {"batch_norm_inference", {{'x', {2, 3, 2}}, {'x', {3}}, {'x', {3}}, {'x', {3}}, {'x', {3}}}, eps(), {2, 3, 2}},
      {"batch_norm_inference", {{'x', {0, 2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}, {'x', {2}}}, eps(), {0, 2}},
      {"batch_norm_training", {{'x', {3, 2}}, {'x', {2}}, {'x', {2}}}, eps(), {3, 2}},
      {"batch_norm_training", {{'x', {2, 3, 2}}, {'x', {3}}, {'x', {3}}}, eps(1e-5), {2, 3, 2}},
      {"batch_norm_training", {{'x', {2, 1, 2, 2}}, {'x', {1}}, {'x', {1}}}, eps(), {2, 1, 2, 2}},
      {"batch_norm_training", {{'x', {1, 2}}, {'x', {2}}, {'x', {2}}}, eps(), {1, 2}},
      {"batch_norm_training", {{'x', {2, 0, 2}}, {'x', {0}}, {'x', {0}}}, eps(), {2, 0, 2}},
      {"batch_mean", {{'x', {3, 2}}, {'x', {2}}, {'x', {2}}}, eps(), {2}},
      {"batch_mean", {{'x', {2, 3, 2}}, {'x', {3}}, {'x', {3}}}, unbiased(), {3}},
      {"batch_variance", {{'x', {3, 2}}, {'x', {2}}, {'x', {2}}}, eps(), {2}},
      {"batch_variance", {{'x', {2, 3, 2}}, {'x', {3}}, {'x', {3}}}, unbiased(), {3}},
      {"local_response_norm", {{'x', {2, 4, 3}}}, response(3), {2, 4, 3}},
      {"local_response_norm", {{'x', {1, 3, 2, 2}}}, response(2), {1, 3, 2, 2}},
      {"local_response_norm", {{'x', {1, 2, 1}}}, response(5), {1, 2, 1}},
      {"weight_norm", {{'x', {3, 2}}, {'x', {3}}}, axis(0), {3, 2}},
      {"weight_norm", {{'x', {2, 3, 2}}, {'x', {3}}}, axis(1), {2, 3, 2}},
      {"weight_norm", {{'x', {0, 2}}, {'x', {0}}}, axis(0), {0, 2}},
      {"nll_loss", {{'x', {4}}, {'i', {}, {2}}}, ignoring("none", -1), {}},
      {"nll_loss", {{'x', {3, 4}}, {'i', {3}, {3, 0, 0}}}, ignoring("mean", -100), {}},
      {"nll_loss", {{'x', {3, 4}}, {'i', {3}, {3, 1, 0}}}, ignoring("mean", 1), {}},
      {"nll_loss", {{'x', {2, 2, 3}}, {'i', {2, 2}, {-7, 0, 2, 1}}}, ignoring("none", -7), {2, 2}},
      {"nll_loss", {{'x', {3, 4}}, {'i', {3}, {3, 0, 0}}}, ignoring("sum", 0), {}},
      {"nll_loss", {{'x', {0, 3}}, {'i', {0}}}, ignoring("sum", -1), {}},
      {"lstm_state", {{'x', {2, 3}}, {'x', {2, 2}}, {'x', {2, 2}}, {'x', {8, 3}}, {'x', {8, 2}}, {'x', {8}}}, {}, {2, 2}},
      {"lstm_state", {{'x', {1}}, {'x', {1}}, {'x', {1}}, {'x', {4, 1}}, {'x', {4, 1}}, {'x', {4}}}, {}, {1}},
      {"lstm_memory", {{'x', {2, 3}}, {'x', {2, 2}}, {'x', {2, 2}}, {'x', {8, 3}}, {'x', {8, 2}}, {'x', {8}}}, {}, {2, 2}},
      {"lstm_memory", {{'x', {0, 3}}, {'x', {0, 2}}, {'x', {0, 2}}, {'x', {8, 3}}, {'x', {8, 2}}, {'x', {8}}}, {}, {0, 2}},
      {"gru_cell", {{'x', {2, 3}}, {'x', {2, 2}}, {'x', {6, 3}}, {'x', {6, 2}}, {'x', {6}}, {'x', {6}}}, {}, {2, 2}},
      {"gru_cell", {{'x', {1}}, {'x', {2}}, {'x', {6, 1}}, {'x', {6, 2}}, {'x', {6}}, {'x', {6}}}, {}, {2}},
      {"ctc_loss", {{'x', {4, 2, 3}}, {'i', {2, 2}, {1, 2, 2, 2}}, {'i', {2}, {4, 3}}, {'i', {2}, {2, 1}}}, ctc("none"), {2}},
      {"ctc_loss", {{'x', {3, 1, 3}}, {'i', {1, 2}, {0, 2}}, {'i', {1}, {3}}, {'i', {1}, {2}}}, ctc("mean", 1), {}},
      {"ctc_loss", {{'x', {2, 2, 3}}, {'i', {2, 1}, {1, 9}}, {'i', {2}, {2, 1}}, {'i', {2}, {1, 0}}}, ctc("sum"), {}},
      {"ctc_loss", {{'x', {2, 1, 2}}, {'i', {1, 0}}, {'i', {1}, {2}}, {'i', {1}, {0}}}, ctc("none"), {1}},
      {"ctc_loss", {{'x', {2, 0, 2}}, {'i', {0, 1}}, {'i', {0}}, {'i', {0}}}, ctc("none"), {0}},
      {"embedding_bag", {{'x', {4, 3}}, {'i', {2, 2}, {3, 0, 3, 3}}}, {{"reduction", std::string("mean")}}, {2, 3}},
      {"embedding_bag", {{'x', {4, 3}}, {'i', {3}, {1, 1, 2}}}, {{"reduction", std::string("sum")}}, {3}},
      {"embedding_bag", {{'x', {4, 3}}, {'i', {2, 0}}}, {{"reduction", std::string("sum")}}, {2, 3}},
      {"embedding_bag", {{'x', {4, 3}}, {'i', {2, 2}, {3, 0, 2, 1}}}, {{"reduction", std::string("max")}}, {2, 3}},
      {"triplet_loss", {{'x', {3, 4}}, {'x', {3, 4}}, {'x', {3, 4}}}, {{"margin", 1.5}, {"reduction", std::string("mean")}}, {}},
      {"triplet_loss", {{'x', {2, 1, 3}}, {'x', {2, 1, 3}}, {'x', {2, 1, 3}}}, {{"margin", 4.0}, {"reduction", std::string("none")}}, {2, 1}},
      {"triplet_loss", {{'x', {4}}, {'x', {4}}, {'x', {4}}}, {{"margin", 9.0}, {"reduction", std::string("sum")}}, {}},
      {"glu", {{'x', {4}}}, axis(0), {2}},
      {"glu", {{'x', {2, 6}}}, axis(1), {2, 3}},
      {"glu", {{'x', {4, 3}}}, axis(0), {2, 3}},
      {"glu", {{'x', {2, 0}}}, axis(1), {2, 0}},
  });
  for (bool causal : {false, true}) {
    rows.insert(rows.end(), {
        {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 5}}}, attention(causal), {3, 5}},
        {"scaled_dot_product_attention", {{'x', {4, 2}}, {'x', {2, 2}}, {'x', {2, 1}}}, attention(causal, 0.7), {4, 1}},
        {"scaled_dot_product_attention", {{'x', {2, 3, 2}}, {'x', {2, 3, 2}}, {'x', {2, 3, 2}}}, attention(causal), {2, 3, 2}},
        {"scaled_dot_product_attention", {{'x', {2, 2, 3}}, {'x', {2, 4, 3}}, {'x', {2, 4, 2}}, {'x', {2, 2, 4}}},
         attention(causal, 0.5), {2, 2, 2}},
        {"scaled_dot_product_attention", {{'x', {2, 3}}, {'x', {0, 3}}, {'x', {0, 2}}}, attention(causal), {2, 2}},
        {"scaled_dot_product_attention", {{'x', {0, 2, 3}}, {'x', {0, 2, 3}}, {'x', {0, 2, 3}}}, attention(causal), {0, 2, 3}},
    });
  }
}

void add_network_refusals(std::vector<Refusal>& rows) {
  rows.insert(rows.end(), {
      {"cross_entropy", {{'x', {3, 4}}, {'i', {2}}}, classes("mean", -100, 0, 0), DiagnosticId::shape_mismatch},
      {"cross_entropy", {{'x', {3, 4}}, {'i', {3}}}, classes("mean", -100, 1.5, 0), DiagnosticId::attribute_value},
      {"cross_entropy", {{'x', {3, 4}}, {'i', {3}}}, classes("most", -100, 0, 0), DiagnosticId::attribute_value},
      {"cross_entropy", {{'x', {3, 4}}, {'i', {3}}, {'x', {3}}}, classes("mean", -100, 0, 0), DiagnosticId::shape_mismatch},
      {"cross_entropy", {{'x', {3, 4}}, {'i', {3}}, {'b', {4}}}, classes("mean", -100, 0, 0), DiagnosticId::element_types_differ},
      {"cross_entropy", {{'x', {3, 4}}}, classes("mean", -100, 0, 0), DiagnosticId::operand_count},
      {"dense_cross_entropy", {{'x', {3, 4}}, {'x', {3, 3}}}, weighed("mean", 0, 0), DiagnosticId::shape_mismatch},
      {"dense_cross_entropy", {{'x', {3, 4}}, {'x', {3, 4}}}, weighed("mean", -0.5, 0), DiagnosticId::attribute_value},
      {"dense_cross_entropy", {{'x', {3, 4}}, {'x', {3, 4}}}, weighed("most", 0, 0), DiagnosticId::attribute_value},
      {"dense_cross_entropy", {{'x', {3, 4}}, {'x', {3, 4}}}, classes("mean", 3, 0, 0), DiagnosticId::attribute_value},
      {"dense_cross_entropy", {{'x', {}}, {'x', {}}}, weighed("mean", 0, 0), DiagnosticId::rank},
      {"nll_loss", {{'x', {3, 4}}, {'i', {3}}, {'x', {1, 4}}}, ignoring("sum", -1), DiagnosticId::type_mismatch},
      {"embedding_lookup", {{'x', {}}, {'i', {2}}}, {{"padding_idx", std::int64_t{0}}}, DiagnosticId::rank},
      {"embedding_lookup", {{'x', {3}}, {'x', {2}}}, {{"padding_idx", std::int64_t{0}}}, DiagnosticId::element_type},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 2}}}, dropped(0.5), DiagnosticId::attribute_value},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 2}}, kSeed, kStream}, dropped(1.5), DiagnosticId::attribute_value},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 2}}, kSeed, {'n', {}, {1}}}, dropped(0.5), DiagnosticId::type_mismatch},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 2}}, {'b', {2, 4}}}, attention(false), DiagnosticId::shape_mismatch},
      {"running_mean", {{'x', {3, 2}}, {'x', {2}}, {'x', {2}}, {'x', {3}}, {'x', {2}}}, eps(), DiagnosticId::shape_mismatch},
      {"running_variance", {{'x', {3}}, {'x', {3}}, {'x', {3}}, {'x', {3}}, {'x', {3}}}, eps(), DiagnosticId::rank},
      {"rotary_embedding", {{'x', {3, 5}}, {'x', {3, 2}}, {'x', {3, 2}}}, rotary(false), DiagnosticId::attribute_value},
      {"rotary_embedding", {{'x', {3, 4}}, {'x', {3, 4}}, {'x', {3, 2}}}, rotary(false), DiagnosticId::shape_mismatch},
      {"rotary_embedding", {{'x', {4}}, {'x', {3, 2}}, {'x', {3, 2}}}, rotary(false), DiagnosticId::rank},
      {"scaled_dot_product_attention", {{'x', {2, 3, 2, 2}}, {'x', {2, 2, 4, 2}}, {'x', {2, 2, 4, 3}}}, attention(false),
       DiagnosticId::shape_mismatch},
  });
  for (const LossRow& row : kLosses)
    rows.insert(rows.end(), {
        {row.op, {{'b', {2}}, {'b', {2}}}, loss("mean", row.name, row.value), DiagnosticId::element_type},
        {row.op, {{'x', {2}}, {'x', {3}}}, loss("mean", row.name, row.value), DiagnosticId::shape_mismatch},
        {row.op, {{'x', {3, 1}}, {'x', {3}}}, loss("sum", row.name, row.value), DiagnosticId::type_mismatch},
        {row.op, {{'x', {3}}, {'x', {3}}}, loss("median", row.name, row.value), DiagnosticId::attribute_value},
    });
  for (double bad : {0.0, -1.0, std::nan("")}) {
    rows.push_back({"huber", {{'x', {3}}, {'x', {3}}}, loss("mean", "delta", bad), DiagnosticId::attribute_value});
    rows.push_back({"smooth_l1", {{'x', {3}}, {'x', {3}}}, loss("mean", "beta", bad), DiagnosticId::attribute_value});
  }
  rows.insert(rows.end(), {
      {"layer_norm", {{'x', {2, 3}}, {'x', {2}}, {'x', {2}}}, eps(), DiagnosticId::shape_mismatch},
      {"layer_norm", {{'x', {2, 3}}, {'x', {3}}, {'x', {2, 3}}}, eps(), DiagnosticId::type_mismatch},
      {"layer_norm", {{'x', {3}}, {'x', {}}, {'x', {}}}, eps(), DiagnosticId::rank},
      {"layer_norm", {{'x', {3}}, {'x', {2, 3}}, {'x', {2, 3}}}, eps(), DiagnosticId::rank},
      {"layer_norm", {{'i', {3}}, {'i', {3}}, {'i', {3}}}, eps(), DiagnosticId::element_type},
      {"rms_norm", {{'x', {2, 3}}, {'x', {2}}}, eps(), DiagnosticId::shape_mismatch},
      {"instance_norm", {{'x', {2, 3}}, {'x', {3}}, {'x', {3}}}, eps(), DiagnosticId::rank},
      {"instance_norm", {{'x', {2, 3, 2}}, {'x', {2}}, {'x', {2}}}, eps(), DiagnosticId::shape_mismatch},
      {"group_norm", {{'x', {2, 4, 3}}, {'x', {4}}, {'x', {4}}}, groups(3), DiagnosticId::attribute_value},
      {"group_norm", {{'x', {2, 4, 3}}, {'x', {4}}, {'x', {4}}}, groups(0), DiagnosticId::attribute_value},
      {"group_norm", {{'x', {4}}, {'x', {4}}, {'x', {4}}}, groups(2), DiagnosticId::rank},
      {"batch_norm_inference", {{'x', {3, 2}}, {'x', {3}}, {'x', {3}}, {'x', {3}}, {'x', {3}}}, eps(), DiagnosticId::shape_mismatch},
      {"batch_norm_training", {{'x', {3, 2}}, {'x', {3}}, {'x', {3}}}, eps(), DiagnosticId::shape_mismatch},
      {"batch_norm_training", {{'x', {3}}, {'x', {3}}, {'x', {3}}}, eps(), DiagnosticId::rank},
      {"batch_mean", {{'x', {3, 2}}, {'x', {3}}, {'x', {3}}}, eps(), DiagnosticId::shape_mismatch},
      {"batch_variance", {{'i', {3, 2}}, {'i', {2}}, {'i', {2}}}, eps(), DiagnosticId::element_type},
      {"local_response_norm", {{'x', {2, 4, 3}}}, response(0), DiagnosticId::attribute_value},
      {"local_response_norm", {{'x', {2, 4}}}, response(2), DiagnosticId::rank},
      {"weight_norm", {{'x', {3, 2}}, {'x', {2}}}, axis(0), DiagnosticId::shape_mismatch},
      {"weight_norm", {{'x', {3, 2}}, {'x', {2}}}, axis(2), DiagnosticId::axis_out_of_range},
      {"nll_loss", {{'x', {3, 4}}, {'x', {3}}}, ignoring("sum", -1), DiagnosticId::element_type},
      {"nll_loss", {{'x', {3, 4}}, {'i', {4}}}, ignoring("sum", -1), DiagnosticId::shape_mismatch},
      {"nll_loss", {{'x', {}}, {'i', {}}}, ignoring("sum", -1), DiagnosticId::rank},
      {"nll_loss", {{'x', {3, 4}}, {'i', {3}}}, ignoring("max", -1), DiagnosticId::attribute_value},
      {"lstm_state", {{'x', {2, 3}}, {'x', {2, 2}}, {'x', {2, 2}}, {'x', {6, 3}}, {'x', {8, 2}}, {'x', {8}}}, {}, DiagnosticId::shape_mismatch},
      {"lstm_memory", {{'x', {2, 3}}, {'x', {2, 2}}, {'x', {3, 2}}, {'x', {8, 3}}, {'x', {8, 2}}, {'x', {8}}}, {}, DiagnosticId::shape_mismatch},
      {"gru_cell", {{'x', {2, 3}}, {'x', {2, 2}}, {'x', {6}}, {'x', {6, 2}}, {'x', {6}}, {'x', {6}}}, {}, DiagnosticId::rank},
      {"ctc_loss", {{'x', {4, 2}}, {'i', {2, 2}}, {'i', {2}}, {'i', {2}}}, ctc("none"), DiagnosticId::rank},
      {"ctc_loss", {{'x', {4, 2, 3}}, {'i', {2}}, {'i', {2}}, {'i', {2}}}, ctc("none"), DiagnosticId::rank},
      {"ctc_loss", {{'x', {4, 2, 3}}, {'i', {2, 2}}, {'i', {2, 1}}, {'i', {2}}}, ctc("none"), DiagnosticId::rank},
      {"ctc_loss", {{'x', {4, 2, 3}}, {'i', {3, 2}}, {'i', {2}}, {'i', {2}}}, ctc("none"), DiagnosticId::shape_mismatch},
      {"ctc_loss", {{'x', {4, 2, 3}}, {'i', {2, 2}}, {'i', {2}}, {'i', {3}}}, ctc("none"), DiagnosticId::shape_mismatch},
      {"ctc_loss", {{'x', {4, 2, 3}}, {'x', {2, 2}}, {'i', {2}}, {'i', {2}}}, ctc("none"), DiagnosticId::element_type},
      {"ctc_loss", {{'x', {4, 2, 3}}, {'i', {2, 2}}, {'i', {2}}, {'i', {2}}}, ctc("max"), DiagnosticId::attribute_value},
      {"embedding_bag", {{'x', {4, 3}}, {'i', {}}}, {{"reduction", std::string("sum")}}, DiagnosticId::rank},
      {"embedding_bag", {{'x', {4, 3}}, {'i', {2}}}, {{"reduction", std::string("none")}}, DiagnosticId::attribute_value},
      {"embedding_bag", {{'x', {4, 3}}, {'i', {2, 0}}}, {{"reduction", std::string("max")}}, DiagnosticId::attribute_value},
      {"triplet_loss", {{'x', {3}}, {'x', {4}}, {'x', {3}}}, {{"margin", 1.0}, {"reduction", std::string("sum")}}, DiagnosticId::shape_mismatch},
      {"triplet_loss", {{'x', {}}, {'x', {}}, {'x', {}}}, {{"margin", 1.0}, {"reduction", std::string("sum")}}, DiagnosticId::rank},
      {"glu", {{'x', {3}}}, axis(0), DiagnosticId::attribute_value},
      {"glu", {{'x', {4}}}, axis(1), DiagnosticId::axis_out_of_range},
      {"glu", {{'i', {4}}}, axis(0), DiagnosticId::element_type},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}}, attention(false), DiagnosticId::operand_count},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 3}}, {'x', {4, 5}}}, attention(false), DiagnosticId::shape_mismatch},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {3, 5}}}, attention(false), DiagnosticId::shape_mismatch},
      {"scaled_dot_product_attention", {{'x', {3, 2}}, {'x', {4, 2}}, {'x', {4, 5}}, {'x', {4, 3}}}, attention(false), DiagnosticId::shape_mismatch},
      {"scaled_dot_product_attention", {{'x', {2, 3, 2}}, {'x', {3, 3, 2}}, {'x', {3, 3, 2}}}, attention(false), DiagnosticId::shape_mismatch},
      {"scaled_dot_product_attention", {{'x', {3}}, {'x', {3}}, {'x', {3}}}, attention(false), DiagnosticId::rank},
  });
}

void add_network_accepts(std::vector<Accepts>& rows) {
  for (std::size_t i = 0; i < kLosses.size(); ++i)
    if (i == 0 || kLosses[i].op != kLosses[i - 1].op) rows.push_back({kLosses[i].op, Elements::floats});
  for (std::string_view op : {"layer_norm", "rms_norm", "instance_norm", "group_norm", "batch_norm_inference", "batch_norm_training", "batch_mean", "batch_variance", "running_mean", "running_variance",
                              "local_response_norm", "weight_norm", "nll_loss", "cross_entropy", "dense_cross_entropy", "rotary_embedding",
                              "lstm_state", "lstm_memory", "gru_cell", "embedding_bag", "ctc_loss", "triplet_loss",
                              "glu", "scaled_dot_product_attention"})
    rows.push_back({op, Elements::floats});
  rows.push_back({"embedding_lookup", Elements::fields});
}

}  // namespace ops_test
