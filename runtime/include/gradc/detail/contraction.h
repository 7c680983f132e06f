// What an einsum means: its letters, the order in which its operands are contracted, and each step in ops that somebody
// else has. Needs the standard library alone: the runtime evaluates by it, and gradc writes ops by it.
//
//  1. A letter stands for an axis of each operand that has it; `...` for the axes of a batch, which broadcast. They are
//     spelled out as digits, 7 for the last.
//  2. Within an operand, the diagonal is taken of axes with one letter, and what is a 1 that another operand repeats goes.
//  3. Of all orders to contract two operands after another the one with the fewest products of numbers is taken.
//  4. Of two operands, axes that nobody needs later are summed, in each alone; then they are one product of matrices, or,
//     where nothing is summed, or everything is, one of elements. Of the ways to lay out its axes that is taken for which
//     the fewest operands, and results, are transposed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gradc {
namespace contraction {

inline bool has(const std::string& letters, char letter) { return letters.find(letter) != std::string::npos; }
// The letters of a that test says yes to, in their order.
template <class Test>
std::string only(const std::string& letters, Test test) {
  std::string kept;
  for (char letter : letters)
    if (test(letter)) kept += letter;
  return kept;
}

struct Letters {
  std::vector<std::string> operands;  // one letter for each axis
  std::string result;
  std::string fault;  // why there are none
};

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "ij,jk->ik" of operands of those ranks.
inline Letters parse(std::string_view spec, const std::vector<int>& ranks) {
  constexpr int kMost = 8;
  Letters found;
  const auto refuse = [&](std::string what) {
    found.fault = std::move(what);
    return found;
  };
  std::vector<std::string> terms(1);  // with '.' for `...`
  bool arrow = false;
  for (std::size_t i = 0; i < spec.size(); ++i) {
    const char c = spec[i];
    if (c == ' ') continue;
    if (is_letter(c)) {
      terms.back() += c;
    } else if (spec.substr(i, 3) == "...") {
      if (has(terms.back(), '.')) return refuse("has `...` twice in one operand");
      terms.back() += '.', i += 2;
    } else if (c == ',' && !arrow) {
      terms.emplace_back();
    } else if (spec.substr(i, 2) == "->" && !arrow) {
      terms.emplace_back(), arrow = true, ++i;
    } else {
      return refuse("has a '" + std::string(1, c) + "' where none can be");
    }
  }
  if (!arrow) return refuse("has no '->' before the letters of the result");
  const std::string result = terms.back();
  terms.pop_back();
  if (terms.size() > kMost) return refuse("is of more than 8 operands");
  if (terms.size() != ranks.size())
    return refuse("is of " + std::to_string(terms.size()) + " operands, but there are " + std::to_string(ranks.size()));
  int batch = -1;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const int letters = static_cast<int>(terms[k].size()), rest = has(terms[k], '.') ? ranks[k] - letters + 1 : -1;
    if (rest < 0 && (has(terms[k], '.') || letters != ranks[k]))
      return refuse("has " + std::to_string(letters - (has(terms[k], '.') ? 1 : 0)) + " letters for operand " + std::to_string(k) +
                    ", which has rank " + std::to_string(ranks[k]));
    if (rest > batch) batch = rest;
  }
  const auto spelled = [&](const std::string& term, int axes) {
    std::string letters;
    for (char c : term)
      if (c != '.')
        letters += c;
      else
        for (int axis = kMost - axes; axis < kMost; ++axis) letters += static_cast<char>('0' + axis);
    return letters;
  };
  std::string all;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    found.operands.push_back(spelled(terms[k], ranks[k] - static_cast<int>(terms[k].size()) + 1));
    all += found.operands.back();
  }
  if (has(result, '.') && batch < 0) return refuse("has `...` in its result alone");
  if (!has(result, '.') && batch > 0) return refuse("has no `...` in its result");
  found.result = spelled(result, batch);
  for (std::size_t i = 0; i < found.result.size(); ++i) {
    const char letter = found.result[i];
    if (!has(all, letter)) return refuse("has the letter '" + std::string(1, letter) + "' in its result alone");
    if (found.result.find(letter, i + 1) != std::string::npos)
      return refuse("has the letter '" + std::string(1, letter) + "' twice in its result");
  }
  if (found.result.size() > kMost) return refuse("has a result of more than 8 axes");
  return found;
}

