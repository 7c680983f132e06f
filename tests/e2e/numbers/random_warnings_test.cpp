// What gradc says of random numbers (ops.md 11): of keys under which they are drawn twice, and of
// probabilities that have no derivative; and that it says nothing where the numbers differ, or only one of
// them is drawn.
#include <utility>
#include <vector>

#include "tests/tool/shell.h"

namespace {

class RandomWarnings : public ShellTest {
 protected:
  Outcome generated(const std::string& options, const std::string& source) {
    write("m.cpp", "#include <gradc/gradc.h>\n" + source);
    return gradc("m.cpp -o gen " + options + " -- -I" GRADC_TEST_SOURCE_DIR "/runtime/include");
  }
  static std::string function(const std::string& body, const std::string& items = "gradient, wrt(x, p)",
                              const std::string& name = "f") {
    return "GRADC_DIFFERENTIATE(" + items + ", unconnected(zero)) double " + name +
           "(const gradc::Vector<double>& x, double p, gradc::Key key, int n, bool train) { " + body + " }\n";
  }
  // What is said of functions that stand in lines of their own behind the helpers, which are one line.
  std::string said(const std::vector<std::string>& bodies, const std::string& helpers = "") {
    std::string source = helpers + "\n";
    for (const std::string& body : bodies)
      source += function(body, "gradient, wrt(x, p)", "f" + std::to_string(&body - bodies.data()));
    const Outcome outcome = generated("", source);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.err;
  }
  // Each is warned of, with such a text.
  void expect_warnings(const std::vector<std::pair<std::string, std::string>>& cases,
                       const std::string& helpers = "") {
    std::vector<std::string> bodies;
    for (const auto& one : cases) bodies.push_back(one.first);
    const std::string err = said(bodies, helpers);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::string line = "m.cpp:" + std::to_string(i + 3) + ":";
      bool found = false;
      for (std::size_t at = err.find(line); at != std::string::npos; at = err.find(line, at + 1))
        found = found || err.substr(at, err.find('\n', at) - at).find(cases[i].second) != std::string::npos;
      EXPECT_TRUE(found) << cases[i].first << '\n' << err;
    }
  }
};

const char kAgain[] = "draws the same random numbers as the '",
           kTrips[] = "draws the same random numbers in each trip of the loop";

TEST_F(RandomWarnings, SaysWhatWhereAndWhatToDo) {
  const std::string err =
      said({"const auto a = gradc::dropout(x, key, 0.5);\n"
            "return gradc::sum(a * gradc::random_normal<double, 1>(key, x.shape()));"});
  EXPECT_NE(err.find("m.cpp:4:23: warning: this 'random_normal' draws the same random numbers as the "
                     "'dropout' of line 3: they "
                     "depend on its key alone; give each draw a key of its own, from gradc::split or "
                     "gradc::fold_in [key_reuse]"),
            std::string::npos)
      << err;
}

