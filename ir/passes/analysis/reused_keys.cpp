// The search for keys that are used twice.
//
//  1. The function is gone through in the order of evaluation, and those that it calls where it calls them, with a number
//     for each value: equal numbers are equal values. What is computed by the same op of the same operands has the same
//     number; what isn't known has one of its own. A function that calls itself is gone through twice.
//  2. Each number knows in which loops it changes from trip to trip. A loop-carried value is taken to change if what the body
//     gives back for it does; the body is gone through until that is settled.
//  3. An op that draws is noted with its key's two numbers and the arms and loops around it. Two draws under one key are the
//     same numbers if neither stands in an arm that the other's excludes, or that may be left alone: then it isn't certain
//     that both run. A draw in a loop is repeated if neither its key nor what decides over it changes from trip to trip.
//
// Generated derivatives draw again on purpose, to have the same numbers: they aren't looked into.
#include "ir/passes/analysis/reused_keys.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "ir/kind.h"
#include "ir/literal.h"
#include "ir/op.h"
#include "ir/passes/analysis/loop.h"
#include "ir/text/text.h"

namespace ir {
namespace {

using ValueNumber = int;
using ValueNumbers = std::vector<ValueNumber>;
using Loops = std::set<int>;

// An arm that is taken where `predicate` is `truth`, or a loop; `truth`: it may have more than one trip.
struct Step {
  ValueNumber predicate = -1;
  bool truth = false;
  int loop = -1;

  bool is_arm() const { return loop < 0; }
  friend auto operator<=>(const Step&, const Step&) = default;
};
using Steps = std::vector<Step>;

// So many ops are gone through: calls of calls, and loops in loops, may be without number. What is left then isn't looked into.
constexpr std::int64_t kMostVisits = 1'000'000;

struct Draw {
  ValueNumber seed, stream;
  Steps path;
  LocId loc;
  Kind kind;
};

std::optional<std::size_t> key_operand(const Function& function, const Op& op) {
  const OpDefinition& definition = ir::definition(op.kind);
  return definition.drawn_under ? definition.drawn_under({function, op}) : std::nullopt;
}

bool is_constant(const Attributes& attributes) {
  return std::all_of(attributes.begin(), attributes.end(), [](const auto& attribute) {
    const Shape* shape = std::get_if<Shape>(&attribute.second);
    return !shape || std::all_of(shape->begin(), shape->end(),
                                 [](const Extent& e) { return e.constant().has_value(); });
  });
}

// The functions that draw numbers, themselves or through those that they call.
std::vector<bool> drawing(const Module& module) {
  std::vector<bool> draws(module.functions.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < draws.size(); ++i) {
      const Function& f = module.functions[i];
      const auto is_derived = [](const Op& op) { return op.derived; };
      if (draws[i] || std::any_of(f.ops.begin(), f.ops.end(), is_derived)) continue;
      draws[i] = std::any_of(f.ops.begin(), f.ops.end(), [&](const Op& op) {
        return key_operand(f, op) || (op.callee.valid() && draws[op.callee.at()]);
      });
      changed = changed || draws[i];
    }
  }
  return draws;
}

std::string text_of(const Attributes& attributes) {
  std::string all;
  for (const auto& [name, value] : attributes) all += name + ':' + text(value) + ',';
  return all;
}

class KeySearch {
 public:
  explicit KeySearch(const Module& module) : module_(module), draws_in_(drawing(module)) {}

  void start(FunctionId function) {
    ValueNumbers arguments;
    for (std::size_t i = 0; i < module_[function].arguments().size(); ++i) arguments.push_back(fresh({}));
    if (draws_in_[function.at()]) call(function, arguments);
  }

  const std::vector<Draw>& draws() const { return draws_; }
  const Loops& loops_of(ValueNumber number) const { return loops_[static_cast<std::size_t>(number)]; }

 private:
  // What a number is made by: an op of operands, or a value that nothing else is known of.
  using Made = std::tuple<Kind, FunctionId, std::string, ValueNumbers, std::size_t>;

  ValueNumber fresh(Loops loops) {
    loops_.push_back(std::move(loops));
    return static_cast<ValueNumber>(loops_.size()) - 1;
  }
  Loops all_of(const ValueNumbers& numbers) const {
    Loops all;
    for (ValueNumber number : numbers) all.insert(loops_of(number).begin(), loops_of(number).end());
    return all;
  }
  Loops around() const {
    Loops all;
    for (const Step& step : path_)
      if (!step.is_arm()) all.insert(step.loop);
    return all;
  }
  ValueNumber made(const Made& by) {
    if (const auto known = made_.find(by); known != made_.end()) return known->second;
    return made_[by] = fresh(all_of(std::get<ValueNumbers>(by)));
  }

  ValueNumbers call(FunctionId callee, const ValueNumbers& arguments) {
    const FunctionId before = function_;
    function_ = callee;
    open_.push_back(callee);
    const ValueNumbers results = visit(module_[callee].body, arguments);
    open_.pop_back();
    function_ = before;
    return results;
  }

