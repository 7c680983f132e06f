#include "well_formed.h"

#include <cctype>
#include <optional>

namespace {

class Reader {
 public:
  explicit Reader(const std::string& page) : s_(page) {}

  Markup run() {
    const std::string head = "<!DOCTYPE html>\n";
    if (s_.compare(0, head.size(), head) != 0) return fail("no doctype");
    at_ = head.size();
    bool has_root = false;
    while (at_ < s_.size() && out_.fault.empty()) {
      if (s_[at_] == '<') {
        if (open_.empty() && has_root && s_.compare(at_, 2, "</") != 0) return fail("a second root");
        has_root = true;
        tag();
      } else if (const auto c = character(); c && open_.empty() && *c != "\n") {
        return fail("text outside of the root");
      } else if (c) {
        out_.text += *c;
      }
    }
    if (out_.fault.empty() && !open_.empty()) return fail("not closed: " + open_.back());
    return std::move(out_);
  }

 private:
  Markup fail(const std::string& what) {
    if (out_.fault.empty()) out_.fault = what + " at byte " + std::to_string(at_) + ": " + s_.substr(at_, 60);
    return std::move(out_);
  }
  void note(const std::string& what) {
    if (out_.fault.empty()) out_.fault = what + " at byte " + std::to_string(at_) + ": " + s_.substr(at_, 60);
  }

  // One character of text, or what an entity stands for.
  std::optional<std::string> character() {
    const unsigned char c = static_cast<unsigned char>(s_[at_]);
    if (c < 0x20 && c != '\n' && c != '\t') return note("a control character"), std::nullopt;
    if (c == '<' || c == '>') return note("a bracket that is no tag"), std::nullopt;
    if (c != '&') return std::string(1, s_[at_++]);
    static const std::map<std::string, std::string> kEntities{{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}};
    for (const auto& [entity, meaning] : kEntities)
      if (s_.compare(at_, entity.size(), entity) == 0) return at_ += entity.size(), meaning;
    return note("an unknown entity"), std::nullopt;
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < s_.size() && (std::isalnum(static_cast<unsigned char>(s_[at_])) || s_[at_] == '-' || s_[at_] == ':')) ++at_;
    if (begin == at_) note("a name is missing");
    return s_.substr(begin, at_ - begin);
  }
  bool take(const std::string& text) {
    if (s_.compare(at_, text.size(), text) != 0) return false;
    at_ += text.size();
    return true;
  }

  void tag() {
    if (take("</")) {
      const std::string closed = name();
      if (!take(">")) return note("a tag that doesn't end");
      if (open_.empty() || open_.back() != closed) return note("closes what isn't open: " + closed);
      return open_.pop_back();
    }
    ++at_;
    Element element{name(), {}};
    while (out_.fault.empty() && take(" ")) attribute(element);
    const bool is_empty = take("/");
    if (!take(">")) return note("a tag that doesn't end");
    if (!is_empty) open_.push_back(element.name);
    const bool is_style = element.name == "style";
    out_.elements.push_back(std::move(element));
    if (is_style)
      while (at_ < s_.size() && s_[at_] != '<') ++at_;
  }

  void attribute(Element& element) {
    const std::string attribute = name();
    if (!take("=\"")) return note("an attribute without a quoted value");
    std::string value;
    while (at_ < s_.size() && s_[at_] != '"' && out_.fault.empty())
      if (const auto c = character()) value += *c;
    ++at_;
    if (attribute == "id" && !ids_.insert(value).second) note("a second id " + value);
    if (!element.attributes.emplace(attribute, value).second) note("a second attribute " + attribute);
  }

  const std::string& s_;
  std::size_t at_ = 0;
  Markup out_;
  std::vector<std::string> open_;
  std::set<std::string> ids_;
};

}  // namespace

Markup read_markup(const std::string& page) { return Reader(page).run(); }
