#include "tool/request/items.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "codegen/interface/kinds.h"
#include "tool/base/nearest.h"
#include "tool/base/text.h"

namespace tool {
namespace {

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool is_identifier(std::string_view word) {
  return !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) &&
         std::all_of(word.begin(), word.end(), is_word_char);
}

// `name`, or `name[0][1]`: the name and then the numbers.
bool append_part(std::string_view text, std::vector<std::string>& parts) {
  const std::size_t open = text.find('[');
  const std::string_view name = trimmed(text.substr(0, open));
  if (!is_identifier(name)) return false;
  parts.emplace_back(name);
  for (std::string_view rest = open == text.npos ? "" : text.substr(open); !rest.empty();) {
    const std::size_t close = rest.find(']');
    if (rest[0] != '[' || close == rest.npos) return false;
    const std::string_view digits = trimmed(rest.substr(1, close - 1));
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < 0) return false;
    parts.push_back(std::to_string(number));
    rest = trimmed(rest.substr(close + 1));
  }
  return true;
}

// `table` of `table as sparse`.
std::optional<std::string_view> without_sparse(std::string_view text) {
  for (const std::string_view word : {"sparse", "as"}) {
    if (!text.ends_with(word)) return std::nullopt;
    text.remove_suffix(word.size());
    if (text.empty() || !std::isspace(static_cast<unsigned char>(text.back()))) return std::nullopt;
    text = trimmed(text);
  }
  return text;
}

// `a b`, but not `a . b`: two words with nothing but blanks between them.
bool is_two_words(std::string_view text) {
  bool blank_after_word = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool blank = std::isspace(static_cast<unsigned char>(text[i]));
    if (blank_after_word && is_word_char(text[i])) return true;
    blank_after_word = blank && i > 0 && (blank_after_word || is_word_char(text[i - 1]));
  }
  return false;
}

std::string single_spaced(std::string_view text) {
  std::string out;
  for (char c : trimmed(text)) {
    const bool blank = std::isspace(static_cast<unsigned char>(c));
    if (!blank)
      out += c;
    else if (out.back() != ' ')
      out += ' ';
  }
  return out;
}

// A piece between commas that no parenthesis encloses: `word`, or `word(values)`.
struct Piece {
  std::string_view text;    // all of it, trimmed
  std::string_view head;    // before the parenthesis
  std::string_view values;  // between the parentheses
  bool has_values = false;
  std::size_t offset = 0;  // of `text`
  std::size_t values_offset = 0;
};

// The sum of products that an extent is; the symbol of an integer is its name with % before it.
class Formula {
 public:
  explicit Formula(std::string_view text) : rest_(text) {}

  // Null where the text is none.
  std::optional<ir::Extent> parse() {
    const ir::Extent all = sum();
    return good_ && next() == 0 ? std::optional(all) : std::nullopt;
  }

