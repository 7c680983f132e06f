// What `promote` must keep of random functions with small arrays in straight lines, loops and branches: the
// values bit by bit, and the derivatives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "ir/kind.h"
#include "ir/passes/analysis/loop.h"
#include "ir/text/text.h"
#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using reference::passed;
using reference::Value;

// @f(%a: f64, %b: f64, %x: f64[3], %n: i64, %k: i64, %p: bool): 0 <= n, and k is 0 or 1.
class Writer {
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class List>
  auto pick(const List& list) {
    return list[below(std::size(list))];
  }

 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    Scope scope{{{"%a", "f64"}, {"%b", "f64"}, {"%x", kShapes[2]}, {"%n", "i64"}, {"%p", "bool"}},
                {{"%k", 2}}};
    scope.values.push_back({"%k", "i64"});
    std::string text = statements(scope, 4 + below(8), 0);
    for (const Known& known : std::vector<Known>(scope.values)) {  // elements of each array
      for (int count = 0; count < 3 && known.type.starts_with("f64["); ++count) {
        std::string before;
        const std::string at = indices(scope, known.type, before);
        text += before + define(scope, "f64", fmt::format("element {}, {}", known.name, at));
      }
    }
    std::string types, names;  // all that is there, so that little is dead
    for (const Known& known : scope.values) {
      if (!known.type.starts_with("f64")) continue;
      types += (types.empty() ? "" : ", ") + known.type;
      names += (names.empty() ? "" : ", ") + known.name;
    }
    return fmt::format(
        "func @f(%a: f64, %b: f64, %x: f64[3], %n: i64, %k: i64, %p: bool) -> ({}) {{\n{}  return {}\n}}\n",
        types, text, names);
  }

 private:
  static constexpr const char* kShapes[] = {"f64[1]", "f64[2]", "f64[3]", "f64[4]", "f64[2, 2]"};
  struct Known {
    std::string name, type;
  };
  struct Index {
    std::string name;
    std::size_t below;
  };
  struct Scope {
    std::vector<Known> values;
    std::vector<Index> indices;  // i64 values that are less than that
  };

  std::string fresh() { return fmt::format("%v{}", ++count_); }

  std::string any(const Scope& scope, const std::string& type) {
    std::vector<std::string> names;
    for (const Known& known : scope.values)
      if (known.type == type) names.push_back(known.name);
    return names.empty() ? "" : pick(names);
  }
  static std::string last(const Scope& scope, const std::string& type) {
    std::string name;
    for (const Known& known : scope.values)
      if (known.type == type) name = known.name;
    return name;
  }

  std::string define(Scope& scope, const std::string& type, const std::string& op) {
    const std::string name = fresh();
    scope.values.push_back({name, type});
    return fmt::format("{} = {} : {}\n", name, op, type);
  }

  std::string statements(Scope& scope, std::size_t count, int depth) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t choice = below(depth < 2 ? 12 : 8);
      out += choice < 2    ? number(scope)
             : choice < 4  ? element(scope)
             : choice < 6  ? write(scope)
             : choice < 8  ? array(scope)
             : choice < 11 ? loop(scope, depth)
                           : branch(scope, depth);
    }
    return out;
  }

  std::string number(Scope& scope) {
    if (below(4) == 0)
      return define(scope, "f64", fmt::format("constant {{element = f64, value = {}.5}}", below(3)));
    if (below(8) == 0)
      if (const std::string whole = any(scope, "f64[3]"); !whole.empty())
        return define(scope, "f64", fmt::format("sum {} {{axes = [0], keepdims = false}}", whole));
    if (below(3) == 0) return define(scope, "f64", fmt::format("tanh {}", any(scope, "f64")));
    constexpr const char* kOps[] = {"add", "subtract", "multiply"};
    return define(scope, "f64", fmt::format("{} {}, {}", pick(kOps), any(scope, "f64"), any(scope, "f64")));
  }

  // An index of an axis, and what must be written before.
  std::string index(const Scope& scope, std::size_t extent, std::string& before) {
    std::vector<std::string> names;
    for (const Index& known : scope.indices)
      if (known.below <= extent) names.push_back(known.name);
    if (!names.empty() && below(4) == 0) return pick(names);
    const std::string name = fresh();
    before += fmt::format("{} = constant {{element = i64, value = {}}} : i64\n", name, below(extent));
    return name;
  }
  std::string indices(const Scope& scope, const std::string& type, std::string& before) {
    if (type == "f64[2, 2]") {
      const std::string row = index(scope, 2, before);
      return row + ", " + index(scope, 2, before);
    }
    return index(scope, static_cast<std::size_t>(type[4] - '0'), before);
  }

  std::string element(Scope& scope) {
    const std::string type = pick(kShapes), from = any(scope, type);
    if (from.empty()) return array(scope);
    std::string before;
    const std::string at = indices(scope, type, before);
    return before + define(scope, "f64", fmt::format("element {}, {}", from, at));
  }

  std::string write(Scope& scope) {
    const std::string type = pick(kShapes), from = any(scope, type);
    if (from.empty()) return array(scope);
    std::string before;
    const std::string at = indices(scope, type, before);
    return before + define(scope, type,
                           fmt::format("{} {}, {}, {}", below(5) ? "set_element" : "add_element", from,
                                       any(scope, "f64"), at));
  }

  std::string array(Scope& scope) {
    if (const std::string square = any(scope, "f64[2, 2]");
        !square.empty() && below(2)) {  // a row, read or written
      std::string before;
      const std::string row = any(scope, "f64[2]"), at = index(scope, 2, before);
      if (row.empty() || below(2))
        return before + define(scope, "f64[2]", fmt::format("element {}, {}", square, at));
      return before +
             define(scope, "f64[2, 2]",
                    fmt::format("{} {}, {}, {}", below(5) ? "set_element" : "add_element", square, row, at));
    }
    if (below(4) == 0)
      return define(scope, "f64[2, 2]", fmt::format("broadcast {} {{shape = <2, 2>}}", any(scope, "f64")));
    if (const std::string line = any(scope, "f64[4]"); !line.empty() && below(3) == 0)
      return define(scope, "f64[2, 2]", fmt::format("reshape {} {{shape = <2, 2>}}", line));
    if (const std::string square = any(scope, "f64[2, 2]"); !square.empty() && below(3) == 0)
      return define(scope, "f64[2, 2]", fmt::format("transpose {} {{perm = [1, 0]}}", square));
    std::string out, parts;
    const std::size_t count = pick(std::vector<std::size_t>{1, 2, 3, 4});
    for (std::size_t i = 0; i < count; ++i) {
      out += define(scope, "f64[1]", fmt::format("expand_dims {} {{axes = [0]}}", any(scope, "f64")));
      parts += (i ? ", " : "") + scope.values.back().name;
    }
    return out + define(scope, fmt::format("f64[{}]", count), fmt::format("concat {} {{axis = 0}}", parts));
  }

  // The block's parameters are all that is known outside.
  static std::string parameters(const Scope& scope, const std::vector<std::size_t>& order) {
    std::string out;
    for (std::size_t i : order)
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", scope.values[i].name, scope.values[i].type);
    return out;
  }
  static std::string names(const Scope& scope, const std::vector<std::size_t>& order) {
    std::string out;
    for (std::size_t i : order) out += ", " + scope.values[i].name;
    return out;
  }

  std::string loop(Scope& scope, int depth) {
    std::string out, trips = "%n";
    Scope inside = scope;
    const std::string trip = fresh();
    inside.values.push_back({trip, "i64"});
    if (below(3)) {
      const std::size_t count = below(5);
      trips = fresh();
      out = fmt::format("{} = constant {{element = i64, value = {}}} : i64\n", trips, count);
      if (count > 0) inside.indices.push_back({trip, count});
    }
    std::vector<std::size_t> order, rest;
    for (std::size_t i = 0; i < scope.values.size(); ++i)
      (order.size() < 3 && scope.values[i].type.starts_with("f64") && below(3) == 0 ? order : rest)
          .push_back(i);
    const std::size_t carried = order.size();
    order.insert(order.end(), rest.begin(), rest.end());
    const std::string body = statements(inside, 1 + below(4), depth + 1);
    std::string given, types, made;
    for (std::size_t i = 0; i < carried; ++i) {
      const std::string& type = scope.values[order[i]].type;
      given += (i ? ", " : "") + last(inside, type);
      types += (i ? ", " : "") + type;
      const std::string result = fresh();
      made += (i ? ", " : "") + result;
    }
    if (carried == 0) return "";
    out += fmt::format(
        "{} = scan {}{} {{carried = {}, scanned = 0}} body({}: i64, {}) {{\n{}-> {}\n}} : {}\n", made, trips,
        names(scope, order), carried, trip, parameters(scope, order), body, given, types);
    for (std::size_t i = 0, at = 0; i < carried; ++i) {
      const std::size_t end = std::min(made.find(',', at), made.size());
      scope.values.push_back({made.substr(at, end - at), scope.values[order[i]].type});
      at = end + 2;
    }
    return out;
  }

  std::string branch(Scope& scope, int depth) {
    std::vector<std::size_t> order(scope.values.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const std::string type = below(2) ? "f64" : pick(kShapes);
    if (any(scope, type).empty()) return "";
    std::string arms[2];
    for (std::string& arm : arms) {
      Scope inside = scope;
      arm = statements(inside, below(4), depth + 1);
      arm += fmt::format("-> {}\n", last(inside, type));
    }
    return define(scope, type,
                  fmt::format("if %p{} then({}) {{\n{}}} else({}) {{\n{}}}", names(scope, order),
                              parameters(scope, order), arms[0], parameters(scope, order), arms[1]));
  }

  std::mt19937_64 random_;
  int count_ = 0;
};

