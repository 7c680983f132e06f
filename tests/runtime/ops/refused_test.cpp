// What ops refuse when they are compiled: each says so by its name, once, and nothing else is said.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#ifdef __clang__
#define GRADC_NO_ERROR_LIMIT "-ferror-limit=0"
#else
#define GRADC_NO_ERROR_LIMIT "-fmax-errors=0"
#endif

namespace {

struct Refused {
  const char* call;
  const char* text;
};

// Of matrices h of half, f of float, b of bool, i of int, z of complex, a vector v, a number t and matrices a of double, a
// vector iv of int, and a key.
const std::vector<Refused>& rows() {
  static const std::vector<Refused> kRows = [] {
    std::vector<Refused> all{
        {"gradc::matmul(b, b)", "gradc::matmul takes numbers; convert with gradc::astype"},
        {"gradc::matmul(t, a)", "gradc::matmul: a scalar is not a matrix; use *"},
        {"gradc::dot(bv, bv)", "gradc::dot takes numbers; convert with gradc::astype"},
        {"gradc::dot(a, v)", "gradc::dot takes two vectors"},
        {"gradc::outer(bv, bv)", "gradc::outer takes numbers; convert with gradc::astype"},
        {"gradc::outer(a, v)", "gradc::outer takes two vectors"},
        {"gradc::einsum<2>(\"ij->ji\", b)", "gradc::einsum takes numbers; convert with gradc::astype"},
        {"gradc::einsum<2>(\"ij,jk->ik\", a, h)", "gradc::einsum takes operands of one element type; convert one with gradc::astype"},
        {"gradc::matvec(b, bv)", "gradc::matvec takes numbers; convert with gradc::astype"},
        {"gradc::matvec(v, a)", "gradc::matvec takes matrices and vectors"},
        {"gradc::vecdot(b, b)", "gradc::vecdot takes numbers; convert with gradc::astype"},
        {"gradc::vecdot(t, v)", "gradc::vecdot takes vectors"},
        {"gradc::vdot(b, b)", "gradc::vdot takes numbers; convert with gradc::astype"},
        {"gradc::linear(b, b)", "gradc::linear takes numbers; convert with gradc::astype"},
        {"gradc::linear(a, v)", "gradc::linear takes weights of two axes"},
        {"gradc::linear(a, a, a)", "gradc::linear takes weights of two axes and a bias of one"},
        {"gradc::tensordot(b, b, 1, 0)", "gradc::tensordot takes numbers; convert with gradc::astype"},
        {"gradc::tensordot(a, a, {0, 1}, {0})", "gradc::tensordot takes as many axes of one tensor as of the other"},
        {"gradc::kron(b, b)", "gradc::kron takes numbers; convert with gradc::astype"},
        {"gradc::kron(v, a)", "gradc::kron takes matrices, or batches of them of up to 6 axes"},
        {"gradc::matrix_power(i, 2)", "gradc::matrix_power takes floating point or complex elements; convert with gradc::astype"},
        {"gradc::matrix_power(v, 2)", "gradc::matrix_power takes matrices, or batches of them"},
        {"gradc::triangular_solve(h, h)",
         "gradc::triangular_solve takes float, double and complex elements; convert with gradc::astype<float>"},
        {"gradc::solve(h, h)", "gradc::solve takes float, double and complex elements; convert with gradc::astype<float>"},
        {"gradc::cholesky_solve(h, h)",
         "gradc::cholesky_solve takes float, double and complex elements; convert with gradc::astype<float>"},
        {"gradc::lstsq(h, h)", "gradc::lstsq takes float, double and complex elements; convert with gradc::astype<float>"},
        {"gradc::solve(a, h)", "gradc::solve takes right sides of the element type of the matrices; convert with gradc::astype"},
        {"gradc::solve(a, t)", "gradc::solve takes vectors or matrices as right sides, no numbers"},
        {"gradc::lstsq(v, v)", "gradc::lstsq takes matrices, or batches of them"},
        {"gradc::random_uniform<int>(key, {2, 3})", "gradc::random_uniform draws real floating point elements; convert with gradc::astype"},
        {"gradc::random_normal<bool>(key, {2, 3})", "gradc::random_normal draws real floating point elements; convert with gradc::astype"},
        {"gradc::random_exponential<std::complex<float>>(key, {2, 3})",
         "gradc::random_exponential draws real floating point elements; convert with gradc::astype"},
        {"gradc::random_gumbel<std::complex<float>>(key, {2, 3})",
         "gradc::random_gumbel draws real floating point elements; convert with gradc::astype"},
        {"gradc::random_truncated_normal<int>(key, {2, 3}, 0, 1)",
         "gradc::random_truncated_normal draws real floating point elements; convert with gradc::astype"},
        {"gradc::random_gamma(key, i)", "gradc::random_gamma takes real floating point shapes; convert with gradc::astype"},
        {"gradc::random_bernoulli(key, i)",
         "gradc::random_bernoulli takes real floating point probabilities; convert with gradc::astype"},
        {"gradc::random_categorical(z, key)", "gradc::random_categorical takes real floating point logits; convert with gradc::astype"},
        {"gradc::random_categorical(t, key)", "gradc::random_categorical: a scalar has no axis"},
        {"gradc::gumbel_softmax(i, key, 1)", "gradc::gumbel_softmax takes real floating point logits; convert with gradc::astype"},
        {"gradc::gumbel_softmax(t, key, 1)", "gradc::gumbel_softmax: a scalar has no axis"},
        {"gradc::gumbel_softmax(a, key, v)", "gradc::gumbel_softmax takes a number as its temperature"},
        {"gradc::dropout(z, key, 0.5)", "gradc::dropout takes real floating point elements; convert with gradc::astype"},
        {"gradc::assert_(a, \"a\")", "gradc::assert_ takes a condition of bools; compare, as in x > 0"},
        {"gradc::iota<bool>(3)", "gradc::iota gives real or integer elements; convert with gradc::astype"},
        {"gradc::linspace(0, 1, 5)", "gradc::linspace takes real floating point numbers; cast them"},
        {"gradc::linspace(0.0f, 1.0, 5)", "gradc::linspace takes two numbers of one type; cast one"},
        {"gradc::full_like(a, a)", "gradc::full_like takes a number, no tensor, beside the tensor"},
    };
    static std::vector<std::string> made;
    // Operands that don't have one element type, and numbers that elements can't be.
    const char* const kOfTwo[] = {"add", "subtract", "multiply", "divide", "maximum", "minimum", "pow", "remainder", "fmod", "floor_divide",
                                  "div_no_nan", "atan2", "hypot", "logaddexp", "logaddexp2", "logsubexp", "xlogy", "xlog1py",
                                  "squared_difference", "copysign", "nextafter", "betaln", "gammainc", "isclose", "swiglu", "prelu",
                                  "greater", "less", "greater_equal", "less_equal", "equal", "not_equal", "logical_xor",
                                  "bitwise_and", "left_shift", "softplus", "elu", "celu", "hard_shrink"};
    for (const std::string op : kOfTwo) {
      made.push_back("gradc::" + op + "(a, f)");
      made.push_back("gradc::" + op + " takes operands of one element type; convert one with gradc::astype");
      made.push_back("gradc::" + op + "(1.5, i)");
      made.push_back("gradc::" + op + ": a number that isn't whole meets a tensor of integers or bools; convert the tensor with gradc::astype");
      made.push_back("gradc::" + op + "(f, std::complex<double>(1, 2))");
      made.push_back("gradc::" + op + ": a complex number meets real elements of another precision; convert one with gradc::astype");
    }
    const char* const kOfReal[] = {"sinpi", "deg2rad", "cbrt", "exp2", "log10", "erf", "ndtr", "entr", "frac", "signbit", "relu6", "selu",
                                   "gelu", "silu", "mish", "hard_swish", "log_sigmoid", "logit", "softsign", "erfinv", "lgamma", "i0e", "sinc"};
    const char* const kUnlike[] = {"i", "z", "2"};
    std::size_t k = 0;
    for (const std::string op : kOfReal) {
      made.push_back("gradc::" + op + "(" + kUnlike[k++ % std::size(kUnlike)] + ")");
      made.push_back("gradc::" + op + " takes real floating point elements; convert with gradc::astype");
    }
    const std::string kFilled = ": the number isn't one that the elements of the tensor may be; convert the tensor with gradc::astype";
    const std::pair<std::string, std::string> kWithNumbers[] = {{"pad", ", {{1, 1}, {1, 1}}, "}, {"masked_fill", ", b, "}, {"full_like", ", "},
                                                                {"compress", ", bv, 2, 0, "}};
    for (const auto& [op, between] : kWithNumbers) {
      made.push_back("gradc::" + op + "(" + (k++ % 2 == 0 ? "i" + between + "1.5" : "a" + between + "std::complex<double>(1, 2)") + ")");
      made.push_back("gradc::" + op + kFilled);
    }
    const char* const kLists[] = {"concat({a, f}, 0)", "stack({a, f}, 0)", "add_n({a, f})", "select_n(1, {a, f})"};
    for (const std::string call : kLists) {
      made.push_back("gradc::" + call);
      made.push_back("gradc::" + call.substr(0, call.find('(')) +
                     " takes tensors of one class, element type and rank; convert one with gradc::astype, or make a Tensor of a View");
    }
    const char* const kOfMatrices[] = {"cholesky", "inv", "cofactor", "det", "slogdet", "logdet", "qr", "eigh", "eigvalsh", "svd",
                                       "svdvals", "pinv", "matrix_norm", "spectral_norm", "cond", "matrix_rank", "expm", "sqrtm"};
    
    for (const std::string op : kOfMatrices) {
      made.push_back("gradc::" + op + "(h)");
      made.push_back("gradc::" + op + " takes float, double and complex elements; convert with gradc::astype<float>");
      made.push_back("gradc::" + op + "(v)");
      made.push_back("gradc::" + op + " takes matrices, or batches of them");
    }
    const std::pair<std::string, std::string> kOneType[] = {
        {"lerp", "(a, f, a)"}, {"fma", "(a, a, f)"}, {"clip", "(a, f, 1.0)"}, {"where", "(b, a, f)"}, {"matmul", "(a, f)"}, {"kron", "(a, f)"},
        {"conv2d", "(gradc::Tensor<float, 4>(), gradc::Tensor<double, 4>())"}, {"rotary_embedding", "(a, f, f)"},
        {"scaled_dot_product_attention", "(a, a, f)"}, {"lstm_cell", "(a, a, f, a, a, v)"}, {"gru_cell", "(a, f, a, a, v, v)"}};
    for (const auto& [op, operands] : kOneType) {
      made.push_back("gradc::" + op + operands);
      made.push_back("gradc::" + op + " takes operands of one element type; convert one with gradc::astype");
    }
    const std::pair<std::string, std::string> kAlike[] = {{"mse", "(a, f)"}, {"kl_div", "(a, f)"}, {"huber", "(a, f)"}, {"cosine_similarity", "(a, f)"},
                                                          {"triplet_loss", "(a, f, a)"}};
    for (const auto& [op, operands] : kAlike) {
      made.push_back("gradc::" + op + operands);
      made.push_back("gradc::" + op + " takes operands of one element type and rank; convert one with gradc::astype, or reshape it");
    }
    for (const std::string op : {"scatter_add", "scatter_update", "scatter_mul", "scatter_max"}) {
      made.push_back("gradc::" + op + "(a, iv, f)");
      made.push_back("gradc::" + op + ": the updates are like what gradc::take gives at the indices; convert with gradc::astype");
    }
    for (const std::string op : {"real", "imag", "angle", "sgn"}) {
      made.push_back("gradc::" + op + "(a)");
      made.push_back("gradc::" + op + " takes complex elements; convert with gradc::astype");
    }
    made.push_back("gradc::layer_norm(f, v, v)");
    made.push_back("gradc::layer_norm: all that goes with x has its element type and as many axes as the scale; convert with gradc::astype");
    made.push_back("gradc::one_hot(iv, 3, 1.0f, 0.0)");
    made.push_back("gradc::one_hot takes an on and an off of one type; cast one");
    for (std::size_t i = 0; i < made.size(); i += 2) all.push_back({made[i].c_str(), made[i + 1].c_str()});
    return all;
  }();
  return kRows;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// What the compiler says of a source.
std::string said_of(const std::string& source) {
  // Quotes of the calls, within those of the shell.
  std::string quoted;
  for (const char c : source) quoted += c == '"' ? std::string("\\042") : std::string(1, c);
  const std::string command = "printf '" + quoted + "' | " GRADC_TEST_COMPILER
                              " -std=c++17 " GRADC_NO_ERROR_LIMIT " -fsyntax-only -x c++ -I" GRADC_TEST_INCLUDE_DIR " - 2>&1";
  std::string said;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return said;
  char buffer[4096];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) said += buffer;
  EXPECT_NE(pclose(pipe), 0) << "it was compiled";
  return said;
}

TEST(Refused, EachSaysSoOnceByItsName) {
  std::string source =
      "#include <gradc/gradc.h>\\n#include <gradc/complex.h>\\n"
      "void f(const gradc::Matrix<gradc::half>& h, const gradc::Matrix<bool>& b, const gradc::Vector<bool>& bv,"
      " const gradc::Matrix<float>& f, const gradc::Matrix<int>& i, const gradc::Vector<int>& iv, const gradc::Matrix<std::complex<double>>& z, const gradc::Vector<double>& v,"
      " const gradc::Tensor<double, 0>& t, const gradc::Matrix<double>& a, const gradc::Key& key) {\\n";
  for (const Refused& row : rows()) source += std::string("(void)") + row.call + ";\\n";
  const std::string said = said_of(source + "}\\n");
  for (const Refused& row : rows()) {
    const std::string text = row.text;  // to the end of its line, in quotes or not
    EXPECT_EQ(count(said, text + "\n") + count(said, text + "\"\n"), 1u) << row.call << "\n" << text;
  }
  EXPECT_EQ(count(said, " error: "), rows().size()) << said;
}

// Once for a number of axes, with the line that it is first asked for; and nothing is said of what is done with it.
TEST(Refused, TensorsHaveAtMostEightAxes) {
  const std::string said = said_of(
      "#include <gradc/gradc.h>\\n"
      "using Eight = gradc::Tensor<double, 8>;\\n"
      "void f(const Eight& x, const gradc::Matrix<int>& i, const gradc::Vector<double>& v) {\\n"
      "(void)gradc::expand_dims(x, 0);\\n"
      "(void)gradc::stack({x, x}, 0);\\n"
      "(void)gradc::take(x, i);\\n"
      "(void)gradc::sum(gradc::reshape(v, {1, 1, 1, 1, 1, 1, 1, 1, 1}));\\n"
      "(void)gradc::exp(gradc::broadcast_to(v, {1, 1, 1, 1, 1, 1, 1, 1, 1}));\\n"
      "(void)gradc::zeros<float>({1, 1, 1, 1, 1, 1, 1, 1, 1});\\n"
      "gradc::View<double, 9> view;\\n"
      "gradc::StaticTensor<float, 1, 1, 1, 1, 1, 1, 1, 1, 1> fixed;\\n"
      "(void)gradc::tensordot(x, x, {0, 1, 2}, {0, 1, 2});\\n"
      "}\\n");
  const std::string text = "gradc: a tensor has at most 8 axes";
  EXPECT_EQ(count(said, text + "\n") + count(said, text + "\"\n"), 2u) << said;  // of 9 and of 10
  EXPECT_EQ(count(said, " error: "), 2u) << said;
  EXPECT_EQ(count(said, "<stdin>:4:"), 1u) << said;
}

}  // namespace
