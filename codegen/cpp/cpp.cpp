#include "codegen/cpp/cpp.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "codegen/analysis/side.h"
#include "codegen/interface/place.h"
#include "codegen/interface/value.h"
#include "codegen/text/declaration.h"
#include "codegen/text/emitter.h"
#include "ir/check.h"

namespace codegen {
namespace {

using ir::ElementType;

bool is_half(ElementType e) { return e == ElementType::f16 || e == ElementType::bf16; }

template <class T>
std::string shortest(T value, std::string_view type, std::string_view suffix) {
  if (std::isnan(value)) return fmt::format("std::numeric_limits<{}>::quiet_NaN()", type);
  if (std::isinf(value))
    return fmt::format("{}std::numeric_limits<{}>::infinity()", value < 0 ? "-" : "", type);
  std::string digits = fmt::format("{}", value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits + std::string(suffix);
}

// What an expression loads, where that is one number that has just been rounded to the type; empty for any other.
std::string rounded_already(const std::string& expression, ElementType type) {
  const std::string load = "static_cast<float>(";
  if (!is_half(type) || !expression.starts_with(load + cpp_element(type) + '(')) return {};
  int open = 1;
  std::size_t at = load.size();
  for (; at < expression.size() && open > 0; ++at) open += expression[at] == '(' ? 1 : expression[at] == ')' ? -1 : 0;
  return at == expression.size() ? expression.substr(load.size(), at - load.size() - 1) : std::string{};
}

class Cpp : public Backend {
 public:
  Side side() const override { return Side::host; }
  std::string_view runtime() const override { return "gradc"; }
  std::int64_t alignment() const override { return 64; }
  std::string data(const Place& place, const std::string&) const override { return data_of(place); }
  std::string made(const Place& place, const std::string& extents, const std::string&) const override {
    return fmt::format("gradc::resized({}, {})", place.expression, extents);
  }

  std::string first_includes(bool has_kernels) const override {
    return std::string("#include <gradc/detail/strict.h>") + (has_kernels ? "\n#include <gradc/detail/kernel.h>" : "");
  }
  std::string returning_form(const Signature& s) const override {
    Emitter out;
    out(R"(
        $head$
          $result$ $out$;
          gradc::Workspace $workspace$;
          $name$($arguments$);
          return $out$;
        }
        )",
        {{"head", parameter_list(s.result + " " + s.name + "(", s.parameters, ") {")},
         {"result", s.result},
         {"out", s.out},
         {"workspace", s.workspace},
         {"name", s.name},
         {"arguments", argument_list(filling_parameters(s, runtime()))}});
    return out.text();
  }

  std::string storage_type(ElementType element) const override { return cpp_element(element); }
  std::string compute_type(ElementType element) const override {
    return is_half(element) ? "float" : cpp_element(element);
  }

  std::string real_literal(ElementType element, double value) const override {
    if (ir::is_complex(element)) return fmt::format("{}({})", cpp_element(element), real_literal(ir::real_of(element), value));
    return element == ElementType::f64 ? shortest(value, "double", "")
                                       : shortest(static_cast<float>(value), "float", "f");
  }

  std::string integer_literal(ElementType element, std::int64_t value) const override {
    if (element == ElementType::boolean) return value != 0 ? "true" : "false";
    const std::string type = cpp_element(element);
    if ((value == std::numeric_limits<std::int64_t>::min() && element != ElementType::u64) ||
        (element == ElementType::i32 && value == std::numeric_limits<std::int32_t>::min()))
      return fmt::format("std::numeric_limits<{}>::min()", type);
    if (element == ElementType::i32) return fmt::to_string(value);
    if (ir::is_unsigned(element)) return fmt::format("{}{{{}u}}", type, static_cast<std::uint64_t>(value));
    return fmt::format("{}{{{}}}", type, value);
  }

  // To 16 bits it rounds, although the number goes on in 32.
  std::string convert(const std::string& expression, ElementType from, ElementType to) const override {
    if (is_half(to) && from != to) return load(store(convert(expression, from, ElementType::f32), to), to);
    if (compute_type(from) == compute_type(to)) return expression;
    if (to == ElementType::boolean)
      return fmt::format("({}) != {}", expression, ir::is_float(from) ? real_literal(from, 0) : "0");
    if (ir::is_complex(to) && !ir::is_complex(from))
      return fmt::format("static_cast<{}>({})", compute_type(to), convert(expression, from, ir::real_of(to)));
    if (ir::is_float(from) && ir::is_integer(to))
      return fmt::format("gradc::scalar::to_integer<{}>({})", cpp_element(to), expression);
    return fmt::format("static_cast<{}>({})", compute_type(to), expression);
  }