 private:
  char next() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0]))) rest_.remove_prefix(1);
    return rest_.empty() ? '\0' : rest_[0];
  }

  ir::Extent sum() {
    ir::Extent all = product();
    while (good_ && (next() == '+' || next() == '-')) {
      const bool adds = rest_[0] == '+';
      rest_.remove_prefix(1);
      const ir::Extent more = product();
      all = adds ? all + more : all - more;
    }
    return all;
  }

  ir::Extent product() {
    ir::Extent all = factor();
    while (good_ && next() == '*') {
      rest_.remove_prefix(1);
      all = all * factor();
    }
    return all;
  }

  ir::Extent factor() {
    if (next() == '(') {
      rest_.remove_prefix(1);
      const ir::Extent inner = sum();
      take(')');
      return inner;
    }
    next();
    std::size_t length = 0;
    while (length < rest_.size() && (is_word_char(rest_[length]) || rest_[length] == '.')) ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if ((word == "max" || word == "min") && next() == '(') return of_two(word == "max" ? ir::Extent::max : ir::Extent::min);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error == std::errc() && end == word.data() + word.size() && number < (std::int64_t{1} << 40)) return number;
    good_ = good_ && !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) && word[0] != '.';
    return ir::Extent::symbol(fmt::format("%{}", word));
  }

  bool take(char c) {
    good_ = good_ && next() == c;
    if (good_) rest_.remove_prefix(1);
    return good_;
  }

  ir::Extent of_two(ir::Extent (*op)(const ir::Extent&, const ir::Extent&)) {
    take('(');
    const ir::Extent a = sum();
    take(',');
    const ir::Extent b = sum();
    take(')');
    return op(a, b);
  }

  std::string_view rest_;
  bool good_ = true;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) { parsed_.items.text = single_spaced(text); }

  ParsedItems parse() {
    for (const Piece& piece : split(text_, 0)) item(piece);
    if (parsed_.items.kinds.empty() && parsed_.problems.empty())
      complain(DiagnosticId::missing_kind, 0, "gradient, vjp, jvp, hvp, hessian and jacobian");
    return std::move(parsed_);
  }

  ParsedLoop parse_loop() {
    LoopItems items;
    const std::vector<Piece> pieces = split(text_, 0);
    if (pieces.empty() && parsed_.problems.empty())
      complain(DiagnosticId::empty_item, 0, "GRADC_LOOP", "it takes relaxed and independent");
    for (const Piece& piece : pieces) loop_item(piece, items);
    return {items, std::move(parsed_.problems)};
  }

 private:
  template <class... Args>
  void complain(DiagnosticId id, std::size_t offset, const Args&... args) {
    parsed_.problems.push_back({id, offset, text_of(id, args...)});
  }

  // Splits at the commas outside parentheses. `base` is the offset of `list` in the whole text.
  std::vector<Piece> split(std::string_view list, std::size_t base) {
    std::vector<Piece> pieces;
    if (trimmed(list).empty()) return pieces;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
      const char c = i < list.size() ? list[i] : ',';
      if (c == '(') ++depth;
      if (c == ')' && --depth < 0) {
        complain(DiagnosticId::item_syntax, base + i, "')' without a '('");
        return pieces;
      }
      if (c != ',' || (depth > 0 && i < list.size())) continue;
      if (depth > 0) {
        complain(DiagnosticId::item_syntax, base + i, "missing ')'");
        return pieces;
      }
      add_piece(list.substr(begin, i - begin), base + begin, pieces);
      begin = i + 1;
    }
    return pieces;
  }

  void add_piece(std::string_view raw, std::size_t offset, std::vector<Piece>& pieces) {
    const std::string_view text = trimmed(raw);
    offset += text.empty() ? 0 : static_cast<std::size_t>(text.data() - raw.data());
    if (text.empty()) return complain(DiagnosticId::item_syntax, offset, "nothing before or after a comma");
    Piece piece{text, text, {}, false, offset, offset};
    const std::size_t open = text.find('(');
    if (open != std::string_view::npos && text.find('=') > open) {
      const std::size_t close = text.rfind(')');
      if (close + 1 != text.size())
        return complain(DiagnosticId::item_syntax, offset + close + 1, "missing ',' after ')'");
      piece.head = trimmed(text.substr(0, open));
      piece.values = text.substr(open + 1, close - open - 1);
      piece.has_values = true;
      piece.values_offset = offset + open + 1;
    }
    const std::string_view plain = without_sparse(piece.head).value_or(piece.head);
    if (is_two_words(plain) && plain.find('=') == std::string_view::npos)
      return complain(DiagnosticId::item_syntax, offset, "missing ','");
    pieces.push_back(piece);
  }

  void item(const Piece& piece);
  void loop_item(const Piece& piece, LoopItems& items);
  void unknown(const Piece& piece, const std::vector<std::string>& names, std::string_view where);
  void kind(Kind kind, const Piece& piece);
  void takes_no_values(const Piece& piece);
  std::vector<Path> paths(const Piece& piece, std::string_view none_hint);
  void as(const Piece& piece);
  void checkpoint(const Piece& piece);
  void target(const Piece& piece);
  void checkpoint_value(const Piece& value);
  void extents(const Piece& piece);
  template <class Value>
  void choice(const Piece& piece, const std::map<std::string_view, Value>& values, std::string_view list,
              Value& out);

  std::string_view text_;
  ParsedItems parsed_;
  std::set<std::string_view> seen_;
};

