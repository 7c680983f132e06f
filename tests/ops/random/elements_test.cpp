// What `raise` must keep of random loops over elements, and of their gradients: all but the last bits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "ir/passes/analysis/loop.h"
#include "ir/text/text.h"
#include "tests/reference/derivatives.h"
#include "tests/reference/graph.h"

namespace ops_test {
namespace {

using reference::passed;
using reference::Value;

// @f(%x: f64[m], %y: f64[m, 3], %w: f64, %z: f64[k]): loops of m trips, or one or two less, and m <= k.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    std::string text = "%m = extent {value = <m>} : i64\n";
    for (std::size_t loops = 1 + below(3); loops > 0; --loops) text += loop();
    std::string names, types;
    for (const std::string& each : numbers_)
      names += (names.empty() ? "" : ", ") + each, types += (types.empty() ? "f64" : ", f64");
    for (const std::string& each : vectors_) names += ", " + each, types += ", f64[m]";
    return fmt::format("func @f(%x: f64[m], %y: f64[m, 3], %w: f64, %z: f64[k]) -> ({}) {{\n{}  return {}\n}}\n", types,
                       text, names);
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class List>
  auto pick(const List& list) {
    return list[below(std::size(list))];
  }
  std::string fresh() { return fmt::format("%v{}", ++count_); }

  std::string loop() {
    less_ = below(3);
    const std::string number = fresh(), trips = fresh(), zero = fresh(), zeros = fresh();
    std::string out = fmt::format("{} = constant {{element = i64, value = {}}} : i64\n{} = subtract %m, {} : i64\n",
                                  number, less_, trips, number);
    out +=
        fmt::format("{} = constant {{element = f64, value = 0.0}} : f64\n{} = broadcast {} {{shape = <m>}} : f64[m]\n",
                    zero, zeros, zero);
    // Two sums and a tensor are carried; all that was there before comes in.
    const std::string before[] = {pick(numbers_), zero, below(3) ? zeros : std::string("%x")};
    std::string operands = fmt::format("{}, {}, {}, {}, %y, %z", trips, before[0], before[1], before[2]),
                parameters = "%i: i64, %s: f64, %p: f64, %t: f64[m], %y: f64[m, 3], %z: f64[k]";
    for (const std::string& each : numbers_) operands += ", " + each, parameters += fmt::format(", {}: f64", each);
    for (const std::string& each : vectors_) operands += ", " + each, parameters += fmt::format(", {}: f64[m]", each);
    terms_ = numbers_;
    std::string body;
    for (std::size_t ops = 2 + below(6); ops > 0; --ops) body += op();
    std::string results[3];
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string now = k == 0 ? "%s" : "%p", term = pick(terms_);
      results[k] = fresh();
      const std::size_t how = below(15);  // the first two are no sums of terms
      body += how > 11   ? branch(results[k], "f64", {now, term, pick(terms_)}, "add", "")
              : how == 0   ? fmt::format("{} = multiply {}, {} : f64\n", results[k], now, term)
              : how == 1 ? fmt::format("{} = add {}, {} : f64\n", results[k], now, k == 0 ? "%p" : "%s")
              : how < 4  ? fmt::format("{} = subtract {}, {} : f64\n", results[k], now, term)
              : how < 6  ? fmt::format("{} = add {}, {} : f64\n", results[k], term, now)
                         : fmt::format("{} = add {}, {} : f64\n", results[k], now, term);
    }
    results[2] = "%t";
    for (std::size_t writes = below(3); writes > 0; --writes) {
      const std::string at = index(body), next = fresh();
      if (below(8) == 0) {
        const std::string read = fresh(), there = index(body);
        body += fmt::format("{} = element {}, {} : f64\n", read, results[2], there);
        terms_.push_back(read);
      }
      const char* const write = below(3) ? "add_element" : "set_element";
      if (below(4) == 0) body += branch(next, "f64[m]", {results[2], pick(terms_), pick(terms_)}, write, at);
      else body += fmt::format("{} = {} {}, {}, {} : f64[m]\n", next, write, results[2], pick(terms_), at);
      results[2] = next;
    }
    const std::string after[] = {fresh(), fresh(), fresh()};
    out += fmt::format(
        "{}, {}, {} = scan {} {{carried = 3, scanned = 0}} body({}) {{\n{}-> {}, {}, {}\n}} : f64, f64, f64[m]\n",
        after[0], after[1], after[2], operands, parameters, body, results[0], results[1], results[2]);
    numbers_.insert(numbers_.end(), {after[0], after[1]});
    vectors_.push_back(after[2]);
    return out;
  }

  // A branch that writes a loop-carried value, of that type, in one arm or in both.
  std::string branch(const std::string& result, const char* type, const std::vector<std::string>& x, const char* write,
                     const std::string& at) {
    const std::string less = fresh(), index = at.empty() ? "" : ", %k";
    const std::string parameters = fmt::format("(%c: {}, %a: f64, %b: f64{})", type, at.empty() ? "" : ", %k: i64");
    const auto arm = [&](const char* number) {
      return below(4) == 0 ? std::string("-> %c\n") : fmt::format("%q = {} %c, {}{} : {}\n-> %q\n", write, number, index, type);
    };
    std::string out = fmt::format("{} = less {}, {} : bool\n{} = if {}, {}, {}, {}{} then{} {{\n", less, pick(terms_), pick(terms_),
                                  result, less, x[0], x[1], x[2], at.empty() ? "" : ", " + at, parameters);
    out += arm("%a");
    out += fmt::format("}} else{} {{\n", parameters);
    out += arm("%b");
    return out + fmt::format("}} : {}\n", type);
  }

