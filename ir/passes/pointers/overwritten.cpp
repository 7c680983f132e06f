#include "ir/passes/pointers/overwritten.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/kind.h"
#include "ir/op.h"
#include "ir/passes/pointers/index_formulas.h"
#include "ir/passes/analysis/loop.h"
#include "ir/passes/analysis/surroundings.h"

namespace ir {
namespace {

// The elements at `index`, where each of `free` is any number below so many.
struct Elements {
  Extent index;
  std::vector<std::pair<std::string, Extent>> free = {};

  friend bool operator==(const Elements&, const Elements&) = default;
};
struct Interval {
  Extent begin, end;
};
using Known = std::vector<Elements>;

bool mentions(const Extent& extent, const std::string& symbol) {
  std::set<std::string> symbols;
  extent.collect_symbols(symbols);
  return symbols.contains(symbol);
}

// Whether one of the places is no less than `end`; of the greater of two, whether that holds of each.
bool is_reached(const std::vector<Extent>& places, const Extent& end) {
  if (std::any_of(places.begin(), places.end(), [&](const Extent& place) { return is_not_negative(place - end, 0); })) return true;
  const auto terms = end.terms();
  if (terms.size() != 1 || terms[0].coefficient != 1 || terms[0].atoms.size() != 1 || terms[0].atoms[0].kind != Extent::Atom::Kind::max) return false;
  const std::vector<Extent>& operands = terms[0].atoms[0].operands;
  return std::all_of(operands.begin(), operands.end(), [&](const Extent& operand) { return is_reached(places, operand); });
}

// Null where the elements are not one behind the other.
std::optional<Interval> interval_of(const Elements& elements) {
  Extent begin = elements.index, width = 1;
  std::vector<std::pair<std::string, Extent>> left = elements.free;
  for (const auto& [symbol, count] : left) {
    // Two numbers below 0 have a product above it.
    if (left.size() > 1 && !is_not_negative(count, 0)) return std::nullopt;
    for (const auto& [other, times] : left)
      if (mentions(count, other)) return std::nullopt;
  }
  while (!left.empty()) {
    const auto steps_over = [&](const auto& counter) {
      const Extent step = begin.substitute({{counter.first, Extent::symbol(counter.first) + 1}}) - begin;
      return step == width || Extent(0) - step == width;
    };
    const auto next = std::find_if(left.begin(), left.end(), steps_over);
    if (next == left.end()) return std::nullopt;
    const auto [symbol, count] = *next;
    const bool rises = begin.substitute({{symbol, Extent(1)}}) - begin.substitute({{symbol, Extent(0)}}) == width;
    begin = begin.substitute({{symbol, rises ? Extent(0) : count - 1}});
    width = width * count;
    left.erase(next);
  }
  return Interval{begin, begin + width};
}

class Overwriting {
 public:
  explicit Overwriting(const Function& function) : f_(function), around_(function), formulas_(function, around_) {}

  bool run(std::size_t argument, std::size_t result) {
    const ValueId begin = f_.arguments()[argument];
    extents_ = f_[begin].type.extents;
    known_[begin] = {};
    block(f_.body);
    const auto last = known_.find(f_.results()[result]);
    return good_ && last != known_.end() && covers(last->second, {Extent(0), product(extents_)});
  }

 private:
  // Whether a value stands for the tensor.
  bool is_it(ValueId value) const { return known_.contains(value); }

  void block(BlockId id) {
    for (OpId op : f_[id].ops)
      if (good_) visit(f_[op]);
  }

  void visit(const Op& op) {
    if (std::none_of(op.operands.begin(), op.operands.end(), [&](ValueId operand) { return is_it(operand); })) return;
    if (op.kind == Kind::Element)
      good_ = op.operands.size() == 1 + extents_.size() && is_set(known_.at(op.operands[0]), index_of(op, 1));
    else if (op.kind == Kind::SetElement && is_it(op.operands[0]) && f_[op.operands[1]].type.is_scalar())
      set(op);
    else if (op.kind == Kind::After && is_it(op.operands[0]))
      known_[op.results[0]] = known_.at(op.operands[0]);
    else if (is_loop(op))
      loop(op);
    else if (op.kind == Kind::If)
      branch(op);
    else
      good_ = false;
  }

  void set(const Op& op) {
    Known now = known_.at(op.operands[0]);
    const auto index = index_of(op, 2);
    if (index) add(now, {*index});
    known_[op.results[0]] = std::move(now);
  }

  // In row-major order, by the indices from that operand on.
  std::optional<Extent> index_of(const Op& op, std::size_t first) {
    Extent whole = 0;
    for (std::size_t axis = 0; axis < extents_.size(); ++axis) {
      const auto index = formulas_.of(op.operands.at(first + axis));
      if (!index) return std::nullopt;
      whole = whole * extents_[axis] + *index;
    }
    return whole;
  }

  static void add(Known& to, const Elements& elements) {
    if (std::find(to.begin(), to.end(), elements) == to.end()) to.push_back(elements);
  }

