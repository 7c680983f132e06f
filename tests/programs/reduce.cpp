// Makes a failing program smaller: drops functions, parameters, statements and branches, and puts leaves for
// expressions, as long as it fails in the same way. Candidates are checked several to a file. What mentions a name
// that has gone is repaired: the smallest number around it becomes a literal, or the statement goes too.
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "program.h"

namespace programs {
namespace {

using Names = std::set<std::string>;

bool is_scalar(Kind kind) { return kind == Kind::real || kind == Kind::integer || kind == Kind::boolean; }

Expr leaf(Kind kind, int variant = 0) {
  static const char* const texts[][2] = {{"0.5", "2.0"}, {"1", "0"}, {"true", "false"}};
  const int row = kind == Kind::real ? 0 : kind == Kind::integer ? 1 : 2;
  return {kind, texts[row][variant], {}, "", "", false};
}
bool is_leaf(const Expr& expr) { return expr.args.empty() && expr.name.empty(); }

// False where a mention can't be replaced.
bool scrub(Expr& expr, const Names& gone) {
  bool good = expr.name.empty() || gone.count(expr.name) == 0;
  for (Expr& arg : expr.args) good = good && scrub(arg, gone);
  if (good) return true;
  if (!is_scalar(expr.kind) || expr.place) return false;
  expr = leaf(expr.kind);
  return true;
}

// Takes out of `body` what mentions names that have gone, adding the names that go with it.
void scrub(std::vector<Stmt>& body, Names& gone) {
  for (std::size_t i = 0; i < body.size();) {
    Stmt& stmt = body[i];
    bool good = true;
    for (Expr& arg : stmt.args) good = good && scrub(arg, gone);
    if (!good) {
      gone.insert(stmt.declares.begin(), stmt.declares.end());
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    for (Part& part : stmt.parts) scrub(part.body, gone);
    ++i;
  }
}

// Every list of statements of a program, outermost first.
void lists(std::vector<Stmt>& body, std::vector<std::vector<Stmt>*>& out) {
  out.push_back(&body);
  for (Stmt& stmt : body)
    for (Part& part : stmt.parts) lists(part.body, out);
}

void expressions(Expr& expr, std::vector<Expr*>& out) {
  out.push_back(&expr);
  for (Expr& arg : expr.args) expressions(arg, out);
}

class Reducer {
 public:
  Reducer(Program program, const Outcome& failure, const Bench& bench) : best_(std::move(program)), failure_(failure), bench_(bench) {}

  Program run() {
    // Large cuts first; again until nothing more can go.
    for (bool smaller = true; smaller;) {
      smaller = false;
      smaller |= sweep([this] { return without_functions(); });
      for (std::size_t length : {8u, 4u, 2u, 1u}) smaller |= sweep([&] { return without_statements(length); });
      smaller |= sweep([this] { return flattened(); });
      smaller |= sweep([this] { return without_parts(); });
      smaller |= sweep([this] { return without_params(); });
      smaller |= sweep([this] { return simpler_expressions(); });
    }
    return best_;
  }

 private:
  // Applies the first candidate that still fails, until none does. What was tried at once is not tried again.
  bool sweep(const std::function<std::vector<Program>()>& candidates) {
    bool any = false;
    std::size_t skip = 0;
    while (true) {
      std::vector<Program> all = candidates();
      bool found = false;
      for (std::size_t i = std::min(skip, all.size()); i < all.size() && !found; i += at_once_) {
        const std::vector<Program> some(all.begin() + static_cast<std::ptrdiff_t>(i),
                                        all.begin() + static_cast<std::ptrdiff_t>(std::min(i + at_once_, all.size())));
        const std::vector<Outcome> outcomes = check(some, bench_);
        for (std::size_t k = 0; k < some.size() && !found; ++k)
          if (outcomes[k].kind == failure_.kind && outcomes[k].cause == failure_.cause) {
            best_ = some[k];
            skip = i + k;
            found = any = true;
          }
      }
      if (!found) return any;
    }
  }

  template <class Change>
  void add(std::vector<Program>& to, Change change) const {
    Program copy = best_;
    if (change(copy)) to.push_back(std::move(copy));
  }

  static std::vector<std::vector<Stmt>*> all_lists(Program& program) {
    std::vector<std::vector<Stmt>*> out;
    for (Function& function : program.functions) lists(function.body, out);
    return out;
  }
  static void forget(Program& program, Names gone) {
    std::size_t before = 0;
    do {
      before = gone.size();
      for (Function& function : program.functions) scrub(function.body, gone);
    } while (gone.size() != before);
  }

  std::vector<Program> without_functions() const {
    std::vector<Program> out;
    for (std::size_t i = 0; i + 1 < best_.functions.size(); ++i)
      add(out, [&](Program& p) {
        const std::string name = p.functions[i].name;
        p.functions.erase(p.functions.begin() + static_cast<std::ptrdiff_t>(i));
        forget(p, {name});
        return true;
      });
    add(out, [](Program& p) { return std::exchange(p.products, false); });
    add(out, [](Program& p) { return std::exchange(p.items, false); });
    return out;
  }

  std::vector<Program> without_statements(std::size_t length) {
    std::vector<Program> out;
    const std::size_t count = all_lists(best_).size();
    for (std::size_t l = 0; l < count; ++l) {
      const std::size_t size = all_lists(best_)[l]->size();
      for (std::size_t from = 0; from + length <= size; from += length)
        add(out, [&](Program& p) {
          std::vector<Stmt>& list = *all_lists(p)[l];
          Names gone;
          std::vector<Stmt> kept;
          for (std::size_t i = 0; i < list.size(); ++i) {
            if (i >= from && i < from + length && !list[i].fixed) gone.insert(list[i].declares.begin(), list[i].declares.end());
            else kept.push_back(list[i]);
          }
          if (kept.size() == list.size()) return false;
          list = std::move(kept);
          forget(p, std::move(gone));
          return true;
        });
    }
    return out;
  }

  // A compound statement gives way to what is in its bodies.
  std::vector<Program> flattened() {
    std::vector<Program> out;
    const std::size_t count = all_lists(best_).size();
    for (std::size_t l = 0; l < count; ++l)
      for (std::size_t i = 0; i < all_lists(best_)[l]->size(); ++i)
        add(out, [&](Program& p) {
          std::vector<Stmt>& list = *all_lists(p)[l];
          const Stmt stmt = list[i];
          if (stmt.parts.empty()) return false;
          list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
          std::size_t at = i;
          for (const Part& part : stmt.parts) {
            list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), part.body.begin(), part.body.end());
            at += part.body.size();
          }
          Names gone(stmt.inner.begin(), stmt.inner.end());
          gone.insert(stmt.declares.begin(), stmt.declares.end());
          forget(p, std::move(gone));
          return true;
        });
    return out;
  }

