#include "codegen/report/markup.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/text/emitter.h"

namespace codegen {
namespace {

// How many bytes of UTF-8 the text begins with, of one character; 0 where they are none.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Longer than it need be, one half of a pair, beyond the last, or no character.
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) || (first == 0xf0 && byte(1) < 0x90) ||
      (first == 0xf4 && byte(1) > 0x8f) || (first == 0xef && byte(1) == 0xbf && byte(2) >= 0xbe))
    return 0;
  return size;
}

}  // namespace

std::string escaped_html(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = character(text);
    const char c = text[0];
    if (size == 0)
      out += "\xef\xbf\xbd";
    else if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += text.substr(0, size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

std::string link_to(const Spot& spot) {
  if (spot.place.empty()) return "-";
  const std::string place = escaped_html(spot.place);
  return spot.line > 0 ? fmt::format("<a href=\"#L{}\">{}</a>", spot.line, place) : place;
}

std::string links_to(const std::vector<Spot>& spots) {
  std::string out;
  for (const Spot& spot : spots) out += (out.empty() ? "" : ", ") + link_to(spot);
  return out.empty() ? "-" : out;
}

Table::Table(std::string id, std::string caption, std::vector<std::string> columns)
    : id_(std::move(id)), caption_(std::move(caption)), columns_(std::move(columns)) {}

void Table::row(const std::string& id, const std::vector<std::string>& cells) {
  Emitter out;
  out.indent();
  out.indent();
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i)
    text += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", cells[i]) : fmt::format("<td>{}</td>", cells[i]);
  out("<tr$id$>$cells$</tr>", {{"id", id.empty() ? "" : fmt::format(" id=\"{}\"", id)}, {"cells", text}});
  rows_ += out.text();
}

std::string Table::text() const {
  std::string heads;
  for (const std::string& column : columns_) heads += fmt::format("<th scope=\"col\">{}</th>", escaped_html(column));
  Emitter out;
  out(R"(
      <div class="scroll" role="region" tabindex="0" aria-labelledby="$id$">
      <table>
      <caption id="$id$">$caption$</caption>
      <thead><tr>$heads$</tr></thead>
      <tbody>
      $rows$
      </tbody>
      </table>
      </div>
      )",
      {{"id", id_}, {"caption", escaped_html(caption_)}, {"heads", heads}, {"rows", rows_}});
  return out.text();
}

}  // namespace codegen