void Parser::item(const Piece& piece) {
  static const std::vector<std::string> kOthers = {"as",          "wrt",        "stop",  "unconnected",
                                                   "aggregation", "checkpoint", "target", "safe_where", "relaxed", "each", "extent"};
  for (const codegen::KindRow& row : codegen::requested_kinds())
    if (row.name == piece.head) return kind(row.kind, piece);
  if (std::find(kOthers.begin(), kOthers.end(), piece.head) == kOthers.end()) {
    std::vector<std::string> names;
    for (const codegen::KindRow& row : codegen::requested_kinds()) names.emplace_back(row.name);
    names.insert(names.end(), kOthers.begin(), kOthers.end());
    return unknown(piece, names, "the request");
  }
  if (!seen_.insert(piece.head).second)
    return complain(DiagnosticId::duplicate_item, piece.offset, piece.head);
  Items& items = parsed_.items;
  if (piece.head == "as") return as(piece);
  if (piece.head == "safe_where" || piece.head == "relaxed") {
    if (piece.has_values) return takes_no_values(piece);
    (piece.head == "relaxed" ? items.relaxed : items.safe_where) = true;
    return;
  }
  if (piece.head == "checkpoint") return checkpoint(piece);
  if (piece.head == "extent") return extents(piece);
  if (piece.head == "wrt") {
    items.wrt = paths(piece, "leave wrt out for every parameter that holds floating or complex values");
  } else if (piece.head == "stop") {
    items.stop = paths(piece, "name what to hold constant, or leave it out");
  } else if (piece.head == "each") {
    items.each = paths(piece, "name the parameters that each item has its own of");
    for (const Path& path : items.each)
      if (path.parts.size() > 1) complain(DiagnosticId::bad_value, path.offset, path.text(), "each", "names of parameters");
  } else if (piece.head == "unconnected") {
    choice<Unconnected>(
        piece, {{"error", Unconnected::error}, {"zero", Unconnected::zero}, {"none", Unconnected::none}},
        "error, zero or none", items.unconnected);
  } else if (piece.head == "aggregation") {
    choice<Aggregation>(piece,
                        {{"add_n", Aggregation::add_n},
                         {"tree", Aggregation::tree},
                         {"accumulate_n", Aggregation::accumulate_n}},
                        "add_n, tree or accumulate_n", items.aggregation);
  } else {
    target(piece);
  }
}

void Parser::unknown(const Piece& piece, const std::vector<std::string>& names, std::string_view where) {
  const std::vector<std::string> close = nearest(piece.head, names, 1);
  const std::string hint = close.empty() ? "" : fmt::format("; did you mean '{}'?", close.front());
  complain(DiagnosticId::unknown_item, piece.offset, piece.head, where, hint);
}

void Parser::loop_item(const Piece& piece, LoopItems& items) {
  if (piece.head == "checkpoint")
    return complain(DiagnosticId::unsupported_item, piece.offset, piece.head, " for a single loop; put checkpoint(...) into the request");
  if (piece.head == "fixed_point") return complain(DiagnosticId::unsupported_item, piece.offset, piece.head, "");
  if (piece.head != "relaxed" && piece.head != "independent") return unknown(piece, {"relaxed", "independent"}, "GRADC_LOOP");
  if (piece.has_values) return takes_no_values(piece);
  if (!seen_.insert(piece.head).second) return complain(DiagnosticId::duplicate_item, piece.offset, piece.head);
  (piece.head == "relaxed" ? items.relaxed : items.independent) = true;
}

void Parser::takes_no_values(const Piece& piece) {
  complain(DiagnosticId::item_syntax, piece.values_offset - 1,
           fmt::format("'(' after '{}', which takes no values,", piece.head));
}

