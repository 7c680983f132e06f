#include "tests/ops/random/control.h"

#include <fmt/format.h>

#include <random>
#include <vector>

namespace ops_test {
namespace {

// What a block knows, by type.
struct Known {
  std::string name, type;
};
using Scope = std::vector<Known>;

const std::string kReal = "f64", kVector = "f64[3]", kInteger = "i64", kBool = "bool";

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    Scope callee{{"u", kReal}, {"v", kReal}, {"q", kBool}};
    const std::string called = body(callee, 4, 1);
    out_ += "func @g(%u: f64, %v: f64, %q: bool) -> (f64) {\n" + called + "  return " + last(callee, kReal) + "\n}\n\n";
    calls_ = true;
    Scope scope{{"a", kReal}, {"b", kReal}, {"x", kVector}, {"n", kInteger}, {"p", kBool}};
    const std::string text = body(scope, 9, 3);
    out_ += "func @f(%a: f64, %b: f64, %x: f64[3], %n: i64, %p: bool) -> (f64, f64, f64[3], i64) {\n" + text + "  return " +
            last(scope, kReal) + ", %b, " + last(scope, kVector) + ", " + last(scope, kInteger) +
            "\n}\n";
    return out_;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
  template <class List>
  auto pick(const List& list) {
    return list[below(std::size(list))];
  }

  std::string any(const Scope& scope, const std::string& type) {
    std::vector<std::string> names;
    for (const Known& known : scope)
      if (known.type == type) names.push_back(known.name);
    // Late ones more often, so that chains grow.
    if (names.size() > 3 && chance(50)) names.erase(names.begin(), names.end() - 3);
    return "%" + pick(names);
  }
  static std::string last(const Scope& scope, const std::string& type) {
    std::string name;
    for (const Known& known : scope)
      if (known.type == type) name = known.name;
    return "%" + name;
  }
  std::string fresh(Scope& scope, const std::string& type) {
    scope.push_back({fmt::format("v{}", count_++), type});
    return "%" + scope.back().name;
  }

  // So many steps, the ops of which go into the text; blocks nest so deep.
  std::string body(Scope& scope, int steps, int depth) {
    std::string text;
    for (int step = 0; step < steps; ++step) {
      const std::size_t kind = below(depth > 0 ? 14 : 8);
      if (kind < 4) real(scope, text);
      else if (kind < 6) vector(scope, text);
      else if (kind < 7) integer(scope, text);
      else if (kind < 8) predicate(scope, text);
      else if (kind < 10) branch(scope, text, depth - 1);
      else if (kind < 12) loop(scope, text, depth - 1);
      else if (kind < 13) scan(scope, text, depth - 1);
      else call(scope, text);
    }
    return text;
  }

  template <class... Args>
  static void line(std::string& text, fmt::format_string<Args...> form, Args&&... args) {
    text += fmt::format(form, std::forward<Args>(args)...) + "\n";
  }

  void real(Scope& scope, std::string& text) {
    const std::string x = any(scope, kReal), y = any(scope, kReal);
    const bool vectors = !any_of(scope, kVector).empty();
    switch (below(vectors ? 5 : 3)) {
      case 0: return line(text, "{} = {} {}", fresh(scope, kReal), pick(std::vector{"sin", "tanh", "negative"}), x);
      case 1: {
        const std::string number = fresh(scope, kReal);
        line(text, "{} = constant {{element = f64, value = {}}}", number, pick(std::vector{"0.5", "0.75", "-0.5"}));
        return line(text, "{} = multiply {}, {}", fresh(scope, kReal), x, number);
      }
      case 2: {
        const std::string sum = fresh(scope, kReal);
        line(text, "{} = {} {}, {}", sum, pick(std::vector{"add", "subtract", "multiply"}), x, y);
        return line(text, "{} = sin {}", fresh(scope, kReal), sum);
      }
      case 3: {
        const std::string sum = fresh(scope, kReal), v = any(scope, kVector);
        line(text, "{} = sum {} {{axes = [0], keepdims = false}}", sum, v);
        return line(text, "{} = tanh {}", fresh(scope, kReal), sum);
      }
      default: {
        const std::string at = index(scope, text), v = any(scope, kVector);
        return line(text, "{} = element {}, {}", fresh(scope, kReal), v, at);
      }
    }
  }

  static std::string any_of(const Scope& scope, const std::string& type) {
    for (const Known& known : scope)
      if (known.type == type) return known.name;
    return {};
  }

