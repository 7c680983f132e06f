// What passes must keep of random modules whose functions call each other and themselves, with results that calls don't
// read and arguments that functions don't need.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>

#include "ir/text/text.h"
#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using reference::passed;
using reference::Value;

const std::string kReal = "f64", kVector = "f64[s.0]";

// @f(%depth: i64, ...) and functions @h0, @h1, ... of the same kind: numbers and vectors of one extent in any order. Calls go
// to any function with a smaller depth, where it isn't negative.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    std::vector<Signature> all{signature("f")};
    for (std::size_t i = 0, count = 2 + below(4); i < count; ++i) all.push_back(signature(fmt::format("h{}", i)));
    functions_ = all;
    for (const Signature& one : all) function(one);
    return out_;
  }

 private:
  struct Signature {
    std::string name;
    std::vector<std::string> takes, gives;
  };
  struct Known {
    std::string name, type;
  };
  using Scope = std::vector<Known>;

  std::size_t below(std::size_t n) { return random_() % n; }
  template <class List>
  auto pick(const List& list) {
    return list[below(std::size(list))];
  }

  // A vector first: one has to show the extent.
  Signature signature(const std::string& name) {
    Signature made{name, {kVector, kReal}, {}};
    for (std::size_t i = 0, count = below(4); i < count; ++i) made.takes.push_back(below(2) ? kReal : kVector);
    for (std::size_t i = 0, count = 1 + below(4); i < count; ++i) made.gives.push_back(below(2) ? kReal : kVector);
    return made;
  }

  std::string any(const Scope& scope, const std::string& type) {
    std::vector<std::string> names;
    for (const Known& known : scope)
      if (known.type == type) names.push_back("%" + known.name);
    if (names.size() > 3 && below(2)) names.erase(names.begin(), names.end() - 3);
    return pick(names);
  }
  static std::string last(const Scope& scope, const std::string& type) {
    std::string name;
    for (const Known& known : scope)
      if (known.type == type) name = "%" + known.name;
    return name;
  }
  std::string fresh(Scope& scope, const std::string& type) {
    scope.push_back({fmt::format("v{}", count_++), type});
    return "%" + scope.back().name;
  }
  template <class... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    out_ += fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }
  static std::string list(const Scope& scope, bool types) {
    std::string text;
    for (const Known& known : scope)
      text += (text.empty() ? "%" : ", %") + known.name + (types ? ": " + known.type : "");
    return text;
  }

  void some_op(Scope& scope) {
    const bool is_real = below(2);
    const std::string type = is_real ? kReal : kVector, x = any(scope, type), y = any(scope, type);
    switch (below(4)) {
      case 0: return line("{} = {} {}", fresh(scope, type), pick(std::vector<std::string>{"sin", "tanh", "square"}), x);
      case 1: return line("{} = {} {}, {}", fresh(scope, type), below(2) ? "add" : "multiply", x, y);
      case 2:
        if (is_real) return line("{} = broadcast {} {{shape = <s.0>}}", fresh(scope, kVector), x);
        return line("{} = mean {} {{axes = [0], keepdims = false}}", fresh(scope, kReal), x);
      default: return line("{} = {} {}", fresh(scope, type), below(2) ? "stop_gradient" : "negative", x);
    }
  }

  std::string call(Scope& scope, const std::string& depth) {
    const Signature& callee = functions_[1 + below(functions_.size() - 1)];
    std::string given = depth, names;
    for (const std::string& type : callee.takes) given += ", " + any(scope, type);
    for (const std::string& type : callee.gives) names += (names.empty() ? "" : ", ") + fresh(scope, type);
    return fmt::format("{} = call @{} {}", names, callee.name, given);
  }

  void function(const Signature& of) {
    Scope arguments{{"depth", "i64"}};
    for (std::size_t i = 0; i < of.takes.size(); ++i) arguments.push_back({fmt::format("x{}", i), of.takes[i]});
    std::string results;
    for (const std::string& type : of.gives) results += (results.empty() ? "" : ", ") + type;
    line("func @{}({}) -> ({}) {{", of.name, list(arguments, true), results);
    Scope scope = arguments;
    for (std::size_t i = 0, count = 2 + below(3); i < count; ++i) some_op(scope);
    line("%zero = constant {{element = i64, value = 0}}\n%more = greater %depth, %zero");
    const Scope passed = scope;
    const auto arm = [&](const char* label, bool calls) {
      line("{}({}) {{", label, list(passed, true));
      Scope inner = passed;
      if (calls) {
        line("%one = constant {{element = i64, value = 1}}\n%below = subtract %depth, %one");
        for (std::size_t i = 0, count = 1 + below(2); i < count; ++i) {
          const std::string text = call(inner, "%below");
          line("{}", text);
        }
      }
      for (std::size_t i = 0, count = below(3); i < count; ++i) some_op(inner);
      if (calls) some_op(inner);
      line("-> {}, {}\n}}", last(inner, kReal), last(inner, kVector));
    };
    line("%c0, %c1 = if %more, {}", list(passed, false));
    arm("then", true);
    arm("else", false);
    scope.push_back({"c0", kReal});
    scope.push_back({"c1", kVector});
    for (std::size_t i = 0, count = 1 + below(3); i < count; ++i) some_op(scope);
    std::string given;  // the first of what the calls gave
    for (const std::string& type : of.gives) given += given.empty() ? (type == kReal ? "%c0" : "%c1") : ", " + any(scope, type);
    line("return {}\n}}\n", given);
  }

  std::mt19937_64 random_;
  std::vector<Signature> functions_;
  std::string out_;
  int count_ = 0;
};