struct Counts {
  int loops = 0, arrays_in_blocks = 0;
};
Counts counts(const ir::Module& module) {
  Counts out;
  for (const ir::Op& op : module.functions[0].ops) {
    out.loops += ir::is_loop(op);
    for (ir::ValueId result : op.blocks.empty() ? std::vector<ir::ValueId>{} : op.results)
      out.arrays_in_blocks += module.functions[0][result].type.rank() > 0;
  }
  return out;
}

constexpr std::uint64_t kModules = 400;

TEST(RandomArrays, KeepTheirMeaningAsNumbers) {
  const char* given = std::getenv("GRADC_SEED");
  const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
  Counts before, after;
  for (std::uint64_t seed = first; seed < first + kModules / reference::kOneIn; ++seed) {
    const std::string text = Writer(seed).run();
    ir::Diagnostics diagnostics;
    const auto module = ir::parse(text, diagnostics);
    ASSERT_TRUE(module) << diagnostics.text() << text;
    std::vector<Value> x{reference::real(0.3),
                         reference::real(-0.8),
                         reference::reals({3}, {0.9, -0.2, 0.5}),
                         reference::integer(static_cast<std::int64_t>(seed % 4)),
                         reference::integer(static_cast<std::int64_t>(seed / 4 % 2)),
                         reference::boolean(seed % 3 == 0)};
    const ir::Module kept = passed(*module, "dce"), promoted = passed(*module, "promote,dce");
    const auto y = reference::interpret(*module, {0}, x), z = reference::interpret(promoted, {0}, x);
    for (std::size_t i = 0; i < y.size(); ++i)
      ASSERT_EQ(reference::relative_error(z[i], y[i]), 0) << "GRADC_SEED=" << seed << '\n'
                                                          << text << ir::print(promoted);
    for (Counts* count : {&before, &after}) {
      const Counts now = counts(count == &before ? kept : promoted);
      count->loops += now.loops;
      count->arrays_in_blocks += now.arrays_in_blocks;
    }
    reference::Random random(seed);
    for (int k : reference::differentiable_results(module->functions[0]))
      x.push_back(reference::random_like(y[static_cast<std::size_t>(k)], random));
    const ir::Module plain = passed(*module, "grad(f)"), faster = passed(promoted, "grad(f)");
    const auto expected = reference::interpret(plain, plain.find("f_vjp"), x),
               found = reference::interpret(faster, faster.find("f_vjp"), x);
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_LE(reference::relative_error(found[i], expected[i]), 1e-11) << "GRADC_SEED=" << seed << '\n'
                                                                         << text << ir::print(promoted);
  }
  std::cout << fmt::format("loops: {} of {} left; arrays that loops and branches yield: {} of {}\n",
                           after.loops, before.loops, after.arrays_in_blocks, before.arrays_in_blocks);
  EXPECT_LT(after.loops, before.loops);
  EXPECT_LT(after.arrays_in_blocks, before.arrays_in_blocks);
}

}  // namespace
}  // namespace ops_test