  // One of 0, 1, 2: a constant, or an integer brought there.
  std::string index(Scope& scope, std::string& text) {
    const bool known = any_of(scope, kInteger).empty() || chance(40);
    const std::string i = known ? "" : any(scope, kInteger), three = fresh(scope, kInteger);
    if (known) {
      line(text, "{} = constant {{element = i64, value = {}}}", three, below(3));
      return three;
    }
    line(text, "{} = constant {{element = i64, value = 3}}", three);
    const std::string around = fresh(scope, kInteger), at = fresh(scope, kInteger), up = fresh(scope, kInteger);
    line(text, "{} = modulo {}, {}", around, i, three);
    line(text, "{} = add {}, {}", up, around, three);
    line(text, "{} = modulo {}, {}", at, up, three);
    return at;
  }

  void vector(Scope& scope, std::string& text) {
    if (any_of(scope, kVector).empty()) return real(scope, text);
    const std::string x = any(scope, kVector);
    if (chance(30)) {
      const std::string at = index(scope, text), value = any(scope, kReal);
      return line(text, "{} = {} {}, {}, {}", fresh(scope, kVector), chance(70) ? "set_element" : "add_element", x, value, at);
    }
    if (chance(30)) {
      const std::string many = fresh(scope, kVector), number = any(scope, kReal);
      line(text, "{} = broadcast {} {{shape = <3>}}", many, number);
      return line(text, "{} = add {}, {}", fresh(scope, kVector), many, x);
    }
    const std::string y = any(scope, kVector), product = fresh(scope, kVector);
    line(text, "{} = multiply {}, {}", product, x, y);
    line(text, "{} = tanh {}", fresh(scope, kVector), product);
  }

  void integer(Scope& scope, std::string& text) {
    const std::string number = fresh(scope, kInteger);
    line(text, "{} = constant {{element = i64, value = {}}}", number, below(4));
    const std::string at = index(scope, text);
    line(text, "{} = add {}, {}", fresh(scope, kInteger), at, number);
  }

  void predicate(Scope& scope, std::string& text) {
    const std::string compare = pick(std::vector{"less", "greater_equal", "equal", "not_equal"});
    const std::string& type = !any_of(scope, kInteger).empty() && chance(60) ? kInteger : kReal;
    const std::string x = any(scope, type), y = any(scope, type);
    line(text, "{} = {} {}, {}", fresh(scope, kBool), compare, x, y);
  }

  // Some values to take into a block, one perhaps twice; the names inside are their own.
  Scope passed(const Scope& scope, std::string& operands) {
    Scope inside;
    for (const Known& known : scope)
      for (int times = chance(8) ? 2 : chance(60) || known.name == scope.back().name ? 1 : 0; times > 0; --times) {
        operands += ", %" + known.name;
        inside.push_back({fmt::format("v{}", count_++), known.type});
      }
    for (const std::string& type : {kReal, kBool})
      if (any_of(inside, type).empty()) {
        operands += ", " + last(scope, type);
        inside.push_back({fmt::format("v{}", count_++), type});
      }
    return inside;
  }
  static std::string parameters(const Scope& scope) {
    std::string text;
    for (const Known& known : scope) text += fmt::format("{}%{}: {}", text.empty() ? "" : ", ", known.name, known.type);
    return text;
  }

  void branch(Scope& scope, std::string& text, int depth) {
    const std::string predicate = any(scope, kBool);
    std::string operands;
    const Scope inside = passed(scope, operands);
    const std::string& more = any_of(inside, kVector).empty() ? kReal : kVector;
    std::string arms;
    for (const char* label : {"then", "else"}) {
      Scope arm = inside;
      const std::string ops = chance(15) ? "" : body(arm, 3, depth);
      const std::string some = any(arm, kReal);
      arms += fmt::format(" {}({}) {{\n{}-> {}, {}, {}\n}}", label, parameters(inside), ops, last(arm, kReal), some, last(arm, more));
    }
    const std::string one = fresh(scope, kReal), two = fresh(scope, kReal), three = fresh(scope, more);
    line(text, "{}, {}, {} = if {}{}{}", one, two, three, predicate, operands, arms);
  }

