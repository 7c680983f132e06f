#include "codegen/cuda/cuda.h"

#include <fmt/format.h>

#include "codegen/cpp/cpp.h"
#include "codegen/analysis/side.h"
#include "codegen/interface/place.h"
#include "codegen/text/declaration.h"
#include "codegen/text/emitter.h"
#include "ir/check.h"

namespace codegen {
namespace {

using ir::ElementType;

// The language is that of C++; what differs is where kernels run.
class Cuda : public Backend {
 public:
  Side side() const override { return Side::device; }
  std::string_view runtime() const override { return "gradc::cuda"; }
  std::int64_t alignment() const override { return 256; }
  std::string data(const Place& place, const std::string& stream) const override {
    return fmt::format("gradc::cuda::data({}, {}, {})", place.expression, quoted(place.expression), stream);
  }
  std::string made(const Place& place, const std::string& extents, const std::string& stream) const override {
    if (place.form == CppValue::Form::scalar) return fmt::format("gradc::cuda::resized({}, {})", place.expression, stream);
    return fmt::format("gradc::cuda::resized({}, {}, {})", place.expression, extents, stream);
  }

  std::string first_includes(bool) const override { return "#include <gradc/cuda/device.h>"; }
  std::string returning_form(const Signature& s) const override {
    std::vector<Formal> waiting = s.parameters;
    waiting.push_back({"gradc::cuda::Workspace&", s.workspace});
    Emitter out;
    out(R"(
        $head$
          $result$ $out$;
          $name$($arguments$);
          return $value$;
        }
        )",
        {{"head", parameter_list(s.device.result + " " + s.name + "(", waiting, ") {")},
         {"result", s.result},
         {"out", s.out},
         {"name", s.name},
         {"arguments", argument_list(filling_parameters(s, runtime()))},
         {"value", s.device.value.empty() ? s.out : s.device.value}});
    if (!s.device.is_alone) return out.text();
    out.blank_line();
    out(R"(
        $head$
          gradc::cuda::Stream $stream$;
          gradc::cuda::Workspace $workspace$($stream$);
          return $name$($arguments$);
        }
        )",
        {{"head", parameter_list(s.device.result + " " + s.name + "(", s.parameters, ") {")},
         {"stream", s.workspace + "_stream"},
         {"workspace", s.workspace},
         {"name", s.name},
         {"arguments", argument_list(waiting)}});
    return out.text();
  }

  std::string storage_type(ElementType element) const override { return cpp_.storage_type(element); }
  std::string compute_type(ElementType element) const override { return cpp_.compute_type(element); }
  std::string real_literal(ElementType element, double value) const override { return cpp_.real_literal(element, value); }
  std::string integer_literal(ElementType element, std::int64_t value) const override { return cpp_.integer_literal(element, value); }
  std::string convert(const std::string& expression, ElementType from, ElementType to) const override {
    return cpp_.convert(expression, from, to);
  }
  std::string load(const std::string& element, ElementType type) const override { return cpp_.load(element, type); }
  std::string store(const std::string& expression, ElementType type) const override { return cpp_.store(expression, type); }
  void add_to(Emitter& out, const std::string& element, const std::string& value, ElementType type) const override {
    cpp_.add_to(out, element, value, type);
  }
  void open_loop(Emitter& out, const std::string& index, const std::string& first, const std::string& end) const override {
    cpp_.open_loop(out, index, first, end);
  }
  void close_loop(Emitter& out) const override { cpp_.close_loop(out); }
  std::string trips_type() const override { return "std::int64_t"; }

  std::string kernel_head(bool) const override { return "static __global__ void"; }
  std::string kernel_pointer(ElementType element, bool is_written) const override {
    return fmt::format("{}{}* __restrict__", is_written ? "" : "const ", cpp_element(element));
  }
  void open_elements(Emitter& out, const std::string& element, const std::string& count) const override {
    out("for (std::int64_t $element$ = gradc::cuda::first(); $element$ < $count$; $element$ += gradc::cuda::step()) {",
        {{"element", element}, {"count", count}});
    out.indent();
  }
  void open_lanes(Emitter& out, const std::string& element, const std::string& begin, const std::string& count,
                  const std::vector<std::string>& pointers, const std::string& declared) const override {
    std::vector<std::string> aligned;
    for (const std::string& pointer : pointers) aligned.push_back(fmt::format("{0} = gradc::cuda::aligned<kLanes>({0})", pointer));
    out("$aligned$", {{"aligned", wrapped("", aligned, ",", ";")}});
    out("for (std::int64_t $begin$ = kLanes * gradc::cuda::first(); $begin$ < $count$; $begin$ += kLanes * gradc::cuda::step()) {",
        {{"begin", begin}, {"count", count}});
    out.indent();
    if (!declared.empty()) out("$declared$", {{"declared", declared}});
    out("GRADC_UNROLL for (std::int64_t $element$ = $begin$; $element$ < $begin$ + kLanes; ++$element$) {",
        {{"begin", begin}, {"element", element}});
    out.indent();
  }
  std::string lanes_template() const override { return "template <int kLanes>"; }
  void call_in_lanes(Emitter& out, const std::string& stream, const std::string& name, int lanes, const std::string& count,
                     const std::string& row, const std::vector<std::string>& arguments) const override {
    const std::string rows = row.empty() ? count : fmt::format("{{{}, {}}}", count, row);
    std::vector<std::string> all{stream, fmt::format("{}<{}>", name, lanes), name + "<1>", rows};
    all.insert(all.end(), arguments.begin(), arguments.end());
    out("$call$", {{"call", wrapped(fmt::format("gradc::cuda::launch_in_lanes<{}>(", lanes), all, ",", ");")}});
  }
  void call_in_parts(Emitter& out, const std::string& stream, const std::string& name, const std::string& trips, const std::string&,
                     const std::vector<std::string>& arguments) const override {
    std::vector<std::string> all{stream, name, trips};
    all.insert(all.end(), arguments.begin(), arguments.end());
    out("$call$", {{"call", wrapped("gradc::cuda::launch(", all, ",", ");")}});
  }
  void call_kernel(Emitter& out, const std::string& stream, std::string_view name, const std::string& geometry,
                   const std::vector<std::string>& arguments) const override {
    std::vector<std::string> all{stream, geometry};
    all.insert(all.end(), arguments.begin(), arguments.end());
    out("$call$", {{"call", wrapped(fmt::format("gradc::cuda::kernels::{}(", name), all, ",", ");")}});
  }

  // A thread computes one element after another, and sums are kernels of the runtime: no kernel of a plan for a device has blocks.
  std::string block_sum_type(ElementType) const override { return unreachable(); }
  void open_blocks(Emitter&, const std::string&, const std::string&, const std::string&, const std::string&, std::int64_t) const override {
    unreachable();
  }
  void open_parts(Emitter&, const std::string&, const std::string&, const std::string&, const std::string&,
                  const std::vector<PartSum>&) const override {
    unreachable();
  }
  void close_parts(Emitter&, const std::vector<PartSum>&) const override { unreachable(); }

 private:
  static std::string unreachable() {
    GRADC_CHECK(false);
    return {};
  }

  const Backend& cpp_ = cpp_backend();
};

}  // namespace

const Backend& cuda_backend() {
  static const Cuda backend;
  return backend;
}

}  // namespace codegen
