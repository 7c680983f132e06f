// Versions of the functions that a module calls: each gives some of the results, and takes the arguments that
// these need.
//
//  1. Fixed are functions whose arguments and results stay: those that nobody calls but such as they call themselves,
//     those that are named to the analysis, foreign ones, those that have a rule and those that are one.
//  2. Fixed functions give all their results. Each call in a version that is live (liveness.h) asks for the version of the
//     callee that gives what is read there; of a function that is foreign or has a rule there is only the whole.
//  3. What a version needs depends on what those need that it calls, itself perhaps: it starts from nothing and grows until
//     nothing changes.
//  4. A version gives way to one with more results that needs no other op or argument (of a fixed function: no other op),
//     or that it calls itself, so that the work is done anyway; two give way to one with the results of both that needs no
//     more than either; more than a few to one with all that is read. Then 2. again.
//  5. Functions that are called only where the call isn't live are fixed from then on, and 2. again.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/passes/analysis/liveness.h"

namespace ir {

struct Version {
  FunctionId function;
  std::vector<bool> results;  // which it gives
  bool as_it_is = false;      // a fixed function, with all its arguments

  friend bool operator==(const Version&, const Version&) = default;
  // By function, that as it is first, and then the one with most results.
  friend bool operator<(const Version& a, const Version& b);
};

class Versions : public CallUses {
 public:
  // Named functions are fixed.
  Versions(const Module& module, const std::set<FunctionId>& named);

  // Those that the module is to have.
  const std::set<Version>& all() const { return all_; }
  // Which a call is of where those of its results are read.
  Version called(FunctionId callee, const std::vector<bool>& read) const;
  // Which arguments that takes.
  const std::vector<bool>& arguments(const Version& version) { return known(version).arguments; }

  Use use(FunctionId callee, const std::vector<bool>& read) override;
  bool is_one_extent(const Function& callee, const std::string& symbol) const override;

 private:
  struct Known {
    std::vector<bool> arguments;
    std::set<Version> calls;
    std::size_t work = 0;  // what is computed
  };

  void find_callees();
  void find_extents();
  void fix(const std::set<FunctionId>& among);
  bool in_cycle(FunctionId a, FunctionId b) const { return reaches(a, b) && reaches(b, a); }
  bool reaches(FunctionId a, FunctionId b) const { return reached_[a.at()].contains(b); }

  Version as_it_is(FunctionId function) const;
  const Known& known(const Version& version);
  bool update(const Version& version, Known& known);
  void settle();
  void find_all();
  std::set<Version> called_from(std::set<Version> open) const;
  bool give_way();
  void give_way(const std::vector<Version>& versions, std::map<Version, Version>& wider);
  bool spares(const Version& less, const Version& more);

  const Module& module_;
  std::set<FunctionId> fixed_, rules_;
  std::vector<std::set<FunctionId>> reached_;  // what each function calls, itself or through others, where that is live
  std::set<std::pair<const Function*, std::string>> of_several_extents_;
  std::map<Version, Known> known_;
  std::map<Version, Version> wider_;  // what gave way, and to what
  std::set<Version> all_;
};

}  // namespace ir