/// The halves that each set of operands, a mask, is made of; empty where the axes on the way are more than 8. `size` is the
/// extent of a letter, or what it may be.
template <class Size>
std::vector<std::uint32_t> order(const std::vector<std::string>& operands, const std::string& result, Size size) {
  const std::uint32_t all = (1u << operands.size()) - 1;
  std::vector<std::string> letters(all + 1);
  std::vector<double> cost(all + 1, -1);
  std::vector<std::uint32_t> half(all + 1);
  for (std::uint32_t set = 1; set <= all; ++set) {
    std::string inside, outside = result;
    for (std::size_t k = 0; k < operands.size(); ++k) (set >> k & 1 ? inside : outside) += operands[k];
    for (char letter : inside)
      if (has(outside, letter) && !has(letters[set], letter)) letters[set] += letter;
    if ((set & (set - 1)) == 0) {
      cost[set] = 0;
      continue;
    }
    if (letters[set].size() > 8) continue;
    for (std::uint32_t part = (set - 1) & set; part > (set ^ part); part = (part - 1) & set) {
      if (cost[part] < 0 || cost[set ^ part] < 0) continue;
      std::string seen;
      double products = cost[part] + cost[set ^ part] + 1;
      double step = 1;
      for (char letter : letters[part] + letters[set ^ part])
        if (!has(seen, letter)) seen += letter, step *= size(letter);
      products += step;
      if (cost[set] < 0 || products < cost[set]) cost[set] = products, half[set] = part;
    }
  }
  return cost[all] < 0 ? std::vector<std::uint32_t>() : half;
}

/// The axes with which a and b are one product of matrices, batch before the others.
struct Layout {
  std::string batch, rows, inner, columns;
  bool transpose_a = false, transpose_b = false;
  std::string result() const { return batch + rows + columns; }
  std::string a() const { return batch + (transpose_a ? inner + rows : rows + inner); }
  std::string b() const { return batch + (transpose_b ? columns + inner : inner + columns); }
};

/// The best layout of a times b for a result that is wanted so, if it is.
inline std::pair<int, Layout> layout(const std::string& a, const std::string& b, const std::string& keep, const std::string& wanted) {
  const auto in_a = [&](char c) { return has(a, c); };
  const auto in_b = [&](char c) { return has(b, c); };
  const auto kept = [&](char c) { return has(keep, c); };
  std::pair<int, Layout> best{4, {}};
  for (int way = 0; way < 48; ++way) {
    const std::string& batch_of = way % 3 == 0 ? a : way % 3 == 1 ? b : wanted;
    const std::string &inner_of = way / 3 % 2 ? a : b, &rows_of = way / 6 % 2 ? wanted : a, &columns_of = way / 12 % 2 ? wanted : b;
    Layout one;
    one.batch = only(batch_of, [&](char c) { return in_a(c) && in_b(c) && kept(c); });
    one.inner = only(inner_of, [&](char c) { return in_a(c) && in_b(c) && !kept(c); });
    one.rows = only(rows_of, [&](char c) { return in_a(c) && !in_b(c); });
    one.columns = only(columns_of, [&](char c) { return !in_a(c) && in_b(c); });
    if (wanted.empty() && (way % 3 == 2 || way / 6 % 4 != 0)) continue;
    one.transpose_a = one.a() != a, one.transpose_b = one.b() != b;
    int moved = 0;
    if (one.transpose_a && one.a() != a) one.transpose_a = false, ++moved;
    if (one.transpose_b && one.b() != b) one.transpose_b = false, ++moved;
    if (!wanted.empty() && one.result() != wanted) ++moved;
    if (moved < best.first) best = {moved, one};
  }
  return best;
}

/// Evaluates by the ops of a target:
///   double extent(value, axis), which may be a guess      bool is_one(value, axis)
///   Value squeeze(value, axis)    Value sum(value, axes)   Value transpose(value, perm)
///   Value diagonal(value, axis, axis), which becomes the last axis
///   Value multiply(a, axes of a in the result, b, axes of b, rank): one number for each place that it has
///   Value matmul(a, b, axes of the batch, the rows, the inner axes and the columns, transpose_a, transpose_b)
template <class Target>
class Evaluation {
 public:
  using Value = typename Target::Value;
  Evaluation(Target& target, const Letters& letters, std::vector<Value> x) : target_(target), result_(letters.result) {
    for (std::size_t k = 0; k < x.size(); ++k) operands_.push_back(of_letters({std::move(x[k]), letters.operands[k]}));
    drop_ones();
  }
  /// Whether it can be done; before `value`.
  bool plan() {
    std::vector<std::string> letters;
    for (const Term& term : operands_) letters.push_back(term.letters);
    half_ = order(letters, result_, [&](char letter) {
      for (const Term& term : operands_)
        if (has(term.letters, letter)) return target_.extent(term.value, axis(term, letter));
      return 1.0;
    });
    return !half_.empty();
  }
  Value value() { return in_order(of_set((1u << operands_.size()) - 1), result_).value; }

