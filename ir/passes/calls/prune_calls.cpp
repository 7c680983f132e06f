// Results of functions that no call reads, arguments that they don't need, and what computes either, go.
//
//  1. Find out which versions of each function there are to be (versions.h).
//  2. Make each: of a function that isn't fixed the one with most results in its place, the others as functions of
//     their own, `f.only_0_2` for results 0 and 2 of f and `f.pruned` for all. What is not live in them goes, as in dce;
//     each call is one of a version and takes and gives what that does.
//
// `prune_calls(f, g)` leaves f and g as they are for others to call; functions that no other calls stay without that.
// In: a module that verifies. Out: one in which functions that stay compute the same; idempotent, but for cycles that
// nobody calls.
#include <algorithm>

#include "ir/passes/analysis/versions.h"
#include "ir/passes/simplify/sweeper.h"

namespace ir {
namespace {

using Places = std::map<Version, FunctionId>;

std::vector<ValueId> chosen(const std::vector<ValueId>& values, const std::vector<bool>& which) {
  std::vector<ValueId> left;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (which[i]) left.push_back(values[i]);
  return left;
}

class Pruner : public Sweeper {
 public:
  Pruner(Module& module, const Function& from, const Version& version, Versions& versions,
         const Places& places, Diagnostics& diagnostics)
      : Sweeper(module, from, Liveness(from, version.results, versions), diagnostics),
        version_(version),
        versions_(versions),
        places_(places),
        arguments_(versions.arguments(version)) {}

 private:
  bool takes(ValueId argument) const override {
    return arguments_[static_cast<std::size_t>(from_[argument].index)];
  }

  std::vector<ValueId> given() override { return now(chosen(from_.results(), version_.results)); }

  void visit_call(OpId id) override {
    Op op = from_[id];
    const Version called = versions_.called(op.callee, live_.among(op.results));
    const std::vector<ValueId> results = chosen(op.results, called.results);
    op.callee = places_.at(called);
    rebuild(op, varying_of(from_, op, op.attributes, results), chosen(op.operands, versions_.arguments(called)), {}, results);
  }

  const Version& version_;
  Versions& versions_;
  const Places& places_;
  const std::vector<bool> arguments_;
};

std::string name_of(const Version& version, const Function& function) {
  if (version.results == std::vector<bool>(version.results.size(), true)) return function.name + ".pruned";
  std::string name = function.name + ".only";
  for (std::size_t k = 0; k < version.results.size(); ++k)
    if (version.results[k]) name += fmt::format("_{}", k);
  return name;
}

// What calls see of a version before it is made.
Function declared(Function function, const Version& version, Versions& versions) {
  const std::vector<bool> arguments = versions.arguments(version);
  Block& body = function[function.body];
  body.parameters = chosen(body.parameters, arguments);
  body.results = chosen(body.results, version.results);
  return function;
}

Module pruned(const Module& module, const std::set<FunctionId>& named, Diagnostics& diagnostics) {
  Versions versions(module, named);
  Module out = module;
  Places places;
  std::set<FunctionId> placed;
  for (const Version& version : versions.all()) {
    FunctionId place = version.function;
    Function function = declared(module[place], version, versions);
    if (placed.insert(place).second) {
      out[place] = std::move(function);
    } else {
      function.name = out.free_name(name_of(version, function));
      place = {static_cast<std::int32_t>(out.functions.size())};
      out.functions.push_back(std::move(function));
    }
    places.emplace(version, place);
  }
  for (const auto& [version, place] : places) {
    Function function = Pruner(out, module[version.function], version, versions, places, diagnostics).run();
    function.name = out[place].name;
    out[place] = std::move(function);
  }
  return out;
}

}  // namespace

std::optional<Module> run_prune_calls_pass(const Module& module, const PassArguments& arguments,
                                           Diagnostics& diagnostics) {
  std::set<FunctionId> named;
  for (const std::string& argument : arguments) {
    const FunctionId function = module.find(argument);
    if (!function.valid()) {
      diagnostics.report(DiagnosticId::pass_usage, {}, "prune_calls",
                         fmt::format("there is no function @{}", argument));
      return std::nullopt;
    }
    named.insert(function);
  }
  const auto calls = [](const Function& function) {
    return std::any_of(function.ops.begin(), function.ops.end(),
                       [](const Op& op) { return op.callee.valid(); });
  };
  if (std::none_of(module.functions.begin(), module.functions.end(), calls)) return module;
  return pruned(module, named, diagnostics);
}

}  // namespace ir
