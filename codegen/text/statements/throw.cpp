// Exceptions of the user's, and statements that compute nothing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/analysis/effects.h"
#include "codegen/interface/location.h"
#include "codegen/text/statements/operand.h"
#include "codegen/text/statements/steps.h"

namespace codegen {
namespace {

// What makes the message: pieces of text, and numbers between them.
class Message {
 public:
  Message(Frame& frame, const ir::Op& op) : frame_(frame), op_(op) {
    const std::string place = place_name(frame.module, op.loc);
    if (op.attributes.get<std::string>("exception").empty() && !place.empty()) plain_ = place + ": ";  // one of gradc's
  }

  std::string text() {
    const std::string& text = op_.attributes.get<std::string>("text");
    for (std::size_t i = 0; i < text.size(); ++i) {
      if ((text[i] == '{' || text[i] == '}') && text[i + 1] == text[i]) {
        plain_ += text[i++];
      } else if (text[i] == '{') {
        const bool is_fixed = text[i + 1] == 'f';
        add_number(is_fixed);
        i += is_fixed ? 2 : 1;
      } else {
        plain_ += text[i];
      }
    }
    if (parts_.empty()) return literal(plain_);  // of no number
    end_plain();
    return fmt::format("gradc::message({})", fmt::join(parts_, ", "));
  }

 private:
  void end_plain() {
    if (!plain_.empty()) parts_.push_back(literal(plain_));
    plain_.clear();
  }
  void add_number(bool is_fixed) {
    const std::string number = frame_.stored_number(frame_.root(op_.operands[++numbers_]));
    end_plain();
    parts_.push_back(is_fixed ? fmt::format("std::to_string({})", number) : number);
  }

  Frame& frame_;
  const ir::Op& op_;
  std::size_t numbers_ = 0;  // the condition comes before them
  std::string plain_;
  std::vector<std::string> parts_;
};

// The statement with the numbers in it.
std::string performed(Frame& frame, const ir::Op& op) {
  const std::string& text = op.attributes.get<std::string>("text");
  std::string made;
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_number = text[i] == '{' && text[i + 1] == '}';
    if (is_number) made += frame.stored_number(frame.root(op.operands[numbers++]));
    else made += text[i];
    if (text[i] == '{' || text[i] == '}') ++i;
  }
  return made + ";";
}

// Who comes after it has done no more than before.
void keep_count(Frame& frame, const ir::Op& op) {
  if (!frame.unread_counts.contains(op.results[0])) frame.call(op.results[0], frame.stored_number(frame.root(op.operands.back())));
}

// Whether nothing comes after it; `condition` is that of a throw.
bool ends(const ir::Function& function, const ir::Op& op, ir::ValueId condition) {
  return is_throw(op) ? ir::known_integer(function, condition) == 1 : op.attributes.get_or<bool>("ends", false);
}

}  // namespace

void write_perform(Frame& frame, const ir::Op& op, Emitter& out) {
  out("$statement$", {{"statement", performed(frame, op)}});
  if (!ends(frame.function, op, {})) keep_count(frame, op);
}

void write_throw(Frame& frame, const ir::Op& op, Emitter& out) {
  const std::string& exception = op.attributes.get<std::string>("exception");
  const std::string text = op.attributes.find("text") ? Message(frame, op).text() : "";
  const ir::ValueId condition = frame.root(op.operands[0]);
  const bool always = ends(frame.function, op, condition);
  const std::string statement = exception.empty() ? fmt::format("gradc::fail_domain({});", text) : fmt::format("throw {}({});", exception, text);
  if (always)
    out("$statement$", {{"statement", statement}});
  else
    out("if ($condition$) $statement$", {{"condition", frame.number(condition).text}, {"statement", statement}});
  if (!always) keep_count(frame, op);
}

bool ends_by_throw(const Frame& frame, ir::BlockId block) {
  const std::vector<ir::OpId>& ops = frame.function[block].ops;
  return std::any_of(ops.begin(), ops.end(), [&](ir::OpId id) {
    const ir::Op& op = frame.function[id];
    return is_statement(op) && ends(frame.function, op, frame.root(op.operands[0]));
  });
}

}  // namespace codegen
