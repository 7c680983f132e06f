/// \file
/// The parts of tests of derivatives: random arguments, finite differences, Taylor remainders, comparisons. `gradc --verify`
/// generates tests that use it (docs/guide/checking.md); hand-written tests may too. Not included by <gradc/gradc.h>.
///
/// A function under test is seen as one from numbers to numbers: those of its arguments that it is differentiated with respect
/// to, and those of its result, each list in the order of the members, a complex number as two. A derivative is then a pullback
/// (u to Jᵀ u: gradients, vector-Jacobian products) or a pushforward (d to J d).
///
/// Nothing here fails because of where random numbers fell. A check has an Outcome: `passed`; `failed`, which stays so at points
/// close by; or `unclear`, where no point told anything, such as one where the function has no derivative.
#pragma once

#include <gradc/verify/blocks.h>
#include <gradc/verify/numbers.h>
#include <gradc/verify/values.h>
#include <gradc/errors.h>
#include <gradc/gradc.h>
#include <gradc/workspace.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace gradc::verify {

/// A range in a list of numbers: those of one argument or member.
struct Part {
  std::string name;
  std::size_t size = 0;
};

/// A function and arguments for it. The arguments are members of the class that derives from this one.
class Function {
 public:
  virtual ~Function() = default;
  Function() = default;
  Function(const Function&) = default;
  Function& operator=(const Function&) = default;

  /// "ns::loss".
  virtual std::string name() const = 0;
  /// Gives all arguments new values.
  virtual void draw(Random& random) = 0;
  /// The inputs as numbers, their ranges, and new values for them.
  virtual Numbers point() const = 0;
  virtual std::vector<Part> parts() const = 0;
  virtual void move(const Numbers& to) = 0;
  /// The function at the current arguments.
  virtual Numbers value() = 0;
  /// Of the coarsest type that it computes with: epsilon<float>().
  virtual double epsilon() const = 0;
};

using Pullback = std::function<Numbers(const Numbers& u)>;
using Pushforward = std::function<Numbers(const Numbers& d)>;
using Gradient = std::function<Numbers()>;

// --- points

namespace detail {

constexpr int kPoints = 4;          // at which a derivative is checked
constexpr int kDraws = 120;         // of arguments, at most, to find them
constexpr std::size_t kParts = 12;  // that are looked at one by one

// Calls `check` at points where the function and its derivative have finite values, until so many have told
// something. Of outcomes that are failures, one is kept only if points close by fail too.
template <class Check>
Outcome at_points(Function& f, const std::function<Numbers()>& derivative, Check check) {
  Random random;
  int found = 0, told = 0;
  std::string why = "no arguments were drawn", last_unclear;
  for (int draw = 0; draw < kDraws && told < kPoints; ++draw) {
    random.begin_draw(draw);
    Numbers slopes, value;
    // The generated function looks at its arguments more closely than the function itself: it goes first.
    const bool good = succeeds([&] { f.draw(random), slopes = derivative(), value = f.value(); }, why);
    if (good && f.point().empty()) {
      why = "there are no numbers to differentiate with respect to";
      continue;
    }
    if (good && !(is_finite(slopes) && is_finite(value) && is_finite(f.point()))) {
      why = "value or derivative are not finite";
      continue;
    }
    if (!good) continue;
    ++found;
    const Numbers here = f.point();
    Outcome outcome;
    const auto attempt = [&] {
      if (!succeeds([&] { outcome = check(random); }, why))
        outcome = Outcome::unclear("close to the arguments: " + why);
      f.move(here);
    };
    attempt();
    for (int again = 0; again < 2 && outcome.kind == Outcome::Kind::failed; ++again) {
      const std::string first = outcome.text;
      f.move(moved(here, 1e-2, random.direction(here)));
      if (succeeds([&] { derivative(), f.value(); }, why)) attempt();
      f.move(here);
      if (outcome.kind != Outcome::Kind::failed)
        outcome = Outcome::unclear("only at one point: " + first);
      else
        outcome.text = first;
    }
    if (outcome.kind == Outcome::Kind::failed) {
      outcome.text += said(" (seed ", random.seed(), ", draw ", draw, ")");
      return outcome;
    }
    if (outcome.kind == Outcome::Kind::passed)
      ++told;
    else
      last_unclear = outcome.text;
  }
  if (told > 0) return {};
  if (found == 0)
    return Outcome::unclear(
        said("no use could be made of ", kDraws, " random arguments of ", f.name(), "; of the last: ", why));
  return Outcome::unclear(said("at ", found, " points nothing can be said: ", last_unclear));
}

// A direction through each part alone, of many parts some, and one through all.
inline std::vector<std::pair<std::string, Numbers>> directions(const Function& f, Random& random) {
  const Numbers point = f.point();
  const std::vector<Part> parts = f.parts();
  std::vector<std::pair<std::string, Numbers>> all;
  const std::size_t step = parts.size() / kParts + 1, first = random.below(step);
  std::size_t offset = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (parts[k].size > 0 && k % step == first) {
      Numbers d(point.size());
      const auto begin = static_cast<std::ptrdiff_t>(offset),
                 end = begin + static_cast<std::ptrdiff_t>(parts[k].size);
      const Numbers own = random.direction(Numbers(point.begin() + begin, point.begin() + end));
      std::copy(own.begin(), own.end(), d.begin() + begin);
      all.emplace_back(parts[k].name, std::move(d));
    }
    offset += parts[k].size;
  }
  if (parts.size() > 1) all.emplace_back("all inputs", random.direction(point));
  return all;
}