  ValueNumbers visit(BlockId id, const ValueNumbers& parameters) {
    const Function& f = module_[function_];
    const Block& block = f[id];
    std::map<ValueId, ValueNumber> number_of;
    for (std::size_t i = 0; i < parameters.size(); ++i) number_of[block.parameters[i]] = parameters[i];
    for (OpId op : block.ops) {
      ValueNumbers operands;
      for (ValueId operand : f[op].operands) operands.push_back(number_of.at(operand));
      const ValueNumbers results = visit(f[op], operands);
      for (std::size_t i = 0; i < results.size(); ++i) number_of[f[op].results[i]] = results[i];
    }
    ValueNumbers results;
    for (ValueId result : block.results) results.push_back(number_of.at(result));
    return results;
  }

  ValueNumbers visit(const Op& op, const ValueNumbers& operands) {
    if (++visits_ > kMostVisits && (op.callee.valid() || !op.blocks.empty())) return unknown(op, operands);
    if (op.kind == Kind::If) return visit_if(op, operands);
    if (is_loop(op)) return visit_loop(op, operands);
    if (op.callee.valid() && draws_in_[op.callee.at()]) {
      if (std::count(open_.begin(), open_.end(), op.callee) < 2) return call(op.callee, operands);
      return unknown(op, operands);
    }
    const Function& f = module_[function_];
    if (const auto key = key_operand(f, op))
      draws_.push_back({operands[*key], operands[*key + 1], path_, op.loc, op.kind});
    // An expression over extents may be one over what a loop counts.
    if (!is_constant(op.attributes)) return unknown(op, operands);
    ValueNumbers results;
    for (std::size_t i = 0; i < op.results.size(); ++i)
      results.push_back(made({op.kind, op.callee, text_of(op.attributes), operands, i}));
    if (!operands.empty()) fold(op, operands, results[0]);
    if (op.kind == Kind::LogicalNot) negated_[results[0]] = operands[0];
    if (op.kind == Kind::Constant && !is_differentiable(f[op.results[0]].type.element))
      known_[results[0]] = op.attributes.get<std::int64_t>("value");
    return results;
  }

  ValueNumbers unknown(const Op& op, const ValueNumbers& operands) {
    Loops loops = all_of(operands), outside = around();
    loops.merge(outside);
    ValueNumbers results;
    for (std::size_t i = 0; i < op.results.size(); ++i) results.push_back(fresh(loops));
    return results;
  }

  ValueNumbers visit_if(const Op& op, const ValueNumbers& operands) {
    const ValueNumbers passed(operands.begin() + 1, operands.end());
    Step step{operands[0], true, -1};
    for (auto inner = negated_.find(step.predicate); inner != negated_.end();
         inner = negated_.find(step.predicate))
      step = {inner->second, !step.truth, -1};
    std::vector<ValueNumbers> arms;
    for (BlockId arm : op.blocks) {
      path_.push_back(step);
      arms.push_back(visit(arm, passed));
      path_.pop_back();
      step.truth = !step.truth;
    }
    ValueNumbers results;
    for (std::size_t i = 0; i < op.results.size(); ++i)
      results.push_back(arms[0][i] == arms[1][i]
                            ? arms[0][i]
                            : made({Kind::If, {}, "", {operands[0], arms[0][i], arms[1][i]}, 0}));
    return results;
  }

  ValueNumbers visit_loop(const Op& op, const ValueNumbers& operands) {
    const Loop loop = loop_of(op);
    const int id = loops_made_++;
    const std::size_t first_draw = draws_.size();
    const auto trips = loop.counts ? known_.find(operands[0]) : known_.end();
    path_.push_back({-1, trips == known_.end() || trips->second > 1, id});
    // What each carried value is in a trip: that before the loop where it stays so, else what changes in these loops.
    ValueNumbers carried(operands.begin() + static_cast<std::ptrdiff_t>(loop.first),
                         operands.begin() + static_cast<std::ptrdiff_t>(loop.first + loop.carried));
    for (bool settled = false; !settled;) {
      draws_.erase(draws_.begin() + static_cast<std::ptrdiff_t>(first_draw), draws_.end());
      ValueNumbers parameters;
      if (loop.counts) parameters.push_back(fresh({id}));
      parameters.insert(parameters.end(), carried.begin(), carried.end());
      for (std::size_t i = 0; i < loop.scanned; ++i) {
        Loops loops = loops_of(operands[loop.first_scanned() + i]);
        loops.insert(id);
        parameters.push_back(fresh(std::move(loops)));
      }
      parameters.insert(parameters.end(),
                        operands.begin() + static_cast<std::ptrdiff_t>(loop.first_invariant()),
                        operands.end());
      if (!loop.counts) visit(op.blocks.front(), parameters);
      const ValueNumbers after = visit(loop.body, parameters);
      settled = true;
      for (std::size_t i = 0; i < loop.carried; ++i) {
        if (after[i] == carried[i]) continue;
        Loops loops = loops_of(carried[i]);
        const Loops& more = loops_of(after[i]);
        loops.insert(more.begin(), more.end());
        loops.insert(id);
        if (loops == loops_of(carried[i])) continue;
        carried[i] = fresh(std::move(loops));
        settled = false;
      }
    }
    if (!loop.counts && ends_after_one(op, operands)) {
      for (std::size_t i = first_draw; i < draws_.size(); ++i) draws_[i].path[path_.size() - 1].truth = false;
    }
    path_.pop_back();
    return unknown(op, operands);
  }