  std::string load(const std::string& element, ElementType type) const override {
    return is_half(type) ? fmt::format("static_cast<float>({})", element) : element;
  }
  std::string store(const std::string& expression, ElementType type) const override {
    if (const std::string rounded = rounded_already(expression, type); !rounded.empty()) return rounded;
    return is_half(type) ? fmt::format("{}({})", cpp_element(type), expression) : expression;
  }

  void add_to(Emitter& out, const std::string& element, const std::string& value, ElementType type) const override {
    if (!is_half(type) && ir::is_differentiable(type)) {
      out("$element$ += $value$;", {{"element", element}, {"value", value}});
      return;
    }
    const std::string sum = is_half(type) ? fmt::format("{} + {}", load(element, type), value)
                                          : fmt::format("gradc::scalar::add({}, {})", element, value);
    out("$element$ = $sum$;", {{"element", element}, {"sum", store(sum, type)}});
  }

  std::string kernel_head(bool has_classes) const override {
    return has_classes ? "GRADC_CLASS_KERNEL static void" : "GRADC_KERNEL static void";
  }
  std::string kernel_pointer(ElementType element, bool is_written) const override {
    return fmt::format("{}{}* GRADC_RESTRICT", is_written ? "" : "const ", cpp_element(element));
  }
  std::string block_sum_type(ElementType element) const override {
    return fmt::format("gradc::kernels::BlockSum<{}>", cpp_element(element));
  }
  void open_loop(Emitter& out, const std::string& index, const std::string& first, const std::string& end) const override {
    out("for (std::int64_t $i$ = $first$; $i$ < $end$; ++$i$) {", {{"i", index}, {"first", first}, {"end", end}});
    out.indent();
  }
  void open_blocks(Emitter& out, const std::string& begin, const std::string& size, const std::string& first,
                   const std::string& end, std::int64_t most) const override {
    out("for (std::int64_t $begin$ = $first$; $begin$ < $end$; $begin$ += $most$) {",
        {{"begin", begin}, {"first", first}, {"end", end}, {"most", std::to_string(most)}});
    out.indent();
    out("const std::int64_t $size$ = $end$ - $begin$ < $most$ ? $end$ - $begin$ : $most$;",
        {{"size", size}, {"end", end}, {"begin", begin}, {"most", std::to_string(most)}});
  }
  void open_elements(Emitter&, const std::string&, const std::string&) const override { GRADC_CHECK(false); }
  void open_lanes(Emitter&, const std::string&, const std::string&, const std::string&, const std::vector<std::string>&,
                  const std::string&) const override {
    GRADC_CHECK(false);
  }
  std::string lanes_template() const override { return {}; }
  void call_in_lanes(Emitter&, const std::string&, const std::string&, int, const std::string&, const std::string&,
                     const std::vector<std::string>&) const override {
    GRADC_CHECK(false);
  }
  void close_loop(Emitter& out) const override {
    out.dedent();
    out("}");
  }

  std::string trips_type() const override { return "gradc::Trips"; }
  void call_in_parts(Emitter& out, const std::string&, const std::string& name, const std::string& trips, const std::string& cost,
                     const std::vector<std::string>& arguments) const override {
    std::vector<std::string> all{name, fmt::format("{{{}, {}}}", trips, cost)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    out("$call$", {{"call", wrapped("gradc::parallel(", all, ",", ");")}});
  }

  void open_parts(Emitter& out, const std::string& first, const std::string& last, const std::string& trips, const std::string& cost,
                  const std::vector<PartSum>& sums) const override {
    std::string parameters = fmt::format("std::int64_t {}, std::int64_t {}", first, last);
    for (const PartSum& sum : sums) parameters += fmt::format(", {}& {}", sum.type, sum.part);
    out("gradc::parallel_trips({$trips$, $cost$}, [&]($parameters$) {", {{"trips", trips}, {"cost", cost}, {"parameters", parameters}});
    out.indent();
  }
  void close_parts(Emitter& out, const std::vector<PartSum>& sums) const override {
    out.dedent();
    std::string names;
    for (const PartSum& sum : sums) names += ", " + sum.name;
    out("}$sums$);", {{"sums", names}});
  }

  void call_kernel(Emitter& out, const std::string&, std::string_view name, const std::string& geometry,
                   const std::vector<std::string>& arguments) const override {
    out("gradc::kernels::$name$($geometry$, $arguments$);",
        {{"name", name},
         {"geometry", geometry},
         {"arguments", fmt::format("{}", fmt::join(arguments, ", "))}});
  }
};

}  // namespace

const Backend& cpp_backend() {
  static const Cpp backend;
  return backend;
}

}  // namespace codegen
