#include "ir/passes/analysis/versions.h"

#include <algorithm>

#include "ir/op.h"

namespace ir {
namespace {

constexpr std::size_t kMostVersions = 4;  // of one function

std::size_t count(const std::vector<bool>& bits) {
  return static_cast<std::size_t>(std::count(bits.begin(), bits.end(), true));
}

std::vector<bool> either(std::vector<bool> a, const std::vector<bool>& b) {
  for (std::size_t i = 0; i < b.size(); ++i) a[i] = a[i] || b[i];
  return a;
}

// Whether nobody looks into calls of the function.
bool is_opaque(const Function& function) { return function.foreign || function.has_rule(); }

}  // namespace

bool operator<(const Version& a, const Version& b) {
  if (a.function != b.function) return a.function < b.function;
  if (a.as_it_is != b.as_it_is) return a.as_it_is;
  const std::size_t of_a = count(a.results), of_b = count(b.results);
  return of_a != of_b ? of_a > of_b : b.results < a.results;
}

Versions::Versions(const Module& module, const std::set<FunctionId>& named) : module_(module), fixed_(named) {
  find_callees();
  find_extents();
  std::set<FunctionId> left;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    const FunctionId id{static_cast<std::int32_t>(i)};
    left.insert(id);
    if (is_opaque(module[id])) fixed_.insert(id);
    for (FunctionId rule : {module[id].vjp, module[id].jvp})
      if (rule.valid()) rules_.insert(rule);
  }
  fixed_.insert(rules_.begin(), rules_.end());
  while (!left.empty()) {
    fix(left);
    find_all();
    for (const Version& version : all_) left.erase(version.function);
  }
}

// --- the module ---

void Versions::find_callees() {
  const std::size_t size = module_.functions.size();
  std::vector<std::set<FunctionId>> callees(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Function& f = module_.functions[i];
    const Liveness live(f);
    for (std::size_t k = 0; k < f.ops.size(); ++k)
      if (f.ops[k].callee.valid() && live.has(OpId{static_cast<std::int32_t>(k)})) callees[i].insert(f.ops[k].callee);
  }
  reached_.resize(size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::vector<FunctionId> open(callees[i].begin(), callees[i].end()); !open.empty();) {
      const FunctionId id = open.back();
      open.pop_back();
      if (reached_[i].insert(id).second)
        open.insert(open.end(), callees[id.at()].begin(), callees[id.at()].end());
    }
}

void Versions::find_extents() {
  for (const Function& caller : module_.functions)
    for (const Op& op : caller.ops) {
      if (!op.callee.valid()) continue;
      const Function& callee = module_[op.callee];
      std::map<std::string, Extent> passed;
      for (std::size_t i = 0; i < op.operands.size(); ++i) {
        const Type &type = callee[callee.arguments()[i]].type, &given = caller[op.operands[i]].type;
        for (std::size_t axis = 0; axis < type.extents.size() && type.is_tensor(); ++axis)
          if (const auto symbol = type.extents[axis].as_symbol())
            if (passed.emplace(*symbol, given.extents[axis]).first->second != given.extents[axis])
              of_several_extents_.emplace(&callee, *symbol);
      }
    }
}

bool Versions::is_one_extent(const Function& callee, const std::string& symbol) const {
  return !of_several_extents_.contains({&callee, symbol});
}

// Those of these functions that no other of them calls; where some call each other and no other calls them, the first.
void Versions::fix(const std::set<FunctionId>& among) {
  for (FunctionId id : among)
    if (std::none_of(among.begin(), among.end(),
                     [&](FunctionId by) { return reaches(by, id) && (by < id || !reaches(id, by)); }))
      fixed_.insert(id);
}

// --- what versions need ---

Version Versions::as_it_is(FunctionId function) const {
  return {function, std::vector<bool>(module_[function].results().size(), true), true};
}

Version Versions::called(FunctionId callee, const std::vector<bool>& read) const {
  if (is_opaque(module_[callee])) return as_it_is(callee);
  Version version{callee, read};
  for (auto found = wider_.find(version); found != wider_.end(); found = wider_.find(version)) version = found->second;
  return version;
}

CallUses::Use Versions::use(FunctionId callee, const std::vector<bool>& read) {
  const Version version = called(callee, read);
  return {version.results, known(version).arguments};
}

