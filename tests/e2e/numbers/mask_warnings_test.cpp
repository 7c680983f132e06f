// What gradc says of ops behind gradc::where whose derivative may be infinite where they are left out
// (ops.md 1.7), and that it says nothing where they can't be.
#include <utility>
#include <vector>

#include "control_refused.h"

namespace {

class MaskWarnings : public ShellTest {
 protected:
  Outcome generated(const std::string& options, const std::string& source) {
    write("m.cpp", "#include <gradc/gradc.h>\n" + source);
    return gradc("m.cpp -o gen " + options + " -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  }
  static std::string function(const std::string& body, const std::string& items = "gradient, wrt(x)",
                              const std::string& name = "f") {
    return "GRADC_DIFFERENTIATE(" + items + ") double " + name +
           "(const gradc::Vector<double>& x, const gradc::Vector<double>& w, " +
           "const gradc::Vector<bool>& m, double s) { " + body + " }\n";
  }
  // What is said of functions that stand in lines of their own from the second on, each of such a body or the
  // sum of such an expression.
  std::string said(const std::vector<std::string>& bodies, const std::string& items = "gradient, wrt(x)") {
    std::string source;
    for (const std::string& body : bodies)
      source += function(body.find("return") != std::string::npos ? body : "return gradc::sum(" + body + ");",
                         items, "f" + std::to_string(&body - bodies.data()));
    const Outcome outcome = generated("", source);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err;
  }
  // Each a body and the op that is warned of.
  void expect_warnings(const std::vector<std::pair<std::string, std::string>>& cases) {
    std::vector<std::string> bodies;
    for (const auto& one : cases) bodies.push_back(one.first);
    const std::string err = said(bodies);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::string line = "m.cpp:" + std::to_string(i + 2) + ":",
                        op = "doesn't select this '" + cases[i].second + "'";
      bool found = false;
      for (std::size_t at = err.find(line); at != std::string::npos; at = err.find(line, at + 1))
        found = found || err.substr(at, err.find('\n', at) - at).find(op) != std::string::npos;
      EXPECT_TRUE(found) << cases[i].first << '\n' << err;
    }
  }
};

TEST_F(MaskWarnings, SaysWhatWhereAndWhatToDo) {
  const std::string err = said({"return gradc::sum(gradc::where(x > 0,\n    gradc::sqrt(x), 0));"});
  EXPECT_NE(err.find("m.cpp:3:5: warning: the gradient may be NaN where the gradc::where of line 2 doesn't "
                     "select this 'sqrt': its derivative may be infinite there, and 0 times infinity is NaN; replace its "
                     "argument there, gradc::where(condition, argument, 1), or request safe_where [where_nan]"),
            std::string::npos)
      << err;
}

TEST_F(MaskWarnings, EveryOpThatIsSingular) {
  expect_warnings({{"gradc::where(x > 0, 1 / x, x)", "divide"},
                   {"gradc::where(x > 0, gradc::reciprocal(x), x)", "reciprocal"},
                   {"gradc::where(x > 0, gradc::rsqrt(x), 0)", "rsqrt"},
                   {"gradc::where(x > 0, gradc::log(x), 0)", "log"},
                   {"gradc::where(x > 0, gradc::log2(x), 0)", "log2"},
                   {"gradc::where(x > 0, gradc::log10(x), 0)", "log10"},
                   {"gradc::where(x > -1, gradc::log1p(x), 0)", "log1p"},
                   {"gradc::where(x > 0, gradc::pow(x, 0.5), 0)", "pow"},
                   {"gradc::where(x > 0, gradc::pow(x, w), 0)", "pow"},
                   {"gradc::where(x > 0, gradc::integer_pow(x, -2), 0)", "integer_pow"},
                   {"gradc::where(x > 0, gradc::cbrt(x), 0)", "cbrt"},
                   {"gradc::where(gradc::abs(x) < 1, gradc::asin(x), 0)", "asin"},
                   {"gradc::where(gradc::abs(x) < 1, gradc::acos(x), 0)", "acos"},
                   {"gradc::where(gradc::abs(x) < 1, gradc::atanh(x), 0)", "atanh"},
                   {"gradc::where(x > 1, gradc::acosh(x), 0)", "acosh"},
                   {"gradc::where(m, gradc::logit(x), 0)", "logit"},
                   {"gradc::where(m, gradc::erfinv(x), 0)", "erfinv"},
                   {"gradc::where(m, gradc::lgamma(x), 0)", "lgamma"},
                   {"gradc::where(m, gradc::xlogy(w, x), 0)", "xlogy"}});
}

TEST_F(MaskWarnings, TheOtherBranchAndWhatLiesBetween) {
  expect_warnings(
      {{"gradc::where(x <= 0, 0, gradc::sqrt(x))", "sqrt"},
       {"gradc::where(m, gradc::tanh(2 * gradc::sqrt(x) + w), 0)", "sqrt"},
       {"gradc::where(m, w / x, 0)", "divide"},
       {"gradc::where(m, x / w, 0)", "divide"},
       {"gradc::where(m, gradc::sum(gradc::log(gradc::expand_dims(x, 1) * gradc::expand_dims(w, 0)), 1), 0)",
        "log"},
       // Selected by another mask, or by this one where it is left out.
       {"gradc::where(m, gradc::sqrt(gradc::where(w > 0, x, 1)), 0)", "sqrt"},
       {"gradc::where(m, gradc::sqrt(gradc::where(m, 1.0, x)), 0)", "sqrt"},
       // In a loop, on numbers.
       {"double t = 0; for (std::int64_t i = 0; i < x.extent(0); ++i) t += gradc::where(x(i) > 0, "
        "gradc::sqrt(x(i)), 0.0); "
        "return t;",
        "sqrt"}});
  const Outcome called = generated(
      "", "gradc::Vector<double> root(const gradc::Vector<double>& x) { return gradc::sqrt(x); }\n" +
              function("return gradc::sum(gradc::where(m, root(x), 0));"));
  EXPECT_NE(called.err.find("m.cpp:2:69: warning"), std::string::npos) << called.err;
}

TEST_F(MaskWarnings, NothingWhereTheArgumentIsHarmless) {
  EXPECT_EQ(
      said({"gradc::where(x > 0, gradc::sqrt(gradc::where(x > 0, x, 1)), 0)",
            "gradc::where(m, gradc::sqrt(gradc::where(m, x, 1)), 0)",
            "gradc::where(gradc::logical_not(m), 0, gradc::sqrt(gradc::where(m, x, 1)))",
            "gradc::where(gradc::logical_and(m, x > 0), gradc::log(gradc::where(m, gradc::where(x > 0, x, "
            "1), 1)), 0)",
            "gradc::where(m, gradc::sqrt(gradc::where(x > 0, x, 1)), 0)",
            "gradc::where(m, 1 / gradc::where(gradc::equal(x, 0), 1, x), 0)",
            "gradc::where(x > 0, gradc::sqrt(gradc::maximum(x, 1e-12)), 0)",
            "gradc::where(m, gradc::log(gradc::clip(x, 1e-6, 1.0)), 0)",
            "gradc::where(m, gradc::sqrt(x * x + 1), 0)", "gradc::where(m, w / (1 + gradc::square(x)), 0)",
            "gradc::where(m, w / (1e-3 + gradc::abs(x)), 0)",
            "gradc::where(m, gradc::log(1 + gradc::exp(x)), x)",
            "gradc::where(m, gradc::log1p(gradc::exp(x)), x)",
            "gradc::where(m, gradc::acos(gradc::clip(x, -0.999, 0.999)), 0)",
            "gradc::where(m, gradc::acosh(2 + gradc::square(x)), 0)",
            "gradc::where(m, gradc::pow(x, 2.0), 0)", "gradc::where(m, gradc::pow(gradc::abs(x), 1.5), 0)",
            "gradc::where(m, gradc::integer_pow(x, 3), 0)", "gradc::where(m, x / 3, 0)",
            // Left out only where it is harmless.
            "gradc::where(x > -1, 1 / x, x)",
            // Rows that are left out, and their elements.
            "const auto rows = gradc::expand_dims(x, 1) * gradc::expand_dims(w, 0); "
            "const auto selected = gradc::where(gradc::expand_dims(m, 1), rows, 1); "
            "return gradc::sum(gradc::where(m, gradc::sum(gradc::log(selected), 1), 0));"}),
      "");
}

TEST_F(MaskWarnings, NothingWhereNoGradientGoesThere) {
  EXPECT_EQ(
      said({"gradc::where(m, gradc::sqrt(w), x)", "gradc::where(m, gradc::sqrt(gradc::stop_gradient(x)), x)",
            "gradc::where(gradc::sqrt(x) > 1, x, 0)", "gradc::sqrt(x)",
            // Their derivatives are finite at 0 by convention.
            "return gradc::where(s > 0, gradc::vector_norm(x), 0.0);",
            "return gradc::where(s > 0, gradc::logsumexp(x), 0.0);",
            // The divisor is one for all: where it is 0, so is that of the elements that are selected.
            "gradc::where(m, x / s, 0)",
            // One branch alone is computed.
            "return s > 0 ? std::sqrt(gradc::sum(x)) : 0.0;",
            "if (s > 0) return std::log(gradc::sum(x)); return gradc::sum(x);",
            "const double r = std::sqrt(gradc::sum(x)); return s > 0 ? r : s;",
            "return std::fmax(1 / gradc::sum(x), s);"}),
      "");
  // Tangents are selected.
  EXPECT_EQ(said({"gradc::where(m, gradc::sqrt(x), 0)"}, "jvp, wrt(x)"), "");
  EXPECT_NE(said({"gradc::where(m, gradc::sqrt(x), 0)"}, "hvp, jvp, wrt(x)"), "");
}

TEST_F(MaskWarnings, CanBeLeftOut) {
  const std::string source = function("return gradc::sum(gradc::where(m, gradc::sqrt(x), 0));");
  EXPECT_EQ(generated("-Wno-gradc-where-nan", source).err, "");
  EXPECT_EQ(generated("-q", source).err, "");
  EXPECT_NE(generated("-Wno-gradc-large-gradient", source).err, "");
  EXPECT_NE(generated("-Wno-gradc-where-nan -Wgradc-where-nan", source).err, "");
  // Two requests on a function are warned once.
  const std::string both = generated("", "GRADC_DIFFERENTIATE(vjp, wrt(x), as(g)) " + source).err;
  EXPECT_NE(both.find("[where_nan]"), std::string::npos);
  EXPECT_EQ(both.find("[where_nan]"), both.rfind("[where_nan]")) << both;
  const Outcome wrong = generated("-Wno-gradc-where", source);
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("no warning is called 'where'"), std::string::npos) << wrong.err;
}

// Of what is made safe nothing is said, but of what lies before a value that the request names.
TEST_F(MaskWarnings, SafeWhere) {
  const std::string safe = "gradient, wrt(x), safe_where";
  EXPECT_EQ(said({"gradc::where(x > 0, gradc::sqrt(x), 0)",
                  "gradc::where(m, gradc::sum(gradc::log(gradc::expand_dims(x, 1) * gradc::expand_dims(w, "
                  "0)), 1), 0)"},
                 safe),
            "");
  const std::string named = "return gradc::sum(gradc::where(m, gradc::label(\"h\", gradc::sqrt(x)), 0));";
  EXPECT_NE(said({named}, "gradient, wrt(x, h), safe_where").find("doesn't select this 'sqrt'"),
            std::string::npos);
  EXPECT_EQ(said({named}, safe), "");
  EXPECT_NE(generated("", function("return gradc::sum(x);", "gradient, wrt(x), safe_where(all)"))
                .err.find("[item_syntax]"),
            std::string::npos);
}

}  // namespace