void Parser::kind(Kind kind, const Piece& piece) {
  if (piece.has_values) return takes_no_values(piece);
  if (parsed_.items.asks_for(kind)) return complain(DiagnosticId::duplicate_item, piece.offset, piece.head);
  parsed_.items.kinds.push_back({kind, piece.offset});
}

std::vector<Path> Parser::paths(const Piece& piece, std::string_view none_hint) {
  std::vector<Path> list;
  if (trimmed(piece.values).empty()) {
    complain(DiagnosticId::empty_item, piece.offset, piece.head, none_hint);
    return list;
  }
  for (const Piece& value : split(piece.values, piece.values_offset)) {
    Path path{{}, value.offset};
    std::string_view rest = value.text;
    if (const auto plain = piece.head == "wrt" ? without_sparse(rest) : std::nullopt) {
      path.sparse = true;
      rest = *plain;
    }
    for (bool more = true; more;) {
      const std::size_t dot = rest.find('.');
      const std::string_view part = trimmed(rest.substr(0, dot));
      if (!append_part(part, path.parts)) {
        complain(DiagnosticId::bad_value, value.offset, value.text, piece.head,
                 piece.head == "wrt" ? "names of parameters, parts of them (a.b, a[0]) and labels, each perhaps 'as sparse'"
                                     : "names of parameters, parts of them (a.b, a[0]) and labels");
        break;
      }
      more = dot != std::string_view::npos;
      if (more) rest.remove_prefix(dot + 1);
    }
    const bool repeated =
        std::any_of(list.begin(), list.end(), [&](const Path& p) { return p.parts == path.parts; });
    if (repeated)
      complain(DiagnosticId::duplicate_item, value.offset, value.text);
    else
      list.push_back(std::move(path));
  }
  return list;
}

void Parser::as(const Piece& piece) {
  const std::string_view name = trimmed(piece.values);
  if (name.empty())
    return complain(DiagnosticId::empty_item, piece.offset, "as",
                    "give the name that replaces the function's");
  if (!is_identifier(name))
    return complain(DiagnosticId::bad_value, piece.values_offset, name, "as", "one name without namespaces");
  parsed_.items.as = name;
}

void Parser::extents(const Piece& piece) {
  constexpr std::string_view kValues = "pointer parameters with what they point to, as x = n * m, of numbers and integer parameters with + - * max and min";
  const std::vector<Piece> values = split(piece.values, piece.values_offset);
  if (trimmed(piece.values).empty()) complain(DiagnosticId::empty_item, piece.offset, "extent", fmt::format("it takes {}", kValues));
  for (const Piece& value : values) {
    const std::size_t equals = value.text.find('=');
    const std::string_view name = trimmed(value.text.substr(0, equals));
    const auto formula = equals == value.text.npos ? std::nullopt : Formula(value.text.substr(equals + 1)).parse();
    std::vector<PointerExtent>& all = parsed_.items.extents;
    if (!formula || !is_identifier(name))
      complain(DiagnosticId::bad_value, value.offset, value.text, "extent", kValues);
    else if (std::any_of(all.begin(), all.end(), [&](const PointerExtent& known) { return known.name == name; }))
      complain(DiagnosticId::duplicate_item, value.offset, name);
    else
      all.push_back({std::string(name), *formula, value.offset});
  }
}

template <class Value>
void Parser::choice(const Piece& piece, const std::map<std::string_view, Value>& values,
                    std::string_view list, Value& out) {
  const std::string_view name = trimmed(piece.values);
  if (name.empty())
    return complain(DiagnosticId::empty_item, piece.offset, piece.head, fmt::format("it takes {}", list));
  const auto found = values.find(name);
  if (found == values.end())
    return complain(DiagnosticId::bad_value, piece.values_offset, name, piece.head, list);
  out = found->second;
}