inline double greatest(const Numbers& numbers) {
  double most = 0;
  for (const double x : numbers) most = std::max(most, std::fabs(x));
  return most;
}

// A number that a derivative gives against a slope of differences.
inline Outcome agree(double given, const Slope& slope, double epsilon, const std::string& what) {
  const double scale = std::max(std::fabs(given), std::fabs(slope.value));
  const double tolerance = std::max(16 * epsilon, 0.1 * std::sqrt(epsilon)) * scale + 8 * slope.error;
  const double off = std::fabs(given - slope.value);
  if (slope.usable && !(off <= tolerance))
    return Outcome::failed(said(what, " it gives ", given, ", where differences of the function give ",
                                slope.value, " within ", slope.error));
  if (!slope.usable)
    return Outcome::unclear(
        said(what, " differences of the function say nothing: ", slope.value, " within ", slope.error));
  return {};
}

// The worst of several: a failure first, then what passed.
inline Outcome joined(const Outcome& a, const Outcome& b) {
  if (a.kind == Outcome::Kind::failed) return a;
  if (b.kind == Outcome::Kind::failed) return b;
  return a.kind == Outcome::Kind::passed ? a : b;
}

// By how much rounding of the inputs x changes a value with the gradient g.
inline double noise(const Function& f, const Numbers& g, const Numbers& x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += std::fabs(g[i] * x[i]);
  return f.epsilon() * sum;
}

// u · f at x + h d.
inline std::function<double(double)> along(Function& f, const Numbers& u, const Numbers& d) {
  const Numbers here = f.point();
  return [&f, u, d, here](double h) {
    f.move(moved(here, h, d));
    const double value = dot(u, f.value());
    f.move(here);
    return value;
  };
}

}  // namespace detail

// --- checks

/// ⟨u, J d⟩ by differences of the function, against ⟨Jᵀ u, d⟩, along each input alone and all together.
inline Outcome agrees_with_differences(Function& f, const Pullback& pullback) {
  const auto seed = [&f] { return Numbers(f.value().size(), 1.0); };
  return detail::at_points(
      f, [&] { return pullback({}); },
      [&](Random& random) {
        Outcome all = Outcome::unclear("there is no direction");
        for (const auto& [name, d] : detail::directions(f, random)) {
          const Numbers u = random.direction(seed()), g = pullback(u), x = f.point();
          const Slope slope = slope_at_zero(detail::along(f, u, d), f.epsilon(), detail::noise(f, g, x));
          all = detail::joined(all, detail::agree(detail::dot(g, d), slope, f.epsilon(), "along " + name));
        }
        return all;
      });
}

