// Element types that an op doesn't take are refused by the first line of the op, which names it and says what to do: not
// by what it is made of, and no failed substitutions or errors inside headers after it. One source holds every call.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

// `taken` has a letter for each class that the op takes: F floating point, I integers, B bool, C complex numbers. `call` is
// made with T = a type of each class that isn't there.
struct Row {
  std::string op, taken, what, call;
};

const std::string kReal = "real floating point elements", kField = "floating point or complex elements",
                  kNumbers = "numbers", kOrdered = "real or integer elements", kBool = "elements of bool",
                  kInteger = "integers", kIndex = ": ";

const std::vector<Row> kRows{
    {"less", "FI", kOrdered, "gradc::less(x<T, 2>(), x<T, 2>())"},
    {"less_equal", "FI", kOrdered, "x<T, 2>() <= T(1)"},
    {"greater", "FI", kOrdered, "x<T, 2>() > x<T, 2>()"},
    {"greater_equal", "FI", kOrdered, "gradc::greater_equal(x<T, 2>(), T(1))"},
    {"logical_and", "B", kBool, "gradc::logical_and(x<T, 2>(), x<T, 2>())"},
    {"logical_or", "B", kBool, "gradc::logical_or(x<T, 2>(), x<T, 2>())"},
    {"logical_xor", "B", kBool, "gradc::logical_xor(x<T, 2>(), x<T, 2>())"},
    {"logical_not", "B", kBool, "gradc::logical_not(x<T, 2>())"},
    {"bitwise_and", "I", kInteger, "gradc::bitwise_and(x<T, 2>(), x<T, 2>())"},
    {"bitwise_or", "I", kInteger, "gradc::bitwise_or(x<T, 2>(), x<T, 2>())"},
    {"bitwise_xor", "I", kInteger, "gradc::bitwise_xor(x<T, 2>(), x<T, 2>())"},
    {"bitwise_not", "I", kInteger, "gradc::bitwise_not(x<T, 2>())"},
    {"left_shift", "I", kInteger, "gradc::left_shift(x<T, 2>(), x<T, 2>())"},
    {"right_shift", "I", kInteger, "gradc::right_shift(x<T, 2>(), x<T, 2>())"},
    {"where", "B", "a condition of bool", "gradc::where(x<T, 2>(), 1.0f, 2.0f)"},
    {"select_n", "I", "integer indices", "gradc::select_n(x<T, 2>(), {x<float, 2>(), x<float, 2>()})"},
    {"isclose", "F", kReal, "gradc::isclose(x<T, 2>(), x<T, 2>())"},
    {"astype", "FIB", "", "gradc::astype<double>(x<T, 2>())"},
    {"bitcast", "FI", "real numbers and integers", "gradc::bitcast<std::int64_t>(x<T, 2>())"},
    {"reduce_precision", "F", "", "gradc::reduce_precision(x<T, 2>(), 5, 10)"},
    {"sum", "FIC", kNumbers, "gradc::sum(x<T, 2>(), 1)"},
    {"mean", "FC", kField, "gradc::mean(x<T, 2>())"},
    {"prod", "FIC", kNumbers, "gradc::prod(x<T, 2>(), {0, 1})"},
    {"max", "FI", kOrdered, "gradc::max(x<T, 2>())"},
    {"min", "FI", kOrdered, "gradc::min(x<T, 2>(), gradc::keepdims)"},
    {"any", "B", kBool, "gradc::any(x<T, 2>())"},
    {"all", "B", kBool, "gradc::all(x<T, 2>(), 0)"},
    {"count_nonzero", "FIB", "elements that are not complex", "gradc::count_nonzero(x<T, 2>())"},
    {"argmax", "FI", "", "gradc::argmax(x<T, 2>(), 0)"},
    {"argmin", "FI", "", "gradc::argmin(x<T, 2>(), 0)"},
    {"logsumexp", "F", kReal, "gradc::logsumexp(x<T, 2>())"},
    {"logmeanexp", "F", kReal, "gradc::logmeanexp(x<T, 2>())"},
    {"var", "FC", kField, "gradc::var(x<T, 2>(), 1)"},
    {"std", "FC", kField, "gradc::std(x<T, 2>(), 1)"},
    {"var_mean", "F", kReal, "gradc::var_mean(x<T, 2>(), 1)"},
    {"vector_norm", "FC", kField, "gradc::vector_norm(x<T, 2>())"},
    {"normalize", "F", kReal, "gradc::normalize(x<T, 2>())"},
    {"cosine_similarity", "F", kReal, "gradc::cosine_similarity(x<T, 2>(), x<T, 2>())"},
    {"cumsum", "FIC", kNumbers, "gradc::cumsum(x<T, 2>(), 0)"},
    {"cumprod", "FC", kField, "gradc::cumprod(x<T, 2>(), 0)"},
    {"cumlogsumexp", "F", kReal, "gradc::cumlogsumexp(x<T, 2>(), 0)"},
    {"cummax", "FI", kOrdered, "gradc::cummax(x<T, 2>(), 0)"},
    {"cummin", "FI", kOrdered, "gradc::cummin(x<T, 2>(), 0)"},
    {"segment_sum", "FIC", kNumbers, "gradc::segment_sum(x<T, 2>(), x<int, 1>(), 2)"},
    {"segment_sum", "I", kIndex, "gradc::segment_sum(x<float, 2>(), x<T, 1>(), 2)"},
    {"trace", "FIC", kNumbers, "gradc::trace(x<T, 2>())"},
    {"dynamic_slice", "I", "", "gradc::dynamic_slice(x<float, 2>(), x<T, 1>(), {1, 1})"},
    {"take", "I", kIndex, "gradc::take(x<float, 2>(), x<T, 1>())"},
    {"take_along_axis", "I", kIndex, "gradc::take_along_axis(x<float, 2>(), x<T, 2>(), 0)"},
    {"add_along_axis", "FIC", kNumbers, "gradc::add_along_axis(x<T, 2>(), x<int, 2>(), x<T, 2>(), 0)"},
    {"add_along_axis", "I", kIndex, "gradc::add_along_axis(x<float, 2>(), x<T, 2>(), x<float, 2>(), 0)"},
    {"scatter_add", "FIC", kNumbers, "gradc::scatter_add(x<T, 2>(), x<int, 1>(), x<T, 2>())"},
    {"scatter_mul", "FIC", kNumbers, "gradc::scatter_mul(x<T, 2>(), x<int, 1>(), x<T, 2>())"},
    {"scatter_max", "FI", kOrdered, "gradc::scatter_max(x<T, 2>(), x<int, 1>(), x<T, 2>())"},
    {"scatter_min", "FI", kOrdered, "gradc::scatter_min(x<T, 2>(), x<int, 1>(), x<T, 2>())"},
    {"scatter_add", "I", kIndex, "gradc::scatter_add(x<float, 2>(), x<T, 1>(), x<float, 2>())"},
    {"scatter_mul", "I", kIndex, "gradc::scatter_mul(x<float, 2>(), x<T, 1>(), x<float, 2>())"},
    {"scatter_update", "I", kIndex, "gradc::scatter_update(x<float, 2>(), x<T, 1>(), x<float, 2>())"},
    {"scatter_max", "I", kIndex, "gradc::scatter_max(x<float, 2>(), x<T, 1>(), x<float, 2>())"},
    {"scatter_min", "I", kIndex, "gradc::scatter_min(x<float, 2>(), x<T, 1>(), x<float, 2>())"},
    {"gather_nd", "I", "", "gradc::gather_nd<2>(x<float, 2>(), x<T, 2>())"},
    {"scatter_nd_add", "FIC", kNumbers, "gradc::scatter_nd_add<2>(x<T, 2>(), x<int, 2>(), x<T, 1>())"},
    {"embedding_lookup", "I", kIndex, "gradc::embedding_lookup(x<double, 2>(), x<T, 1>())"},
    {"one_hot", "I", kIndex, "gradc::one_hot(x<T, 1>(), 3)"},
    {"sort", "FI", kOrdered, "gradc::sort(x<T, 2>())"},
    {"argsort", "FI", kOrdered, "gradc::argsort(x<T, 2>())"},
    {"top_k", "FI", kOrdered, "gradc::top_k(x<T, 2>(), 1)"},
    {"top_k_values", "FI", kOrdered, "gradc::top_k_values(x<T, 2>(), 1)"},
    {"top_k_indices", "FI", kOrdered, "gradc::top_k_indices(x<T, 2>(), 1)"},
    {"median", "F", kReal, "gradc::median(x<T, 2>(), 0)"},
    {"quantile", "F", kReal, "gradc::quantile(x<T, 2>(), 0.5, 0)"},
    {"masked_fill", "B", "a mask of bool", "gradc::masked_fill(x<float, 2>(), x<T, 2>(), 1.0f)"},
    {"compress", "B", "a mask that is a vector of bool", "gradc::compress(x<float, 2>(), x<T, 1>(), 2)"},
    {"nonzero", "B", "a vector of bool", "gradc::nonzero(x<T, 1>(), 2)"},
    {"searchsorted", "FI", kOrdered, "gradc::searchsorted(x<T, 1>(), x<T, 2>())"},
    {"bincount", "I", kIndex, "gradc::bincount(x<T, 1>(), 3)"},
    {"bincount", "FIC", "weights that are numbers", "gradc::bincount(x<int, 1>(), 3, x<T, 1>())"},
    {"repeat", "I", kIndex, "gradc::repeat(x<float, 2>(), x<T, 1>(), 3, 0)"},
    {"ravel_index", "I", kIndex, "gradc::ravel_index(x<T, 2>(), {2, 3})"},
    {"conv1d", "FC", kField, "gradc::conv1d(x<T, 3>(), x<T, 3>())"},
    {"conv2d", "FC", kField, "gradc::conv2d(x<T, 4>(), x<T, 4>(), gradc::ConvChannelsLast())"},
    {"conv3d", "FC", kField, "gradc::conv3d(x<T, 5>(), x<T, 5>())"},
    {"conv_transpose2d", "FC", kField, "gradc::conv_transpose2d(x<T, 4>(), x<T, 4>())"},
    {"max_pool1d", "F", kReal, "gradc::max_pool1d(x<T, 3>(), 2)"},
    {"max_pool2d", "F", kReal, "gradc::max_pool2d(x<T, 4>(), {2, 2}, gradc::PoolChannelsLast())"},
    {"avg_pool2d", "F", kReal, "gradc::avg_pool2d(x<T, 4>(), 2)"},
    {"avg_pool3d", "F", kReal, "gradc::avg_pool3d(x<T, 5>(), 2)"},
    {"lp_pool2d", "F", kReal, "gradc::lp_pool2d(x<T, 4>(), 2, 2)"},
    {"global_avg_pool", "F", kReal, "gradc::global_avg_pool(x<T, 4>())"},
    {"adaptive_avg_pool", "F", kReal, "gradc::adaptive_avg_pool(x<T, 4>(), {2, 2})"},
    {"resize_nearest", "F", kReal, "gradc::resize_nearest(x<T, 4>(), {2, 2})"},
    {"resize_bilinear", "F", kReal, "gradc::resize_bilinear(x<T, 4>(), {2, 2})"},
    {"unfold", "F", kReal, "gradc::unfold(x<T, 4>(), {2, 2})"},
    {"fold", "F", kReal, "gradc::fold(x<T, 3>(), {4, 4}, {2, 2})"},
    {"layer_norm", "F", kReal, "gradc::layer_norm(x<T, 2>(), x<T, 1>(), x<T, 1>())"},
    {"rms_norm", "F", kReal, "gradc::rms_norm(x<T, 2>(), x<T, 1>())"},
    {"group_norm", "F", kReal, "gradc::group_norm(x<T, 3>(), x<T, 1>(), x<T, 1>(), 2)"},
    {"instance_norm", "F", kReal, "gradc::instance_norm(x<T, 3>(), x<T, 1>(), x<T, 1>())"},
    {"batch_norm_inference", "F", kReal,
     "gradc::batch_norm_inference(x<T, 3>(), x<T, 1>(), x<T, 1>(), x<T, 1>(), x<T, 1>())"},
    {"batch_norm_training", "F", kReal, "gradc::batch_norm_training(x<T, 3>(), x<T, 1>(), x<T, 1>())"},
    {"local_response_norm", "F", kReal, "gradc::local_response_norm(x<T, 3>(), 2)"},
    {"weight_norm", "F", kReal, "gradc::weight_norm(x<T, 2>(), x<T, 1>())"},
    {"softmax", "F", kReal, "gradc::softmax(x<T, 2>())"},
    {"log_softmax", "F", kReal, "gradc::log_softmax(x<T, 2>())"},
    {"softmax_cross_entropy", "F", "real floating point logits", "gradc::softmax_cross_entropy(x<T, 2>(), x<int, 1>())"},
    {"softmax_cross_entropy", "F", "real floating point logits",
     "gradc::softmax_cross_entropy(x<T, 2>(), x<T, 2>(), gradc::averaged)"},
    {"cross_entropy", "F", kReal, "gradc::cross_entropy(x<T, 2>(), x<int, 1>())"},
    {"cross_entropy", "F", kReal, "gradc::cross_entropy(x<T, 2>(), x<int, 1>(), x<T, 1>())"},
    {"nll_loss", "F", kReal, "gradc::nll_loss(x<T, 2>(), x<int, 1>())"},
    {"mse", "F", kReal, "gradc::mse(x<T, 2>(), x<T, 2>())"},
    {"l1_loss", "F", kReal, "gradc::l1_loss(x<T, 2>(), x<T, 2>())"},
    {"huber", "F", kReal, "gradc::huber(x<T, 2>(), x<T, 2>(), 0.5)"},
    {"smooth_l1", "F", kReal, "gradc::smooth_l1(x<T, 2>(), x<T, 2>(), 0.5)"},
    {"log_cosh", "F", kReal, "gradc::log_cosh(x<T, 2>(), x<T, 2>())"},
    {"kl_div", "F", kReal, "gradc::kl_div(x<T, 2>(), x<T, 2>())"},
    {"hinge", "F", kReal, "gradc::hinge(x<T, 2>(), x<T, 2>())"},
    {"binary_cross_entropy", "F", kReal, "gradc::binary_cross_entropy(x<T, 2>(), x<T, 2>())"},
    {"sigmoid_cross_entropy_with_logits", "F", kReal,
     "gradc::sigmoid_cross_entropy_with_logits(x<T, 2>(), x<T, 2>(), 2.0)"},
    {"triplet_loss", "F", kReal, "gradc::triplet_loss(x<T, 2>(), x<T, 2>(), x<T, 2>())"},
    {"gumbel_softmax", "F", "real floating point logits", "gradc::gumbel_softmax(x<T, 2>(), gradc::Key{1, 2}, 0.5)"},
    {"ctc_loss", "F", "real floating point logarithms",
     "gradc::ctc_loss(x<T, 3>(), x<int, 2>(), x<int, 1>(), x<int, 1>())"},
    {"scaled_dot_product_attention", "F", kReal,
     "gradc::scaled_dot_product_attention(x<T, 3>(), x<T, 3>(), x<T, 3>())"},
    {"rotary_embedding", "F", "real floating point elements", "gradc::rotary_embedding(x<T, 3>(), x<T, 2>(), x<T, 2>())"},
    {"dropout", "F", kReal, "gradc::dropout(x<T, 2>(), gradc::Key{1, 2}, 0.5)"},
    {"embedding_bag", "F", kReal, "gradc::embedding_bag(x<T, 2>(), x<int, 2>())"},
    {"lstm_cell", "F", kReal,
     "gradc::lstm_cell(x<T, 2>(), x<T, 2>(), x<T, 2>(), x<T, 2>(), x<T, 2>(), x<T, 1>())"},
    {"gru_cell", "F", kReal, "gradc::gru_cell(x<T, 2>(), x<T, 2>(), x<T, 2>(), x<T, 2>(), x<T, 1>(), x<T, 1>())"},
    {"glu", "F", kReal, "gradc::glu(x<T, 2>())"},
};