std::vector<Value> arguments(const ir::Function& f, std::uint64_t seed) {
  reference::Random random(seed);
  std::vector<Value> values{reference::integer(static_cast<std::int64_t>(seed % 4))};
  for (std::size_t i = 1; i < f.arguments().size(); ++i)
    values.push_back(f[f.arguments()[i]].type.rank() == 0 ? reference::random_like(reference::real(0), random)
                                                          : reference::random_like(reference::reals({3}, {0, 0, 0}), random));
  return values;
}

template <class F>
void each_module(F f, std::uint64_t count = 120 / reference::kOneIn) {
  const char* given = std::getenv("GRADC_SEED");
  const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string text = Writer(seed).run();
    ir::Diagnostics diagnostics;
    const auto module = ir::parse(text, diagnostics);
    ASSERT_TRUE(module) << diagnostics.text() << text;
    f(*module, arguments((*module)[ir::FunctionId{0}], seed));
    ASSERT_FALSE(::testing::Test::HasFailure()) << "GRADC_SEED=" << seed << '\n' << ir::print(*module);
  }
}

void expect_same(const ir::Module& module, const ir::Module& now, std::string_view function, const std::vector<Value>& x,
                 double tolerance, std::string_view what) {
  const auto expected = reference::interpret(module, module.find(function), x);
  const auto found = reference::interpret(now, now.find(function), x);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_LE(reference::relative_error(found[i], expected[i]), tolerance) << what << " result " << i;
}

struct Reached {
  std::size_t functions, ops;
};

// What @f runs.
Reached reached(const ir::Module& module) {
  std::size_t count = 0;
  std::set<ir::FunctionId> seen;
  for (std::vector<ir::FunctionId> open{module.find("f")}; !open.empty();) {
    const ir::FunctionId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    count += module[id].ops.size();
    for (const ir::Op& op : module[id].ops)
      if (op.callee.valid()) open.push_back(op.callee);
  }
  return {seen.size(), count};
}

TEST(RandomCalls, KeepTheirValues) {
  std::size_t before = 0, after = 0, all_reached = 0;
  each_module([&](const ir::Module& module, const std::vector<Value>& x) {
    const ir::Module swept = passed(module, "dce");
    for (const std::string pipeline : {"prune_calls", "prune_calls(h0)", "prune_calls,inline(small),simplify,cse,dce"}) {
      const ir::Module now = passed(module, pipeline);
      expect_same(module, now, "f", x, pipeline.ends_with("dce") ? 1e-13 : 0, pipeline);
      // A cycle that nobody calls may be none any more once calls in it are of copies.
      if (pipeline.ends_with("dce") || reached(swept).functions < swept.functions.size()) continue;
      ++all_reached;
      EXPECT_EQ(ir::print(passed(now, pipeline)), ir::print(now)) << pipeline << " is not idempotent";
      EXPECT_EQ(ir::print(passed(swept, pipeline)), ir::print(now)) << "dce drops more than " << pipeline;
    }
    before += reached(swept).ops;
    after += reached(passed(module, "prune_calls")).ops;
  });
  EXPECT_LT(after, before);
  EXPECT_GT(all_reached, 0u);
}

TEST(RandomCalls, KeepTheirDerivatives) {
  each_module([](const ir::Module& module, std::vector<Value> x) {
    const auto y = reference::interpret(module, ir::FunctionId{0}, x);
    reference::Random random(11);
    std::vector<Value> forward = x;
    for (std::size_t i = 1; i < x.size(); ++i) forward.push_back(reference::random_like(x[i], random));
    for (const Value& value : y) x.push_back(reference::random_like(value, random));
    const ir::Module gradient = passed(module, "grad(f)"), product = passed(module, "jvp(f)");
    for (const std::string pipeline : {"prune_calls", "simplify,cse,dce,prune_calls,inline(small),simplify,dce"}) {
      expect_same(gradient, passed(gradient, pipeline), "f_vjp", x, 1e-11, pipeline);
      expect_same(product, passed(product, pipeline), "f_jvp", forward, 1e-11, pipeline);
    }
    expect_same(gradient, passed(module, "prune_calls,grad(f)"), "f_vjp", x, 1e-11, "before");
  });
}

}  // namespace
}  // namespace ops_test
