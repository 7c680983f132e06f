// Steps that go over rows of tensors together: a lambda for a block of rows, with pointers to what lies there of each tensor.
#include <fmt/format.h>

#include "codegen/kernel/make.h"
#include "codegen/text/statements/checks.h"
#include "codegen/text/statements/steps.h"
#include "codegen/text/statements/values.h"

namespace codegen {
namespace {

constexpr int kCostOfLine = 4;  // of an element, for threads

class Rows {
 public:
  Rows(Frame& frame, ir::BlockId block, const RowSteps& rows) : frame_(frame), block_(block), rows_(rows) {}

  void write(Emitter& out, Commentator& comment) {
    prepare(out);
    const std::string blocks = frame_.names().fresh("blocks");
    out("const gradc::RowBlocks $blocks$($rows$, $most$, $least$, $cost$);", {{"blocks", blocks},
                                                                              {"rows", frame_.extents.text(rows_.rows)},
                                                                              {"most", frame_.extents.text(rows_.most)},
                                                                              {"least", fmt::to_string(rows_.least)},
                                                                              {"cost", frame_.extents.text(cost())}});
    frame_.enter();
    const std::string name = frame_.names().fresh("rows"), symbol = name + " of " + blocks;
    frame_.extents.name(symbol, name + ".count");
    Emitter statements, body;
    {
      OpenRows open{rows_, ir::Extent::symbol(symbol), {}};
      name_memory(open, name);
      frame_.rows = &open;
      for (std::size_t s = rows_.first; s < rows_.end; ++s) write_step(step(s), statements, comment);
      frame_.rows = nullptr;
    }
    declare_memory(statements.text(), body);
    body("$statements$", {{"statements", statements.text()}});
    for (const RowSteps::Sum& sum : rows_.sums)
      if (!sum.width) body("$rows$.add($width$, $sums$);", {{"rows", name}, {"width", width_of(sum)}, {"sums", frame_.buffer_name(sum.blocks)}});
    frame_.extents.forget(symbol);
    const std::string text = frame_.leave(body.text());
    out("$blocks$.run([&](const gradc::RowBlock& $rows$) {", {{"blocks", blocks}, {"rows", name}});
    out.indent();
    out("$text$", {{"text", text}});
    out.dedent();
    out("});");
    for (const RowSteps::Sum& sum : rows_.sums) write_total(sum, blocks, out);
  }

 private:
  const Step& step(std::size_t s) const { return frame_.plan[block_].steps[s]; }
  std::string width_of(const RowSteps::Sum& sum) const { return frame_.extents.text(ir::product(frame_.type(sum.value).extents)); }

  void write_total(const RowSteps::Sum& sum, const std::string& blocks, Emitter& out) {
    const std::string& sums = frame_.buffer_name(sum.blocks);
    const ir::ElementType element = frame_.type(sum.value).element;
    if (sum.width) {
      const std::string count = sum.count ? " / " + frame_.backend.convert(frame_.extents.text(*sum.count), ir::ElementType::i64, element) : "";
      out("const $type$ $name$ = $blocks$.total($width$, $sums$)$count$;", {{"type", frame_.backend.storage_type(element)},
                                                                            {"name", frame_.declare(sum.value)},
                                                                            {"blocks", blocks},
                                                                            {"width", frame_.extents.text(*sum.width)},
                                                                            {"sums", sums},
                                                                            {"count", count}});
      return;
    }
    out("$blocks$.$total$($width$, $sums$, $to$$count$);", {{"blocks", blocks},
                                                            {"total", sum.count ? "mean" : "total"},
                                                            {"width", width_of(sum)},
                                                            {"sums", sums},
                                                            {"to", frame_.pointer(sum.value)},
                                                            {"count", sum.count ? ", " + frame_.extents.text(*sum.count) : ""}});
  }

