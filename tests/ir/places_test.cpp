// What is known of an op stands in its paragraph. Outside of ir/ops only those are named that C++ itself has, or that
// passes know laws of: no other may become one of them unseen.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

// Operators and conversions of C++, parts of numbers, products whose batches broadcast, elements, control,
// sequences, shapes; and what simplify, the adjoints of conditions, sparse gradients, residuals, lists, blocks and warnings know; and
// what kernels sum and put into parts, and what rows are read and added to where they are.
const char* const kKnown =
    "Abs Add AddElement AddMatmul AddSlice After Astype BitAnd BitOr BitXor Broadcast Call Ceil Checkpoint Complex Concat Conj Constant Copysign "
    "Divide DynamicSlice Einsum Element Equal ExpandDims ExtentValue Eye Floor FloorDivide FloorModulo Fmod Greater GreaterEqual If Imag Iota Label Ldexp Less LessEqual Log2 LogicalAnd LogicalNot LogicalOr Logsumexp "
    "Matmul Max Maximum Mean Min Minimum Modulo Multiply Negative NotEqual Pad Perform Pow Quotient RandomBernoulli Real Reciprocal Relu Remainder "
    "RequireExtents Reshape "
    "Round RoundAway Scan ScatterAdd SequenceAdd SequenceAddAt SequenceAddElement SequenceAt SequenceEmpty SequenceFill SequencePack SequencePop SequencePush "
    "SequenceResize SequenceSet SequenceSetElement SequenceSize SequenceSplice SequenceSum SequenceZerosLike SetElement SetSlice ShiftLeft ShiftRight "
    "Sign Slice Sort Sqrt Square Squeeze Stack StopGradient Subtract Sum SumOfProducts Take ThrowIf Transpose Trunc Undefined Where While";

TEST(Places, OpsAreNamedInTheirFamilies) {
  std::set<std::string> known, named;
  std::istringstream list(kKnown);
  for (std::string name; list >> name;) known.insert(name);
  const std::regex kind(R"(\bKind::([A-Z]\w*))");
  for (const char* folder : {"ir", "codegen", "tool"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GRADC_SOURCE_DIR) / folder)) {
      const std::string extension = entry.path().extension().string();
      const bool is_family = entry.path().generic_string().find("/ir/ops/") != std::string::npos;
      if (is_family || (extension != ".cpp" && extension != ".h")) continue;
      std::ifstream stream(entry.path());
      const std::string text{std::istreambuf_iterator<char>(stream), {}};
      for (std::sregex_iterator match(text.begin(), text.end(), kind), end; match != end; ++match) named.insert((*match)[1]);
    }
  EXPECT_EQ(named, known);
}

}  // namespace