  void branch(const Op& op) {
    for (BlockId arm : op.blocks) {
      const std::vector<ValueId>& parameters = f_[arm].parameters;
      for (std::size_t k = 0; k < parameters.size(); ++k)
        if (is_it(op.operands[k + 1])) known_[parameters[k]] = known_.at(op.operands[k + 1]);
      block(arm);
      if (!good_) return;
    }
    for (std::size_t k = 0; k < op.results.size(); ++k) {
      const ValueId a = f_[op.blocks[0]].results[k], b = f_[op.blocks[1]].results[k];
      if (!is_it(a) && !is_it(b)) continue;
      good_ = good_ && is_it(a) && is_it(b);
      if (!good_) return;
      Known both = known_.at(a);
      std::erase_if(both, [&](const Elements& one) { return !holds(known_.at(b), one); });
      known_[op.results[k]] = std::move(both);
    }
  }

  static bool holds(const Known& known, const Elements& elements) { return std::find(known.begin(), known.end(), elements) != known.end(); }

  void loop(const Op& op) {
    const Loop l = loop_of(op);
    const std::vector<ValueId>& parameters = f_[l.body].parameters;
    for (BlockId id : op.blocks)
      for (std::size_t k = l.first; k < op.operands.size(); ++k)
        if (is_it(op.operands[k]) && k < f_[id].parameters.size()) known_[f_[id].parameters[k]] = known_.at(op.operands[k]);
    if (!l.counts) block(op.blocks[0]);
    if (!good_) return;
    // First what a trip sets, whatever it reads; then with what trips before it have set.
    const bool was_trial = std::exchange(is_trial_, true);
    const std::map<ValueId, Known> before = known_;
    block(l.body);
    is_trial_ = was_trial;
    std::map<ValueId, Known> end = std::exchange(known_, before);
    const std::optional<Extent> trips = l.counts ? formulas_.of(op.operands[0]) : std::nullopt;
    const std::string counter = l.counts ? IndexFormulas::symbol_of(parameters[0]) : "";
    for (std::size_t j = 0; j < l.carried && good_; ++j) {
      const ValueId parameter = parameters[l.first + j], after = f_[l.body].results[j];
      if (!is_it(parameter) && !end.contains(after)) continue;
      good_ = is_it(parameter) && end.contains(after);
      if (!good_) return;
      Known whole = known_.at(parameter);
      for (const Elements& one : trips ? end.at(after) : Known{}) {
        if (!mentions(one.index, counter) || varies_otherwise(one, counter, l.body)) continue;
        Elements before_this = one, of_all = one;
        const std::string earlier = counter + " before";
        before_this.index = one.index.substitute({{counter, Extent::symbol(earlier)}});
        for (auto& [symbol, count] : before_this.free) count = count.substitute({{counter, Extent::symbol(earlier)}});
        before_this.free.emplace_back(earlier, Extent::symbol(counter));
        of_all.free.emplace_back(counter, *trips);
        add(known_.at(parameter), before_this);
        add(whole, of_all);
      }
      known_[op.results[j]] = std::move(whole);
    }
    if (good_) block(l.body);
  }

  // Whether anything else in an index is another one in each trip of a loop.
  bool varies_otherwise(const Elements& elements, const std::string& counter, BlockId body) const {
    std::set<std::string> symbols;
    elements.index.collect_symbols(symbols);
    for (const auto& [symbol, count] : elements.free) count.collect_symbols(symbols);
    for (const auto& [symbol, count] : elements.free) symbols.erase(symbol);
    symbols.erase(counter);
    return std::any_of(symbols.begin(), symbols.end(), [&](const std::string& symbol) {
      const auto value = IndexFormulas::value_of(symbol);
      if (!value) return false;
      for (BlockId at = f_[*value].op.valid() ? around_.block_of(f_[*value].op) : f_[*value].block; at.valid();) {
        if (at == body) return true;
        const OpId owner = around_.owner(at);
        at = owner.valid() ? around_.block_of(owner) : BlockId{};
      }
      return false;
    });
  }

  bool is_set(const Known& known, const std::optional<Extent>& index) const {
    if (is_trial_) return true;
    if (!index) return false;
    if (holds(known, {*index}) || covers(known, {*index, *index + 1})) return true;
    const auto most = formulas_.greatest(*index);
    return most && covers(known, {Extent(0), *most + 1});
  }

  // Whether intervals follow each other from the begin, or before it, to the end.
  static bool covers(const Known& known, const Interval& wanted) {
    std::vector<Interval> all;
    for (const Elements& elements : known)
      if (const auto interval = interval_of(elements)) all.push_back(*interval);
    const auto reaches = [&](std::vector<Extent> places) {
      std::vector<Interval> left = all;
      const auto goes_on = [&](const Interval& one) { return is_reached(places, one.begin); };
      for (auto next = left.begin(); (next = std::find_if(left.begin(), left.end(), goes_on)) != left.end(); left.erase(next)) places.push_back(next->end);
      return is_reached(places, wanted.end);
    };
    if (reaches({wanted.begin})) return true;
    return std::any_of(all.begin(), all.end(), [&](const Interval& one) { return is_not_negative(wanted.begin - one.begin, 0) && reaches({one.end}); });
  }

  const Function& f_;
  const Surroundings around_;
  IndexFormulas formulas_;
  Shape extents_;
  std::map<ValueId, Known> known_;  // of the values that stand for the tensor
  bool good_ = true, is_trial_ = false;
};

}  // namespace

bool is_overwritten(const Function& function, std::size_t argument, std::size_t result) {
  const Type& type = function[function.arguments()[argument]].type;
  return type.is_tensor() && type.rank() > 0 && Overwriting(function).run(argument, result);
}

}  // namespace ir