  // A place that is there in each trip, and what must be written before.
  std::string index(std::string& before) {
    if (less_ == 0 || below(2) == 0) return "%i";
    const std::string step = fresh(), at = fresh();
    before += fmt::format("{} = constant {{element = i64, value = {}}} : i64\n{} = add %i, {} : i64\n", step,
                          1 + below(less_), at, step);
    return at;
  }

  std::string op() {
    std::string out;
    const std::string result = fresh();
    switch (below(10)) {
      case 0:
        out += fmt::format("{} = element %z, %i : f64\n", result);
        break;
      case 1: {
        const std::string at = index(out);
        out += fmt::format("{} = element {}, {} : f64\n", result, pick(vectors_), at);
        break;
      }
      case 2: {
        const std::string at = index(out), column = fresh();
        out += fmt::format("{} = constant {{element = i64, value = {}}} : i64\n{} = element %y, {}, {} : f64\n", column,
                           below(3), result, at, column);
        break;
      }
      case 3:
        out += fmt::format("{} = {} {} : f64\n", result, pick(std::vector<const char*>{"sin", "tanh", "square"}),
                           pick(terms_));
        break;
      case 4: {
        const std::string narrow = fresh();
        out += fmt::format("{} = astype %i {{to = i32}} : i32\n{} = astype {} {{to = f64}} : f64\n", narrow, result,
                           narrow);
        break;
      }
      case 5: {
        const std::string less = fresh();
        out += fmt::format("{} = less {}, {} : bool\n{} = where {}, {}, {} : f64\n", less, pick(terms_), pick(terms_),
                           result, less, pick(terms_), pick(terms_));
        break;
      }
      case 6: {
        const std::string less = fresh();
        out += fmt::format("{} = less {}, {} : bool\n", less, pick(terms_), pick(terms_));
        out += fmt::format("{} = if {}, {}, {} then(%a: f64, %b: f64) {{\n%q = multiply %a, %b : f64\n-> %q\n}} else(%a: f64, %b: f64) "
                           "{{\n%q = sin %b : f64\n%r = add %q, %a : f64\n-> %r\n}} : f64\n",
                           result, less, pick(terms_), pick(terms_));
        break;
      }
      default:
        out += fmt::format("{} = {} {}, {} : f64\n", result,
                           pick(std::vector<const char*>{"add", "subtract", "multiply"}), pick(terms_), pick(terms_));
    }
    terms_.push_back(result);
    return out;
  }

  std::mt19937_64 random_;
  int count_ = 0;
  std::size_t less_ = 0;
  std::vector<std::string> numbers_{"%w"}, vectors_{"%x"}, terms_;
};

int loops(const ir::Function& function) {
  int out = 0;
  for (ir::OpId id : function[function.body].ops) out += ir::is_loop(function[id]);
  return out;
}

constexpr std::uint64_t kModules = 400;

TEST(RandomElements, KeepTheirMeaningAsTensors) {
  const char* given = std::getenv("GRADC_SEED");
  const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
  int before = 0, after = 0, after_same = 0, empty = 0;
  for (std::uint64_t seed = first; seed < first + kModules / reference::kOneIn; ++seed) {
    const std::string text = Writer(seed).run();
    ir::Diagnostics diagnostics;
    const auto module = ir::parse(text, diagnostics);
    ASSERT_TRUE(module) << diagnostics.text() << text;
    reference::Random random(seed);
    const auto m = static_cast<std::int64_t>(seed % 6);
    empty += m == 0;
    std::vector<Value> x{
        reference::random_like(ir::Literal::zeros(ir::ElementType::f64, {m}), random),
        reference::random_like(ir::Literal::zeros(ir::ElementType::f64, {m, 3}), random), reference::real(0.7),
        reference::random_like(ir::Literal::zeros(ir::ElementType::f64, {m + static_cast<std::int64_t>(seed % 2)}),
                               random)};
    const ir::Module plain = passed(*module, "grad(f),simplify,cse,dce"),
                     raised = passed(plain, "raise(f,f_vjp),simplify,cse,dce"),
                     same = passed(plain, "raise_same_bits(f,f_vjp),simplify,cse,dce");
    for (const char* name : {"f", "f_vjp"}) {
      const auto expected = reference::interpret(plain, plain.find(name), x),
                 found = reference::interpret(raised, raised.find(name), x),
                 kept = reference::interpret(same, same.find(name), x);
      const bool is_value = name[1] == '\0';
      for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_LE(reference::relative_error(found[i], expected[i]), 1e-11)
            << "GRADC_SEED=" << seed << ' ' << name << ' ' << i << '\n'
            << ir::print(plain) << ir::print(raised);
        ASSERT_LE(reference::relative_error(kept[i], expected[i]), is_value ? 0 : 1e-11)
            << "GRADC_SEED=" << seed << " same bits " << name << ' ' << i << '\n'
            << ir::print(plain) << ir::print(same);
      }
      before += loops(plain[plain.find(name)]);
      after += loops(raised[raised.find(name)]);
      after_same += loops(same[same.find(name)]);
      if (is_value)
        for (const Value& y : expected) x.push_back(reference::random_like(y, random));
    }
  }
  std::cout << fmt::format("loops: {} of {} left, {} with the same bits; without elements: {} modules\n", after, before,
                           after_same, empty);
  EXPECT_LT(after, before * 2 / 3);
  EXPECT_LT(after_same, before * 9 / 10);
}

}  // namespace
}  // namespace ops_test