TEST_F(RandomWarnings, KeysThatAreUsedTwice) {
  expect_warnings({
      {"return gradc::sum(gradc::dropout(gradc::dropout(x, key, 0.5), key, 0.5));", kAgain},
      // Keys that are made twice are the same.
      {"const auto a = gradc::dropout(x, gradc::fold_in(key, 1), 0.5); return gradc::sum(gradc::dropout(a, "
       "gradc::fold_in(key, 1), 0.5));",
       kAgain},
      {"const auto a = gradc::split<2>(key), b = gradc::split<2>(key); return "
       "gradc::sum(gradc::dropout(gradc::dropout(x, a[1], 0.5), b[1], 0.5));",
       kAgain},
      {"const gradc::Key k{7, static_cast<std::uint64_t>(n)}, l{7, static_cast<std::uint64_t>(n)}; "
       "return gradc::sum(gradc::dropout(gradc::dropout(x, k, 0.5), l, 0.5));",
       kAgain},
      // In a branch, and whether or not it is taken; and twice in one.
      {"auto a = gradc::dropout(x, key, 0.5); if (train) a = gradc::dropout(a, key, 0.5); return "
       "gradc::sum(a);",
       kAgain},
      {"auto a = x + 1.0; if (train) { a = gradc::dropout(a, key, 0.5); a = gradc::dropout(a, key, 0.5); } "
       "return gradc::sum(a);",
       kAgain},
      {"auto a = x + 1.0; if (train) a = gradc::dropout(a, key, 0.5); if (train) a = gradc::dropout(a, key, "
       "0.5); return gradc::sum(a);",
       kAgain},
      {"if (n == 0) return 0.0; auto a = gradc::dropout(x, key, 0.5); return gradc::sum(gradc::dropout(a, "
       "key, 0.5));",
       kAgain},
      // A loop that leaves its key as it is.
      {"auto a = x + 1.0; for (int i = 0; i < n; ++i) a = gradc::dropout(a, key, 0.5); return gradc::sum(a);",
       kTrips},
      {"auto a = x + 1.0; while (gradc::sum(a) > 1) a = gradc::dropout(a, key, 0.5); return gradc::sum(a);",
       kTrips},
      {"auto a = x + 1.0; for (int i = 0; i < n; ++i) if (train) a = gradc::dropout(a, key, 0.5); return "
       "gradc::sum(a);",
       kTrips},
      {"auto a = x + 1.0; for (int i = 0; i < n; ++i) for (int j = 0; j < 3; ++j) "
       "a = gradc::dropout(a, gradc::fold_in(key, static_cast<std::uint64_t>(j)), 0.5); return "
       "gradc::sum(a);",
       kTrips},
      {"double s = 0; for (int i = 0; i < n; ++i) { gradc::Key k = key; k = gradc::fold_in(k, 3); "
       "s += gradc::sum(gradc::dropout(x, k, 0.5)); } return s;",
       kTrips},
      {"auto a = gradc::dropout(x, key, 0.5); for (int i = 0; i < n; ++i) a = gradc::dropout(a, "
       "gradc::fold_in(key, "
       "static_cast<std::uint64_t>(i)), 0.5) * gradc::random_normal<double, 1>(key, a.shape()); return "
       "gradc::sum(a);",
       kAgain},
      // Other ops that draw.
      {"return gradc::sum(gradc::random_gumbel<double>(key, {3})) + gradc::sum(x * "
       "gradc::random_uniform<double, 1>(key, x.shape()));",
       kAgain},
      {"const auto q = gradc::expand_dims(x, 1); return gradc::sum(gradc::scaled_dot_product_attention(q, q, "
       "q, key, "
       "gradc::Attention().dropout(0.5))) + gradc::sum(gradc::gumbel_softmax(x, key, 1.0));",
       kAgain},
  });
}

TEST_F(RandomWarnings, KeysOfFunctionsThatAreCalled) {
  const std::string helpers =
      "using V = gradc::Vector<double>; "
      "V noisy(const V& x, gradc::Key key) { return x * gradc::random_normal<double, 1>(key, x.shape()); } "
      "V twice(const V& x, gradc::Key key) { return noisy(x, key) + gradc::dropout(x, key, 0.5); } "
      "V deep(const V& x, gradc::Key key, int n) { return n == 0 ? x : deep(gradc::dropout(x, key, 0.5), "
      "key, n - 1); } "
      "V split(const V& x, gradc::Key key, int n) { return n == 0 ? x : split(gradc::dropout(x, key, 0.5), "
      "gradc::fold_in(key, 1), n - 1); } "
      "gradc::Key of_layer(gradc::Key key, int i) { return gradc::fold_in(key, "
      "static_cast<std::uint64_t>(i)); }";
  // The op stands in the helper.
  const auto of = [&](const std::string& body) { return said({body}, helpers); };
  EXPECT_NE(of("return gradc::sum(noisy(noisy(x, key), key));")
                .find("in each call of the function that it stands in"),
            std::string::npos);
  EXPECT_NE(of("return gradc::sum(twice(x, key));")
                .find("'dropout' draws the same random numbers as the 'random_normal' of line 2"),
            std::string::npos);
  EXPECT_NE(of("return gradc::sum(deep(x, key, n));").find("in each call of the function that it stands in"),
            std::string::npos);
  EXPECT_NE(of("V a = x; for (int i = 0; i < n; ++i) a = noisy(a, key); return gradc::sum(a);").find(kTrips),
            std::string::npos);
  EXPECT_NE(
      of("return gradc::sum(noisy(noisy(x, of_layer(key, n)), of_layer(key, n)));").find("in each call"),
      std::string::npos);
  EXPECT_EQ(
      said({"const auto [a, b] = gradc::split<2>(key); return gradc::sum(noisy(noisy(x, a), b));",
            "return gradc::sum(split(x, key, n));",
            "return gradc::sum(noisy(noisy(x, of_layer(key, 1)), of_layer(key, 2)));",
            "V a = x; for (int i = 0; i < n; ++i) a = noisy(a, of_layer(key, i)); return gradc::sum(a);"},
           helpers),
      "");
}