 private:
  struct Term {
    Value value;
    std::string letters;
  };
  static int axis(const Term& term, char letter) { return static_cast<int>(term.letters.find(letter)); }
  static std::vector<int> axes(const Term& term, const std::string& letters) {
    std::vector<int> found;
    for (char letter : letters) found.push_back(axis(term, letter));
    return found;
  }

  Term of_letters(Term term) {
    for (std::size_t i = 0; i < term.letters.size(); ++i) {
      const char letter = term.letters[i];
      const std::size_t next = term.letters.find(letter, i + 1);
      if (next == std::string::npos) continue;
      term.value = target_.diagonal(std::move(term.value), static_cast<int>(i), static_cast<int>(next));
      term.letters.erase(next, 1).erase(i, 1);
      term.letters += letter;
      i = static_cast<std::size_t>(-1);  // once more
    }
    return term;
  }
  void drop_ones() {
    for (char letter = '0'; letter <= '7'; ++letter) {
      const Term* kept = nullptr;
      for (const Term& term : operands_)
        if (has(term.letters, letter) && (!kept || target_.is_one(kept->value, axis(*kept, letter)))) kept = &term;
      for (Term& term : operands_) {
        if (&term == kept || !has(term.letters, letter) || !target_.is_one(term.value, axis(term, letter))) continue;
        term.value = target_.squeeze(std::move(term.value), axis(term, letter));
        term.letters.erase(term.letters.find(letter), 1);
      }
    }
  }
  Term in_order(Term term, const std::string& letters) {
    if (term.letters == letters) return term;
    return {target_.transpose(std::move(term.value), axes(term, letters)), letters};
  }
  template <class Test>
  Term summed(Term term, Test test) {
    const std::string over = only(term.letters, test);
    if (over.empty()) return term;
    const std::vector<int> list = axes(term, over);
    return {target_.sum(std::move(term.value), list), only(term.letters, [&](char c) { return !has(over, c); })};
  }

  Term of_set(std::uint32_t set) {
    std::string outside = result_;
    for (std::size_t k = 0; k < operands_.size(); ++k)
      if (!(set >> k & 1)) outside += operands_[k].letters;
    for (std::size_t k = 0; k < operands_.size(); ++k)
      if (set == 1u << k)
        return summed({std::move(operands_[k].value), operands_[k].letters}, [&](char c) { return !has(outside, c); });
    const bool is_last = set == (1u << operands_.size()) - 1;
    return product(of_set(half_[set]), of_set(set ^ half_[set]), outside, is_last ? result_ : "");
  }

  Term product(Term a, Term b, const std::string& keep, const std::string& wanted) {
    a = summed(std::move(a), [&](char c) { return !has(keep, c) && !has(b.letters, c); });
    b = summed(std::move(b), [&](char c) { return !has(keep, c) && !has(a.letters, c); });
    const auto there = layout(a.letters, b.letters, keep, wanted), back = layout(b.letters, a.letters, keep, wanted);
    if (back.first < there.first) std::swap(a, b);
    const Layout l = back.first < there.first ? back.second : there.second;
    if (l.inner.empty() || (l.rows.empty() && l.columns.empty())) return of_elements(std::move(a), std::move(b), l, wanted);
    a = in_order(std::move(a), l.a());
    b = in_order(std::move(b), l.b());
    const auto count = [](const std::string& letters) { return static_cast<int>(letters.size()); };
    return {target_.matmul(std::move(a.value), std::move(b.value), count(l.batch), count(l.rows), count(l.inner), count(l.columns),
                           l.transpose_a, l.transpose_b),
            l.result()};
  }
  // Everything in its place, then a sum over what is not wanted.
  Term of_elements(Term a, Term b, const Layout& l, const std::string& wanted) {
    const std::string whole = (wanted.empty() ? l.result() : wanted) + l.inner;
    // Named: arguments of a call are evaluated in any order, so that one may have been moved from before another reads it.
    const std::string letters_of_a = only(whole, [&](char c) { return has(a.letters, c); });
    const std::string letters_of_b = only(whole, [&](char c) { return has(b.letters, c); });
    a = in_order(std::move(a), letters_of_a);
    b = in_order(std::move(b), letters_of_b);
    const auto places = [&](const Term& term) {
      std::vector<int> found;
      for (char letter : term.letters) found.push_back(static_cast<int>(whole.find(letter)));
      return found;
    };
    const std::vector<int> of_a = places(a), of_b = places(b);
    Term all{target_.multiply(std::move(a.value), of_a, std::move(b.value), of_b, static_cast<int>(whole.size())), whole};
    return summed(std::move(all), [&](char c) { return has(l.inner, c); });
  }

  Target& target_;
  std::string result_;
  std::vector<Term> operands_;
  std::vector<std::uint32_t> half_;
};

}  // namespace contraction
}  // namespace gradc