/// The same for a pushforward.
inline Outcome agrees_with_differences_forward(Function& f, const Pushforward& pushforward) {
  return detail::at_points(
      f, [&] { return pushforward(Numbers(f.point().size())); },
      [&](Random& random) {
        Outcome all = Outcome::unclear("there is no direction");
        for (const auto& [name, d] : detail::directions(f, random)) {
          const Numbers tangent = pushforward(d), u = random.direction(Numbers(tangent.size(), 1.0));
          const double given = detail::dot(u, tangent);
          all = detail::joined(all, detail::agree(given, slope_at_zero(detail::along(f, u, d), f.epsilon()),
                                                  f.epsilon(), "along " + name));
        }
        return all;
      });
}

/// The remainder f(x + h d) - f(x) - h ⟨g, d⟩ is of order h².
inline Outcome has_remainder_of_order_two(Function& f, const Pullback& pullback) {
  return detail::at_points(
      f, [&] { return pullback({}); },
      [&](Random& random) {
        const Numbers u = random.direction(Numbers(f.value().size(), 1.0)), d = random.direction(f.point());
        const double value = detail::dot(u, f.value()), slope = detail::dot(pullback(u), d);
        const Remainder r = remainder_at_zero(detail::along(f, u, d), {value, slope}, f.epsilon());
        if (r.exact || (r.usable && r.slope > 1.7)) return Outcome{};
        const bool smooth = slope_at_zero(detail::along(f, u, d), f.epsilon()).usable;
        if (smooth && r.usable && r.odd < 1.3 && r.even > 1.7)
          return Outcome::failed(
              detail::said("what is left after value and gradient shrinks like h^", r.odd, ", not like h^2"));
        return Outcome::unclear("the remainder does not shrink like a power of the step");
      });
}

/// The remainder of f(x + h v) after value, gradient and half of ⟨v, H v⟩ is of order h³.
inline Outcome has_remainder_of_order_three(Function& f, const Gradient& gradient,
                                            const Pushforward& product) {
  return detail::at_points(f, gradient, [&](Random& random) {
    const Numbers v = random.direction(f.point()), u(1, 1.0);
    const double slope = detail::dot(gradient(), v), curvature = detail::dot(v, product(v));
    const Remainder r =
        remainder_at_zero(detail::along(f, u, v), {f.value().at(0), slope, curvature}, f.epsilon());
    if (r.exact || (r.usable && r.slope > 2.6)) return Outcome{};
    const bool smooth = slope_at_zero(detail::along(f, u, v), f.epsilon()).usable;
    if (smooth && r.usable && r.odd < 1.3 && r.even > 1.7)
      return Outcome::failed(
          detail::said("what is left after value and gradient shrinks like h^", r.odd, ", not like h^3"));
    if (smooth && r.usable && r.even > 1.7 && r.even < 2.3 && r.odd > 2.6)
      return Outcome::failed(
          detail::said("what is left after the Hessian's part shrinks like h^", r.even, ", not like h^3"));
    return Outcome::unclear("the remainder does not shrink like a power of the step");
  });
}

/// H v against differences of the gradient.
inline Outcome product_agrees_with_differences(Function& f, const Gradient& gradient,
                                               const Pushforward& product) {
  return detail::at_points(f, gradient, [&](Random& random) {
    Outcome all = Outcome::unclear("there is no direction");
    // Where the value saturates, rounding makes the gradient a step function: its differences say nothing of what is this
    // small beside value over point.
    const double least = 128 * f.epsilon() * detail::greatest(f.value()) / detail::greatest(f.point());
    for (const auto& [name, v] : detail::directions(f, random)) {
      const Numbers u = random.direction(Numbers(v.size(), 1.0)), here = f.point(), direction = v;
      const auto phi = [&](double h) {
        f.move(detail::moved(here, h, direction));
        const double value = detail::dot(u, gradient());
        f.move(here);
        return value;
      };
      Slope slope = slope_at_zero(phi, f.epsilon(), detail::noise(f, product(u), here));
      slope.error += std::isfinite(least) ? least : 0;
      all = detail::joined(all, detail::agree(detail::dot(u, product(v)), slope, f.epsilon(), "along " + name));
    }
    return all;
  });
}