const Versions::Known& Versions::known(const Version& version) {
  const auto [found, is_new] = known_.try_emplace(version);
  if (is_new) {
    found->second.arguments.resize(module_[version.function].arguments().size());
    update(version, found->second);
  }
  return found->second;
}

// Whether it needs more than was known.
bool Versions::update(const Version& version, Known& known) {
  const Function& f = module_[version.function];
  const Liveness live(f, version.results, *this);
  const std::vector<bool> arguments =
      version.as_it_is ? std::vector<bool>(f.arguments().size(), true) : live.among(f.arguments());
  known.calls.clear();
  known.work = 0;
  for (std::size_t i = 0; i < f.ops.size(); ++i) {
    if (!live.has(OpId{static_cast<std::int32_t>(i)})) continue;
    const Op& op = f.ops[i];
    const Trait trait = definition(op.kind).info.trait;
    known.work += trait != Trait::constant && trait != Trait::integer && trait != Trait::alias;
    if (!op.callee.valid()) continue;
    const std::vector<bool> read = live.among(op.results);
    known.calls.insert(called(op.callee, read));
    // What the functions of a cycle do they do in their own ops.
    if (!in_cycle(version.function, op.callee)) known.work += count(read);
  }
  // Never less: where calls have given way, less that is read may need more.
  const std::vector<bool> before = std::exchange(known.arguments, either(known.arguments, arguments));
  return before != known.arguments;
}

// Until all that is known holds.
void Versions::settle() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [version, known] : known_) changed |= update(version, known);
  }
}

std::set<Version> Versions::called_from(std::set<Version> open) const {
  std::set<Version> all;
  while (!open.empty()) {
    const Version version = *open.begin();
    open.erase(open.begin());
    if (!all.insert(version).second) continue;
    const std::set<Version>& calls = known_.at(version).calls;
    open.insert(calls.begin(), calls.end());
  }
  return all;
}

// --- which there are to be ---

void Versions::find_all() {
  wider_.clear();
  do {
    known_.clear();
    std::set<Version> first;
    for (FunctionId id : fixed_) first.insert(as_it_is(id));
    for (const Version& version : first) known(version);
    settle();
    all_ = called_from(first);
  } while (give_way());
}

// Whether any does.
bool Versions::give_way() {
  std::map<Version, Version> wider;
  for (auto from = all_.begin(); from != all_.end();) {
    const auto to =
        std::find_if(from, all_.end(), [&](const Version& v) { return v.function != from->function; });
    give_way({from, to}, wider);
    from = to;
  }
  wider_.insert(wider.begin(), wider.end());
  return !wider.empty();
}

// Of one function. Those that stay are compared with each that comes after them, which gives fewer results or as many.
void Versions::give_way(const std::vector<Version>& versions, std::map<Version, Version>& wider) {
  std::vector<Version> staying;
  for (const Version& version : versions) {
    const std::set<Version> called = staying.empty() ? std::set<Version>() : called_from(known_.at(version).calls);
    bool stays = true;
    for (Version& other : staying) {
      Version both{version.function, either(version.results, other.results)};
      const bool is_wider = both.results == other.results;
      if (other.as_it_is) both = other;
      const bool is_called = is_wider && called.contains(other);
      if (!is_called && (spares(version, both) || (!is_wider && spares(other, both)))) continue;
      wider.emplace(version, both);
      if (!is_wider) wider.emplace(other, both);
      other = both;
      stays = false;
      break;
    }
    if (stays) staying.push_back(version);
  }
  std::erase_if(staying, [](const Version& version) { return version.as_it_is; });
  if (staying.size() <= kMostVersions) return;
  Version all = staying[0];
  for (const Version& version : staying) all.results = either(all.results, version.results);
  for (const Version& version : staying)
    if (version != all) wider.insert_or_assign(version, all);
}

// Whether one needs less than another that gives the same and more. Rules as they are aren't called from anywhere else.
bool Versions::spares(const Version& less, const Version& more) {
  if (!known_.contains(more)) {
    known(more);
    settle();
  }
  const Known &a = known_.at(less), &b = known_.at(more);
  const bool needs_arguments = more.as_it_is && !rules_.contains(more.function);
  return a.work < b.work || (a.arguments != b.arguments && !needs_arguments);
}

}  // namespace ir
