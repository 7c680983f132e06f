#include "ir/passes/batch/listed.h"

#include <fmt/format.h>

#include "ir/check.h"
#include "ir/expr.h"
#include "ir/kind.h"
#include "ir/ops/rules.h"
#include "ir/passes/loops/nest.h"

namespace ir {
namespace {

class Lister {
 public:
  Lister(Module& module, const Function& from, const std::string& name)
      : from_(from), to_(empty(from, name)), builder_(module, to_, diagnostics_), now_(from, builder_) {
    builder_.reserve_symbols(from);
  }

  // Arguments come before all ops.
  void arguments(const std::vector<List>& lists) {
    const std::vector<ValueId>& old = from_.arguments();
    std::vector<int> now_at(old.size(), -1);
    each(old.size(), lists, [&](std::size_t i, const List* list) {
      const Value& value = from_[old[i]];
      now_at[i] = static_cast<int>(to_.arguments().size());
      if (!list) return now_.set(old[i], builder_.argument(value.type, value.name));
      const std::string name = list->is_sequence ? value.name : value.name.substr(0, value.name.rfind('.'));
      const Extent n = list->is_sequence ? Extent::symbol(builder_.fresh_symbol(name))
                                         : Extent(static_cast<std::int64_t>(list->count));
      lists_.push_back(builder_.argument({value.type.element, {n}, 0}, name));
    });
    for (Function::ExtentOrigin origin : from_.extent_origins) {
      origin.argument = now_at[static_cast<std::size_t>(origin.argument)];
      to_.extent_origins.push_back(origin);
    }
    for (std::size_t k = 0; k < lists.size(); ++k) {
      const List& list = lists[k];
      const Expr tensor{&builder_, lists_[k]};
      if (list.is_sequence) now_.set(old[list.first], sequence_along(tensor).id);
      for (std::size_t i = 0; i < list.count && !list.is_sequence; ++i)
        now_.set(old[list.first + i],
                 apply(Kind::Element, {tensor, ops::whole(tensor, static_cast<std::int64_t>(i))}).id);
    }
  }

  void body() {
    for (OpId op : from_[from_.body].ops) now_.op(op);
  }

  void results(const std::vector<List>& lists) {
    const std::vector<ValueId>& old = from_.results();
    builder_.loc = {};
    std::vector<ValueId> given;
    each(old.size(), lists, [&](std::size_t i, const List* list) {
      if (!list) return given.push_back(now_(old[i]));
      std::vector<Expr> numbers;
      for (std::size_t k = 0; k < list->count; ++k) numbers.push_back({&builder_, now_(old[i + k])});
      given.push_back((list->is_sequence ? tensor_at(numbers[0])
                                         : apply(Kind::Stack, numbers, {{"place", std::int64_t{0}}}))
                          .id);
    });
    builder_.set_results(given);
  }

  ListedFunction finish(const std::vector<List>& lists) {
    builder_.finish();
    GRADC_CHECK(diagnostics_.empty());
    ListedFunction out;
    for (std::size_t i = 0; i < from_.values.size(); ++i)
      out.values.push_back(now_(ValueId{static_cast<std::int32_t>(i)}));
    for (const List& list : lists)
      for (std::size_t k = 0; k < list.count; ++k) out.values[from_.arguments()[list.first + k].at()] = {};
    out.lists = lists_;
    out.module = builder_.module();
    out.function = {static_cast<std::int32_t>(out.module.functions.size())};
    out.module.functions.push_back(std::move(to_));
    return out;
  }

 private:
  // The builder knows what the function requires.
  static Function empty(const Function& from, const std::string& name) {
    Function to = new_function(name);
    to.requirements = from.requirements;
    return to;
  }
  // Goes along values: those in no list, and the first of each list.
  template <class Visit>
  static void each(std::size_t count, const std::vector<List>& lists, const Visit& visit) {
    auto list = lists.begin();
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_list = list != lists.end() && list->first == i;
      visit(i, is_list ? &*list : nullptr);
      if (is_list) i += (list++)->count - 1;
    }
  }

 private:
  const Function& from_;
  Function to_;
  Diagnostics diagnostics_;
  Builder builder_;
  Cloner now_;
  std::vector<ValueId> lists_;
};

}  // namespace

ListedFunction with_lists(const Module& module, FunctionId function, const std::vector<List>& arguments,
                          const std::vector<List>& results, const std::string& name) {
  Module made = module;
  const Function from = module[function];
  Lister lister(made, from, name);
  lister.arguments(arguments);
  lister.body();
  lister.results(results);
  return lister.finish(arguments);
}

}  // namespace ir