// What each row's calls must be refused with.
std::string text_of(const Row& row) {
  return "gradc::" + row.op + (row.what.empty() ? "" : row.what == kIndex ? kIndex : " takes " + row.what);
}

TEST(Refusals, NameTheOpAndNothingElseIsSaid) {
  const std::map<char, std::string> kTypes{
      {'F', "float"}, {'I', "std::int32_t"}, {'B', "bool"}, {'C', "std::complex<float>"}};
  std::string source =
      "#include <gradc/complex.h>\n#include <gradc/gradc.h>\n"
      "template <class T, int R> const gradc::Tensor<T, R>& x();\n";
  std::map<std::string, int> expected;
  int calls = 0;
  for (const Row& row : kRows)
    for (const auto& [letter, type] : kTypes) {
      if (row.taken.find(letter) != std::string::npos) continue;
      source += "void f" + std::to_string(calls++) + "() { using T = " + type + "; " + row.call + "; }\n";
      ++expected[text_of(row)];
    }
  const std::string path = ::testing::TempDir() + "gradc_refused_" + std::to_string(getpid()) + ".cpp";
  std::ofstream(path) << source;
#ifdef __clang__
  const std::string all = " -ferror-limit=0";
#else
  const std::string all;
#endif
  const std::string command = GRADC_TEST_COMPILER " -std=c++17 -fsyntax-only -w -I" GRADC_TEST_INCLUDE_DIR + all + " " + path;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string line;
  std::map<std::string, int> found;
  for (int c; (c = std::fgetc(pipe)) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    if (line.find("error: ") != std::string::npos) {
      EXPECT_NE(line.find("static assertion failed"), std::string::npos) << line;
      for (const auto& [text, count] : expected)
        if (line.find(text) != std::string::npos) ++found[text];
    }
    line.clear();
  }
  pclose(pipe);
  for (const auto& [text, count] : expected) EXPECT_GE(found[text], count) << text;
}

}  // namespace