  // Whether a `while` is known not to go on after its first trip, as of `do {} while (false)`.
  bool ends_after_one(const Op& op, const ValueNumbers& parameters) {
    const std::size_t before = draws_.size();
    ValueNumbers after = visit(op.blocks.back(), parameters);
    const auto carried = static_cast<std::ptrdiff_t>(loop_of(op).carried);
    after.resize(loop_of(op).carried);
    after.insert(after.end(), parameters.begin() + carried, parameters.end());
    const auto goes_on = known_.find(visit(op.blocks.front(), after)[0]);
    draws_.erase(draws_.begin() + static_cast<std::ptrdiff_t>(before), draws_.end());
    return goes_on != known_.end() && goes_on->second == 0;
  }
  // An integer that is computed of integers.
  void fold(const Op& op, const ValueNumbers& operands, ValueNumber result) {
    const auto compute = definition(op.kind).info.integer.evaluate;
    const Type& type = module_[function_][op.results[0]].type;
    if (!compute || op.operands.size() > 3 || is_differentiable(type.element) || known_.contains(result))
      return;
    std::int64_t x[3] = {};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto known = known_.find(operands[i]);
      if (known == known_.end()) return;
      x[i] = known->second;
    }
    known_[result] = wrap_to(type.element, compute(x[0], x[1], x[2]));
  }

  const Module& module_;
  const std::vector<bool> draws_in_;
  std::vector<Loops> loops_;  // in which each number changes
  std::map<Made, ValueNumber> made_;
  std::map<ValueNumber, ValueNumber> negated_;
  std::map<ValueNumber, std::int64_t> known_;
  std::vector<Draw> draws_;
  Steps path_;
  std::vector<FunctionId> open_;
  FunctionId function_;
  int loops_made_ = 0;
  std::int64_t visits_ = 0;
};

// Whether it is certain that both run where either does.
bool run_together(const Steps& one, const Steps& other) {
  auto [a, b] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  std::set<Step> of_one, of_other;
  std::copy_if(a, one.end(), std::inserter(of_one, of_one.end()),
               [](const Step& step) { return step.is_arm(); });
  std::copy_if(b, other.end(), std::inserter(of_other, of_other.end()),
               [](const Step& step) { return step.is_arm(); });
  for (const Step& step : of_one)
    if (of_other.contains({step.predicate, !step.truth, -1})) return false;
  return std::includes(of_one.begin(), of_one.end(), of_other.begin(), of_other.end()) ||
         std::includes(of_other.begin(), of_other.end(), of_one.begin(), of_one.end());
}

// Whether a loop around it draws the same numbers in each trip.
bool is_repeated(const KeySearch& search, const Draw& draw) {
  const auto changes = [&](ValueNumber number, int loop) { return search.loops_of(number).contains(loop); };
  for (auto step = draw.path.begin(); step != draw.path.end(); ++step) {
    if (step->is_arm() || !step->truth || changes(draw.seed, step->loop) || changes(draw.stream, step->loop))
      continue;
    if (std::none_of(step + 1, draw.path.end(), [&](const Step& inner) {
          return inner.is_arm() && changes(inner.predicate, step->loop);
        }))
      return true;
  }
  return false;
}

}  // namespace

std::vector<ReusedKey> reused_keys(const Module& module, FunctionId function) {
  KeySearch search(module);
  search.start(function);
  std::vector<ReusedKey> found;
  std::set<std::pair<LocId, Kind>> said;
  std::map<std::pair<ValueNumber, ValueNumber>, std::vector<const Draw*>> under;
  for (const Draw& draw : search.draws()) {
    std::vector<const Draw*>& before = under[{draw.seed, draw.stream}];
    const auto other = std::find_if(before.begin(), before.end(),
                                    [&](const Draw* one) { return run_together(one->path, draw.path); });
    const bool beside = other != before.end();
    const Draw& first = beside ? **other : draw;
    before.push_back(&draw);
    if ((!beside && !is_repeated(search, draw)) || !said.emplace(draw.loc, draw.kind).second) continue;
    const bool same = first.loc == draw.loc && first.kind == draw.kind;
    found.push_back({!beside ? ReusedKey::How::trips
                     : same  ? ReusedKey::How::called
                             : ReusedKey::How::beside,
                     draw.loc, first.loc, draw.kind, first.kind});
  }
  return found;
}

}  // namespace ir