TEST_F(RandomWarnings, NothingWhereTheNumbersDiffer) {
  EXPECT_EQ(
      said({"const auto [a, b] = gradc::split<2>(key); return gradc::sum(gradc::dropout(gradc::dropout(x, a, "
            "0.5), b, 0.5));",
            "const auto a = gradc::dropout(x, gradc::fold_in(key, 1), 0.5); return "
            "gradc::sum(gradc::dropout(a, gradc::fold_in(key, 2), 0.5));",
            // A key and one that is made of it.
            "return gradc::sum(gradc::dropout(gradc::dropout(x, key, 0.5), gradc::fold_in(key, 0), 0.5));",
            // Drawn once and used twice.
            "const auto noise = gradc::random_normal<double, 1>(key, x.shape()); return gradc::sum(x * "
            "noise) + gradc::sum(gradc::exp(noise * x));",
            // One arm runs.
            "return train ? gradc::sum(gradc::dropout(x, key, 0.5)) : gradc::sum(x * "
            "gradc::random_normal<double, 1>(key, x.shape()));",
            "auto a = x + 1.0; if (train) a = gradc::dropout(a, key, 0.5); if (!train) a = gradc::dropout(a, "
            "key, 0.2); return gradc::sum(a);",
            "if (n == 0) return gradc::sum(gradc::dropout(x, key, 0.5)); return gradc::sum(gradc::dropout(x, "
            "key, 0.2));",
            "switch (n) { case 0: return gradc::sum(gradc::dropout(x, key, 0.5)); case 1: return "
            "gradc::sum(gradc::dropout(x, key, 0.2)); "
            "default: return gradc::sum(gradc::dropout(x, key, 0.1)); }",
            // It isn't certain that both do.
            "auto a = x + 1.0; if (n == 1) a = gradc::dropout(a, key, 0.5); if (n == 2) a = "
            "gradc::dropout(a, key, 0.2); return gradc::sum(a);",
            "auto a = x + 1.0; for (int i = 0; i < n; ++i) if (i == 3) a = gradc::dropout(a, key, 0.5); "
            "return gradc::sum(a);",
            "auto a = x + 1.0; for (int i = 0; i < 1; ++i) a = gradc::dropout(a, key, 0.5); return "
            "gradc::sum(a);",
            "auto a = x + 1.0; do { a = gradc::dropout(a, key, 0.5); } while (false); return gradc::sum(a);",
            "for (int i = 0; i < n; ++i) if (x(i) > 0) return gradc::sum(gradc::dropout(x, key, 0.5)); "
            "return gradc::sum(x);",
            // Another key in each trip.
            "auto a = x + 1.0; for (int i = 0; i < n; ++i) a = gradc::dropout(a, gradc::fold_in(key, "
            "static_cast<std::uint64_t>(i)), 0.5); return gradc::sum(a);",
            "auto a = x + 1.0; for (int i = 0; i < n; ++i) a = gradc::dropout(a, gradc::Key{7, "
            "static_cast<std::uint64_t>(i)}, 0.5); return gradc::sum(a);",
            "auto a = x + 1.0; for (int i = 0; i < n; ++i) { const auto [next, own] = gradc::split<2>(key); "
            "key = next; a = gradc::dropout(a, own, 0.5); } "
            "return gradc::sum(a);",
            "auto a = x + 1.0; for (int i = 0; i < n; ++i) for (int j = 0; j < 3; ++j) "
            "a = gradc::dropout(a, gradc::fold_in(key, static_cast<std::uint64_t>(3 * i + j)), 0.5); return "
            "gradc::sum(a);",
            "auto a = x + 1.0; std::uint64_t k = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < 3; ++j) "
            "a = gradc::dropout(a, gradc::fold_in(key, k++), 0.5); return gradc::sum(a);",
            // Nothing is drawn at these rates.
            "return gradc::sum(gradc::dropout(gradc::dropout(x, key, 0.0), key, 0.0));"}),
      "");
}