  // What is done once comes before.
  void prepare(Emitter& out) {
    for (std::size_t s = rows_.first; s < rows_.end; ++s) {
      for (ir::OpId id : step(s).ops) {
        const ir::Op& op = frame_.function[id];
        check_results(frame_, op, out);
        if (ir::definition(op.kind).info.may_fail && step(s).form == Step::Form::kernel)
          write_elements_check(frame_, op, out);
        for (ir::ValueId result : op.results)
          if (frame_.has_memory(result)) settle(frame_, frame_.memory_of(result), out);
      }
      write_rooms(frame_, step(s).first, step(s).first, out);
    }
  }

  // Of a row, in additions.
  ir::Extent cost() const {
    ir::Extent all = 0;
    for (std::size_t s = rows_.first; s < rows_.end; ++s) {
      const bool is_loop = step(s).form == Step::Form::loop;
      const ir::Shape& shape = is_loop ? step(s).shape : frame_.type(frame_.function[step(s).ops[0]].operands[0]).extents;
      const ir::Shape row(shape.begin() + static_cast<std::ptrdiff_t>(rows_.leading_axes(shape)), shape.end());
      all = all + ir::product(row) * ir::Extent(is_loop ? make_kernel(frame_, step(s)).cost() : kCostOfLine);
    }
    return all;
  }

  void write_step(const Step& step, Emitter& out, Commentator& comment) {
    comment(out, step.ops);
    if (step.form == Step::Form::loop)
      write_loop(frame_, step, out);
    else
      write_kernel(frame_, frame_.function[step.ops[0]], out);
  }

  struct Part {
    std::string type, name, source;
    int buffer;
    bool is_of(const Part& other) const { return source == other.source || (buffer >= 0 && buffer == other.buffer); }
  };

  // Of what lies in one place one name. The buffer, where it is one that is written.
  std::string part_of(ir::ValueId root, int buffer, const std::string& memory, const std::string& wish, const std::string& first,
                      const ir::Extent& width) {
    const std::string place = width == ir::Extent(1) ? first : fmt::format("{} * {}", first, frame_.extents.sizes().stride(width));
    Part part{fmt::format("{}{}*", buffer >= 0 ? "" : "const ", cpp_element(frame_.type(root).element)), {}, fmt::format("{} + {}", memory, place), buffer};
    const auto known = std::find_if(parts_.begin(), parts_.end(), [&](const Part& each) { return each.is_of(part); });
    if (known != parts_.end()) return known->name;
    part.name = frame_.names().fresh(wish + "_block");
    parts_.push_back(part);
    return part.name;
  }
  void name_memory(OpenRows& open, const std::string& name) {
    for (const auto& [root, width] : rows_.widths) {
      const int buffer = frame_.plan.home[root.at()] == Home::buffer ? frame_.memory_of(root) : kForeign;
      const bool is_of_blocks = buffer >= 0 && frame_.plan.buffers[static_cast<std::size_t>(buffer)].is_of_blocks;
      const std::string memory = frame_.pointer(root);
      const std::string wish = buffer >= 0 && is_word(memory) ? memory : frame_.element_name(root);
      open.memory[root] = part_of(root, buffer, memory, wish, name + (is_of_blocks ? ".place" : ".first"), width);
    }
    for (const RowSteps::Sum& sum : rows_.sums)
      if (const std::string& sums = frame_.buffer_name(sum.blocks); sum.width)
        open.memory[sum.value] = fmt::format("{}, {}, {}", name, frame_.extents.text(*sum.width), sums);
      else
        open.memory[sum.value] = part_of(sum.value, sum.blocks, sums, frame_.element_name(sum.value) + "_of", name + ".sum",
                                         ir::product(frame_.type(sum.value).extents));
  }
  void declare_memory(const std::string& text, Emitter& out) const {
    for (const Part& part : parts_)
      if (mentions(text, part.name)) out("$type$ const $name$ = $source$;", {{"type", part.type}, {"name", part.name}, {"source", part.source}});
  }

  Frame& frame_;
  ir::BlockId block_;
  const RowSteps& rows_;
  std::vector<Part> parts_;
};

}  // namespace

void write_rows(Frame& frame, ir::BlockId block, const RowSteps& rows, Emitter& out, Commentator& comment) {
  Rows(frame, block, rows).write(out, comment);
}

}  // namespace codegen