/// ⟨u, J d⟩ = ⟨Jᵀ u, d⟩.
inline Outcome are_transposes(Function& f, const Pullback& pullback, const Pushforward& pushforward) {
  return detail::at_points(
      f, [&] { return pullback({}); },
      [&](Random& random) {
        const Numbers d = random.direction(f.point()), tangent = pushforward(d);
        const Numbers u = random.direction(Numbers(tangent.size(), 1.0)), adjoint = pullback(u);
        const double forward = detail::dot(u, tangent), backward = detail::dot(adjoint, d);
        double size = 0;
        for (std::size_t i = 0; i < u.size(); ++i) size += std::fabs(u[i] * tangent[i]);
        for (std::size_t i = 0; i < d.size(); ++i) size += std::fabs(d[i] * adjoint[i]);
        if (std::fabs(forward - backward) <= 1e4 * f.epsilon() * size) return Outcome{};
        return Outcome::failed(detail::said("forward mode gives ", forward, ", reverse mode ", backward));
      });
}

/// ⟨u, H v⟩ = ⟨v, H u⟩.
inline Outcome is_symmetric(Function& f, const Pushforward& product) {
  return are_transposes(
      f, [&](const Numbers& u) { return product(u.empty() ? Numbers(f.point().size(), 1.0) : u); }, product);
}

/// Two computations of the same numbers, such as one call and two.
inline Outcome gives_the_same(Function& f, const std::function<Numbers()>& one,
                              const std::function<Numbers()>& other) {
  return detail::at_points(
      f, one, [&](Random&) { return close(one(), other(), 1e4 * f.epsilon(), "the two differ"); });
}
inline Outcome gives_the_value(Function& f, const std::function<Numbers()>& value) {
  return detail::at_points(f, value, [&](Random&) {
    return close(value(), f.value(), 1e4 * f.epsilon(), "the derivative's value is not the function's");
  });
}

/// The form that writes into what it is given, with a result and a workspace that held NaN before, gives the bits that the form
/// that returns its result gives. `fill` is the former, `bytes` how much memory it says that it takes: it gets no more.
template <class Make, class Fill, class Bytes>
Outcome overwrites_its_buffers(Function& f, Make make, Fill fill, Bytes bytes) {
  return detail::at_points(
      f, [&] { return static_cast<void>(make()), Numbers(); },
      [&](Random&) {
        const auto expected = make();
        auto out = make();
        poison(out);
        const std::int64_t size = bytes();
        std::vector<unsigned char> memory(static_cast<std::size_t>(size), static_cast<unsigned char>(0xff));
        Workspace workspace(memory.data(), size);
        std::string why;
        if (!detail::succeeds([&] { fill(out, workspace); }, why))
          return Outcome::failed(detail::said("with ", size, " bytes of memory, which it says it takes: ", why));
        if (!same_bits(out, expected))
          return Outcome::failed("a result that held NaN before is not the result of a fresh one");
        fill(out, workspace);
        if (!same_bits(out, expected))
          return Outcome::failed("a second call with the same buffers gives something else");
        return Outcome{};
      });
}

/// `shared` passes one object for two parameters, `apart` two that are equal; `copy` makes them equal.
template <class Copy, class Apart, class Shared>
Outcome may_share_inputs(Function& f, Copy copy, Apart apart, Shared shared) {
  Random random;
  std::string why;
  int same = 0;
  for (int draw = 0; draw < detail::kDraws && same < detail::kPoints; ++draw) {
    random.begin_draw(draw);
    bool equal = false;
    const bool good = detail::succeeds(
        [&] {
          f.draw(random);
          copy();
          const auto expected = apart();
          equal = same_bits(shared(), expected);
        },
        why);
    if (good && !equal)
      return Outcome::failed(
          detail::said("one object for both gives something else than two that are equal (seed ",
                       random.seed(), ", draw ", draw, ")"));
    same += good;
  }
  return same > 0 ? Outcome{} : Outcome::unclear("the two can't be equal: " + why);
}

