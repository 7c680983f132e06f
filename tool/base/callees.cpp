#include "tool/base/callees.h"

#include <cctype>

#include "ir/check.h"
#include "tool/base/nearest.h"
#include "tool/base/text.h"

namespace tool {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!trimmed(text).empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

CalleeParameter parse_parameter(std::string_view text) {
  CalleeParameter parameter;
  if (text.ends_with('?')) {
    parameter.optional = true;
    text.remove_suffix(1);
  }
  if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
    parameter.optional = true;
    const std::string given(text.substr(equals + 1));
    if (std::isalpha(static_cast<unsigned char>(given[0])) != 0)
      parameter.fallback_text = given;
    else
      parameter.fallback = std::stod(given);
    text = text.substr(0, equals);
  }
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    parameter.element_class = text.substr(colon + 1);
    text = text.substr(0, colon);
  }
  parameter.word = text;
  using Sort = CalleeParameter::Sort;
  parameter.sort = text.size() == 1 && text != "n"                              ? Sort::operand
                   : text == "xs"                                                ? Sort::operands
                   : text == "key"                                               ? Sort::key
                   : text == "effects"                                           ? Sort::effects
                   : std::isupper(static_cast<unsigned char>(text.front())) != 0 ? Sort::options
                                                                                 : Sort::named;
  return parameter;
}

// The opening parenthesis of the parameters; the name itself may end in `()` or `<`, as operators do.
CalleeForm parse_form(ir::Kind kind, std::string_view text) {
  const std::size_t open = text.rfind('('), close = text.rfind(')');
  GRADC_CHECK(open != std::string_view::npos && close != std::string_view::npos && open < close);
  CalleeForm form{kind, std::string(text.substr(0, open)), {}, {}, {}};
  if (const std::string_view rest = text.substr(close + 1); !rest.empty()) {
    GRADC_CHECK(rest.front() == '.');
    form.member = rest.substr(1);
  }
  if (form.name.ends_with('>') && form.name.find("operator") == std::string::npos) {
    const std::size_t angle = form.name.find('<');
    for (std::string_view word : split(std::string_view(form.name).substr(angle + 1, form.name.size() - angle - 2), ','))
      form.template_attributes.emplace_back(word);
    form.name.resize(angle);
  }
  for (std::string_view parameter : split(text.substr(open + 1, close - open - 1), ','))
    form.parameters.push_back(parse_parameter(parameter));
  return form;
}

}  // namespace

std::string tag_text(std::string_view class_name) {
  return class_name == "Averaged"    ? "mean"
         : class_name == "Summed"    ? "sum"
         : class_name == "Unreduced" ? "none"
         : class_name == "Largest"   ? "max"
                                     : "";
}

Callees::Callees() {
  const auto table = ir::op_table();
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::string_view text : split(table[i].info.cpp, ';')) {
      CalleeForm form = parse_form(static_cast<ir::Kind>(i), text);
      forms_[form.name].push_back(form);
    }
}

const std::vector<CalleeForm>* Callees::find(std::string_view name) const {
  const auto found = forms_.find(name);
  return found == forms_.end() ? nullptr : &found->second;
}

std::vector<std::string> Callees::nearest_to(std::string_view name) const {
  std::vector<std::string> names;
  for (const auto& [known, forms] : forms_)
    if (known.starts_with("gradc::") && known.find("operator") == std::string::npos) names.push_back(known);
  return nearest(name, names);
}

}  // namespace tool