  std::vector<Program> without_parts() {
    std::vector<Program> out;
    const std::size_t count = all_lists(best_).size();
    for (std::size_t l = 0; l < count; ++l)
      for (std::size_t i = 0; i < all_lists(best_)[l]->size(); ++i)
        for (std::size_t part = 1; part < (*all_lists(best_)[l])[i].parts.size(); ++part)
          add(out, [&](Program& p) {
            std::vector<Part>& parts = (*all_lists(p)[l])[i].parts;
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(part));
            return true;
          });
    return out;
  }

  std::vector<Program> without_params() const {
    std::vector<Program> out;
    const std::vector<Param>& params = best_.functions.back().params;
    for (std::size_t i = 0; params.size() > 1 && i < params.size(); ++i)
      add(out, [&](Program& p) {
        Function& f = p.functions.back();
        Names gone{f.params[i].name};
        f.params.erase(f.params.begin() + static_cast<std::ptrdiff_t>(i));
        for (std::size_t before = 0; gone.size() != before;) {
          before = gone.size();
          scrub(f.body, gone);
        }
        return true;
      });
    return out;
  }

  static std::vector<Expr*> all_expressions(Program& program) {
    std::vector<Expr*> out;
    for (std::vector<Stmt>* list : all_lists(program))
      for (Stmt& stmt : *list)
        for (Expr& arg : stmt.args) expressions(arg, out);
    return out;
  }

  std::vector<Program> simpler_expressions() {
    std::vector<Program> out;
    const std::size_t count = all_expressions(best_).size();
    for (std::size_t i = 0; i < count; ++i) {
      const Expr& now = *all_expressions(best_)[i];
      if (now.place || is_leaf(now)) continue;
      for (int variant = 0; variant < 2 && is_scalar(now.kind); ++variant)
        add(out, [&](Program& p) { return *all_expressions(p)[i] = leaf(now.kind, variant), true; });
      for (std::size_t k = 0; k < now.args.size(); ++k)
        if (now.args[k].kind == now.kind && !now.args[k].place)
          add(out, [&](Program& p) {
            const Expr arg = now.args[k];
            return *all_expressions(p)[i] = arg, true;
          });
    }
    return out;
  }

  Program best_;
  const Outcome& failure_;
  const Bench& bench_;
  // A crash of gradc does not say which of several programs it was.
  const std::size_t at_once_ = failure_.kind == Outcome::tool_failed ? 1 : 10;
};

}  // namespace

Program reduce(Program program, const Outcome& failure, const Bench& bench) {
  return Reducer(std::move(program), failure, bench).run();
}

}  // namespace programs