// The adjoint of dropout draws its mask again, and so does what is computed again.
TEST_F(RandomWarnings, NothingOfWhatIsGenerated) {
  const std::string body =
      "auto a = x * p; for (int i = 0; i < 4; ++i) a = gradc::tanh(gradc::dropout(a, gradc::fold_in(key, "
      "static_cast<std::uint64_t>(i)), "
      "0.5)); return gradc::sum(a * a);";
  EXPECT_EQ(generated("", function(body, "gradient, vjp, jvp, hvp, checkpoint(memory), wrt(x, p)")).err, "");
  // A derivative that is called draws what its function drew.
  write("g.h",
        "#pragma once\n#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(gradient, wrt(x)) double g(const "
        "gradc::Vector<double>& x, gradc::Key key);\n");
  const Outcome nested = generated(
      "",
      "#include \"g.h\"\n#include \"m.grad.h\"\n"
      "double g(const gradc::Vector<double>& x, gradc::Key key) { return "
      "gradc::sum(gradc::square(gradc::dropout(x, key, 0.5))); }\n" +
          function("const auto r = g_gradient(x, key); return gradc::sum(r.grad.x * x) + r.value * p;"));
  EXPECT_EQ(nested.status, 0) << nested.err;
  EXPECT_EQ(nested.err, "");
}

TEST_F(RandomWarnings, ProbabilitiesHaveNoDerivative) {
  const std::string err =
      said({"return gradc::sum(gradc::where(gradc::random_bernoulli(key, gradc::sigmoid(x)), gradc::exp(x), "
            "x));"});
  EXPECT_NE(err.find("m.cpp:3:"), std::string::npos) << err;
  EXPECT_NE(err.find("warning: the requested derivative depends on the probability of this 'random_bernoulli', which has no "
                     "derivative: what is drawn is true or false; use gradc::gumbel_softmax"),
            std::string::npos)
      << err;
  EXPECT_NE(err.find("[bernoulli_gradient]"), std::string::npos) << err;
  const char kDepends[] = "depends on the probability";
  expect_warnings(
      {{"return gradc::sum(gradc::astype<double>(gradc::random_bernoulli(key, gradc::full_like(x, p))) * x);",
        kDepends},
       {"double s = 0; for (int i = 0; i < n; ++i) if (gradc::random_bernoulli(gradc::fold_in(key, "
        "static_cast<std::uint64_t>(i)), "
        "gradc::Vector<double>{p})(0)) s += x(i); return s;",
        kDepends}});
}

TEST_F(RandomWarnings, NothingOfOtherProbabilities) {
  EXPECT_EQ(said({"return p * gradc::sum(gradc::where(gradc::random_bernoulli(key, gradc::full_like(x, "
                  "0.3)), gradc::exp(x), x));",
                  "return gradc::sum(gradc::where(gradc::random_bernoulli(key, "
                  "gradc::stop_gradient(gradc::sigmoid(x))), gradc::exp(x), p));",
                  // Of which the result has nothing.
                  "const auto unused = gradc::random_bernoulli(key, gradc::sigmoid(x)); return p * "
                  "gradc::sum(gradc::exp(x));"}),
            "");
  EXPECT_EQ(
      generated(
          "",
          function(
              "return gradc::sum(gradc::where(gradc::random_bernoulli(key, gradc::full_like(x, p)), x, 0));",
              "gradient, wrt(x)"))
          .err,
      "");
}

TEST_F(RandomWarnings, CanBeLeftOut) {
  const std::string source = function(
      "return gradc::sum(gradc::where(gradc::random_bernoulli(key, gradc::sigmoid(x)), gradc::dropout(x, "
      "key, 0.5), p));");
  const std::string both = generated("", source).err;
  EXPECT_NE(both.find("[key_reuse]"), std::string::npos) << both;
  EXPECT_NE(both.find("[bernoulli_gradient]"), std::string::npos) << both;
  const std::string one = generated("-Wno-gradc-key-reuse", source).err;
  EXPECT_EQ(one.find("[key_reuse]"), std::string::npos) << one;
  EXPECT_NE(one.find("[bernoulli_gradient]"), std::string::npos) << one;
  EXPECT_EQ(generated("-Wno-gradc-key-reuse -Wno-gradc-bernoulli-gradient", source).err, "");
  // Two requests on a function are warned once.
  const std::string twice =
      generated("", "GRADC_DIFFERENTIATE(vjp, wrt(x), as(g), unconnected(zero)) " + source).err;
  EXPECT_EQ(twice.find("[key_reuse]"), twice.rfind("[key_reuse]")) << twice;
}

}  // namespace
