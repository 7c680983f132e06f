// What gradc says of gradients that have few rows and are dense, or have all rows and were asked for as sparse. Conformance
// GS04: from a hundred million elements on.
#include "control_refused.h"

namespace {

class SparseWarnings : public ShellTest {
 protected:
  Outcome generated(const std::string& source) const { return gradc(source + " -o gen -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include"); }
};

std::string of_table(const std::string& rows, const std::string& wrt) {
  return "#include <gradc/gradc.h>\n"
         "GRADC_DIFFERENTIATE(gradient, wrt(" + wrt + "))\n"
         "float f(const gradc::StaticTensor<float, " + rows + ", 1000>& table, const gradc::Vector<int>& ids) {\n"
         "  return gradc::sum(gradc::take(table, ids));\n"
         "}\n";
}

TEST_F(SparseWarnings, GS04_LargeAndDense) {
  write("m.cpp", of_table("100000", "table"));
  const Outcome large = generated("m.cpp");
  EXPECT_EQ(large.status, 0) << large.err;
  EXPECT_NE(large.err.find("m.cpp:4:21: warning: the gradient of 'table' has 100000000 elements, of which only the rows that are "
                           "read are not zero; 'as sparse' gives those rows alone [large_gradient]"),
            std::string::npos) << large.err;
  write("n.cpp", of_table("99999", "table"));
  EXPECT_EQ(generated("n.cpp").err, "");
}

TEST_F(SparseWarnings, DenseAfterAll) {
  write("m.cpp", "#include <gradc/gradc.h>\n"
                 "GRADC_DIFFERENTIATE(gradient, wrt(x as sparse))\n"
                 "double f(const gradc::Matrix<double>& x, int i) { return gradc::sum(gradc::take(x, i)) + gradc::sum(gradc::sin(x)); }\n");
  const Outcome outcome = generated("m.cpp");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("warning: the gradient of 'x' has every row: multiply uses all of them, so that 'as sparse' "
                             "saves nothing [dense_gradient]"), std::string::npos) << outcome.err;
  EXPECT_TRUE(exists("gen/m.grad.cpp"));
}

}  // namespace