/// With each extent 0 in turn the derivative throws an error, or does what the function does.
inline Outcome takes_empty_inputs(Function& f, const std::function<Numbers()>& derivative,
                                  const std::function<Numbers()>& value) {
  Random random;
  std::string why;
  random.begin_draw(0);
  detail::succeeds([&] { f.draw(random); }, why);
  const int extents = random.extents_drawn();
  int taken = 0;
  for (int k = 0; k < extents; ++k)
    for (int draw = 0; draw < 8; ++draw) {
      random.begin_draw(draw);
      random.make_empty(k);
      Numbers own, expected;
      // What the function itself refuses is no question; the derivative may do so too.
      if (!detail::succeeds([&] { f.draw(random), derivative(), own = value(), expected = f.value(); }, why))
        continue;
      ++taken;
      const Outcome same = close(own, expected, 1e4 * f.epsilon(), detail::said("with extent ", k, " empty"));
      if (same.kind == Outcome::Kind::failed) return same;
    }
  if (extents == 0) return Outcome::unclear("no extent is free");
  return taken > 0 ? Outcome{} : Outcome::unclear("an extent of 0 is refused: " + why);
}

// --- blocks

/// What the blocks of a Hessian or Jacobian, in rows, do to a vector; `rows` and `columns` are the leaves that they are of, those
/// of columns real.
inline Numbers product(const std::vector<Numbers>& blocks, const std::vector<Leaf>& rows,
                       const std::vector<Leaf>& columns, const Numbers& vector, bool transposed = false) {
  const auto count = [](const std::vector<Leaf>& leaves) {
    std::size_t all = 0;
    for (const Leaf& leaf : leaves)
      for (const auto& place : leaf.places) all += place.size() * leaf.parts;
    return all;
  };
  Numbers out(count(transposed ? columns : rows));
  std::size_t block = 0;
  for (const Leaf& row : rows)
    for (const Leaf& column : columns) {
      const Numbers& numbers = blocks.at(block++);
      std::size_t next = 0;
      for (const auto& of_row : row.places)
        for (const auto& of_column : column.places)
          for (const std::size_t first : of_row)
            for (const std::size_t j : of_column)
              for (std::size_t i = first; i < first + row.parts; ++i)
                out.at(transposed ? j : i) += numbers.at(next++) * vector.at(transposed ? i : j);
    }
  return out;
}

// --- arms of branches, and loops

/// One arm of a branch, or a loop: where its condition stands, and what may never have been.
struct Arm {
  std::string place;  // "model.cpp:12: x > 0", "model.cpp:14: the loop while x > 0"
  std::string when;   // "true" or "false"; "entered"
};

/// Draws arguments and runs `run`, which sets the arms that it takes; what was not reached, in words.
inline Outcome reaches_all(Function& f, const std::vector<Arm>& arms, bool* reached,
                           const std::function<void()>& run) {
  Random random;
  std::string why;
  int runs = 0;
  for (int draw = 0; draw < detail::kDraws; ++draw) {
    random.begin_draw(draw);
    runs += detail::succeeds([&] { f.draw(random), run(); }, why);
  }
  if (runs == 0)
    return Outcome::unclear(detail::said("no use could be made of ", detail::kDraws, " random arguments of ",
                                         f.name(), "; of the last: ", why));
  std::string missing;
  for (std::size_t i = 0; i < arms.size(); ++i)
    if (!reached[i]) missing += "\n  " + arms[i].place + " was never " + arms[i].when;
  if (missing.empty()) return {};
  return Outcome::unclear(detail::said("in ", runs, " calls with random arguments", missing));
}

}  // namespace gradc::verify