  // Carries a number and something else, and stacks up to two values.
  struct Round {
    Scope inside;
    std::string operands, ops, results, names, stacked;
  };
  Round round(Scope& scope, int depth, Scope first) {
    Round made;
    const std::string& more = any_of(scope, kVector).empty() ? kReal : kVector;
    made.operands = ", " + any(scope, kReal);
    made.operands += ", " + any(scope, more);
    const Scope own{{fmt::format("v{}", count_++), kReal}, {fmt::format("v{}", count_++), more}};
    const Scope others = passed(scope, made.operands);
    made.inside = first;
    made.inside.insert(made.inside.end(), own.begin(), own.end());
    made.inside.insert(made.inside.end(), others.begin(), others.end());
    Scope block = made.inside;
    made.ops = body(block, 5, depth);
    made.results = last(block, kReal) + ", " + (chance(20) ? "%" + own[1].name : last(block, more));
    if (chance(30)) made.stacked += ", " + any(block, kReal);
    if (chance(15)) made.stacked += made.stacked.empty() ? ", " + any(block, more) : made.stacked;
    made.names = fresh(scope, kReal);
    made.names += ", " + fresh(scope, more);
    return made;
  }
  std::string stacks(const std::string& stacked) {
    std::string names;
    for (char c : stacked)
      if (c == ',') names += fmt::format(", %s{}", count_++);
    return names;
  }

  void loop(Scope& scope, std::string& text, int depth) {
    const bool up = chance(60);
    const std::size_t by = 1 + below(3);
    const std::string from = fresh(scope, kInteger);
    line(text, "{} = constant {{element = i64, value = {}}}", from, up ? below(3) : 3 + below(4));
    const std::string counter = fmt::format("v{}", count_++), bound = fmt::format("v{}", count_++);
    const std::string limit = !any_of(scope, kInteger).empty() && chance(50) ? any(scope, kInteger) : from;
    const Round made = round(scope, depth, {{counter, kInteger}, {bound, kInteger}});
    // The counter is carried, the bound with it unchanged; sometimes the loop ends on what it computes, too.
    std::string condition;
    const std::string far = fmt::format("%v{}", count_++), reach = fmt::format("%v{}", count_++), go = fmt::format("%v{}", count_++);
    line(condition, "{} = constant {{element = i64, value = {}}}", far, 4 + below(3));
    line(condition, "{} = {} %{}, {}", reach, up ? "minimum" : "subtract", bound, far);
    line(condition, "{} = {} %{}, {}", go, up ? pick(std::vector{"less", "less_equal"}) : pick(std::vector{"greater", "greater_equal"}), counter, reach);
    std::string more = go;
    if (chance(25)) {
      const std::string large = fmt::format("%v{}", count_++), tame = fmt::format("%v{}", count_++), both = fmt::format("%v{}", count_++);
      line(condition, "{} = constant {{element = f64, value = 0.9}}", large);
      line(condition, "{} = less %{}, {}", tame, made.inside[2].name, large);
      line(condition, "{} = logical_and {}, {}", both, go, tame);
      more = both;
    }
    const std::string next = fmt::format("%v{}", count_++), step = fmt::format("%v{}", count_++);
    const std::string counted = fresh(scope, kInteger), same = fresh(scope, kInteger), trips = fresh(scope, kInteger);
    line(text,
         "{}, {}, {}, {}{} = while {}, {}{} {{carried = 4}} condition({}) {{\n{}-> {}\n}} body({}) {{\n{}{} = constant {{element "
         "= i64, value = {}}}\n{} = {} %{}, {}\n-> {}, %{}, {}{}\n}}",
         counted, same, made.names, trips, stacks(made.stacked), from, limit, made.operands, parameters(made.inside), condition,
         more, parameters(made.inside), made.ops, step, by, next, up ? "add" : "subtract", counter, step, next, bound,
         made.results, made.stacked);
  }

  void scan(Scope& scope, std::string& text, int depth) {
    const std::string trips = fresh(scope, kInteger);
    line(text, "{} = constant {{element = i64, value = {}}}", trips, below(4));
    const Round made = round(scope, depth, {{fmt::format("v{}", count_++), kInteger}});
    line(text, "{}{} = scan {}{} {{carried = 2, reverse = {}, scanned = 0}} body({}) {{\n{}-> {}{}\n}}", made.names,
         stacks(made.stacked), trips, made.operands, chance(30), parameters(made.inside), made.ops, made.results, made.stacked);
  }

  void call(Scope& scope, std::string& text) {
    if (!calls_) return real(scope, text);
    const std::string x = any(scope, kReal), y = any(scope, kReal), q = any(scope, kBool);
    line(text, "{} = call @g {}, {}, {}", fresh(scope, kReal), x, y, q);
  }

  std::mt19937_64 random_;
  std::string out_;
  bool calls_ = false;
  int count_ = 0;
};

}  // namespace

std::string random_control(std::uint64_t seed) { return Writer(seed).run(); }

}  // namespace ops_test