// A size in bytes such as `64MiB`; nothing where it is not one or does not fit.
std::optional<std::int64_t> parse_bytes(std::string_view text) {
  static const std::map<std::string_view, int> kShifts = {{"", 0},     {"B", 0},    {"KiB", 10},
                                                          {"MiB", 20}, {"GiB", 30}, {"TiB", 40}};
  std::size_t digits = 0;
  std::int64_t number = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits]))) {
    if (digits > 15) return std::nullopt;
    number = number * 10 + (text[digits++] - '0');
  }
  const auto shift = kShifts.find(trimmed(text.substr(digits)));
  if (digits == 0 || shift == kShifts.end()) return std::nullopt;
  if (number > (std::numeric_limits<std::int64_t>::max() >> shift->second)) return std::nullopt;
  return number << shift->second;
}

constexpr std::string_view kCheckpointValues =
    "none, speed, memory, marked, auto, budget = SIZE (as 64MiB) or names(a, b)";

void Parser::checkpoint_value(const Piece& value) {
  using Strategy = Checkpoint::Strategy;
  static const std::map<std::string_view, Strategy> kWords = {{"none", Strategy::none},
                                                              {"speed", Strategy::speed},
                                                              {"memory", Strategy::memory},
                                                              {"marked", Strategy::marked},
                                                              {"auto", Strategy::automatic}};
  Checkpoint& checkpoint = parsed_.items.checkpoint;
  const auto bad = [&] {
    complain(DiagnosticId::bad_value, value.offset, value.text, "checkpoint", kCheckpointValues);
  };
  const std::size_t equals = value.text.find('=');
  if (value.has_values) {
    if (value.head != "names") return bad();
    checkpoint.strategy = Strategy::names;
    for (const Path& path : paths(value, "name what to keep")) checkpoint.names.push_back(path.text());
  } else if (equals != std::string_view::npos) {
    const auto bytes = parse_bytes(trimmed(value.text.substr(equals + 1)));
    if (trimmed(value.text.substr(0, equals)) != "budget" || !bytes) return bad();
    checkpoint.strategy = Strategy::budget;
    checkpoint.budget_bytes = *bytes;
  } else {
    const auto word = kWords.find(value.text);
    if (word == kWords.end()) return bad();
    checkpoint.strategy = word->second;
  }
}

void Parser::checkpoint(const Piece& piece) {
  const std::size_t before = parsed_.problems.size();
  const std::vector<Piece> values = split(piece.values, piece.values_offset);
  if (parsed_.problems.size() > before) return;
  if (values.empty())
    return complain(DiagnosticId::empty_item, piece.offset, "checkpoint",
                    fmt::format("it takes {}", kCheckpointValues));
  if (values.size() > 1)
    return complain(DiagnosticId::bad_value, values[1].offset, piece.values, "checkpoint",
                    fmt::format("one of {}", kCheckpointValues));
  checkpoint_value(values.front());
}

void Parser::target(const Piece& piece) {
  constexpr std::string_view kValues = "cpu and cuda";
  const std::size_t before = parsed_.problems.size();
  const std::vector<Piece> values = split(piece.values, piece.values_offset);
  if (parsed_.problems.size() > before) return;
  if (values.empty()) return complain(DiagnosticId::empty_item, piece.offset, "target", fmt::format("it takes {}", kValues));
  Targets targets{false, false};
  for (const Piece& value : values) {
    if (value.text == "device") return complain(DiagnosticId::unsupported_item, value.offset, "target(device)", "");
    if (value.text != "cpu" && value.text != "cuda")
      return complain(DiagnosticId::bad_value, value.offset, value.text, "target", kValues);
    (value.text == "cpu" ? targets.cpu : targets.cuda) = true;
  }
  parsed_.items.targets = targets;
}

}  // namespace

ParsedItems parse_items(std::string_view text) { return Parser(text).parse(); }
ParsedLoop parse_loop_items(std::string_view text) { return Parser(text).parse_loop(); }

bool is_unsupported(const ItemProblem& problem) { return problem.id == DiagnosticId::unsupported_item; }

}  // namespace tool
