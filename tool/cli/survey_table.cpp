#include "tool/cli/survey_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tool/base/diagnostic.h"
#include "tool/base/refusal.h"

namespace tool {
namespace {

using Fate = Tried::Fate;

// Which hole of a text, as they follow in it, says what it is about. Of the others the name says it: their holes are names of variables.
struct SubjectRow {
  std::string_view name;
  std::size_t hole;
};
constexpr SubjectRow kSubjects[] = {
    {"dynamic_memory", 0},  {"exception", 0},        {"jump", 0},
    {"lazy_variable", 1},   {"library_function", 0}, {"no_body", 0},
    {"openmp", 0},          {"parameter_by_reference", 2}, {"parameter_pointer", 2},
    {"reinterpretation", 0}, {"unknown_constant", 0}, {"unknown_member", 0},
    {"unknown_op", 0},      {"unsupported_cast", 0}, {"unsupported_expression", 0},
    {"unsupported_statement", 0}, {"virtual_call", 0}, {"volatile_access", 0},
    {"writable_global", 0},
};

const ir::DiagnosticRow* row_of(std::string_view name) {
  for (const auto* rows : {&front_end_rows(), &refusal_rows(), &ir::diagnostic_rows()})
    for (const ir::DiagnosticRow& row : *rows)
      if (row.name == name) return &row;
  return nullptr;
}

// Classes of the standard library without their arguments: what is not understood of one is of none.
std::string class_of(std::string type) {
  while (type.starts_with("const ")) type.erase(0, 6);
  const std::size_t arguments = type.find('<');
  if (type.starts_with("std::") && arguments != std::string::npos) type.erase(arguments);
  return type;
}

// Why a type is refused: the class that is not understood, at the end of whatever chain leads to it, or the reason without names.
std::string reason_of(const std::string& type, const std::string& why) {
  constexpr std::string_view kClass = "this class ";
  if (why.starts_with(kClass)) return class_of(type);
  if (const std::size_t end = why.find(": " + std::string(kClass)); end != std::string::npos) {
    const std::string before = why.substr(0, end);
    for (const std::string_view link : {" has type ", "it holds "})
      if (const std::size_t at = before.rfind(link); at != std::string::npos) return class_of(before.substr(at + link.size()));
  }
  std::string reason;
  bool in_name = false;
  for (const char c : why.substr(0, why.find("; "))) {
    const bool quote = c == '\'';
    // An apostrophe stands between letters.
    const bool is_apostrophe = quote && !in_name && !reason.empty() && reason.back() != ' ';
    if (quote && !is_apostrophe) reason += in_name ? "'" : "'...";
    if (quote && !is_apostrophe) in_name = !in_name;
    else if (!in_name) reason += c;
  }
  return reason;
}

std::string subject_of(const Obstacle& obstacle) {
  const auto* row = row_of(obstacle.name);
  const std::vector<std::string> holes = row ? holes_of(row->text, obstacle.text) : std::vector<std::string>();
  if (obstacle.name == "not_in_signature" && holes.size() == 4) return reason_of(holes[2], holes[3]);
  if (obstacle.name == "unsupported_type" && holes.size() == 3) return reason_of(holes[1], holes[2]);
  for (const SubjectRow& known : kSubjects)
    if (known.name == obstacle.name && known.hole < holes.size()) return class_of(holes[known.hole]);
  return {};
}

// Texts say what is wrong, then what to do; where one says only the first, the table of diagnostics knows the second.
std::pair<std::string, std::string> wrong_and_cure(const Obstacle& obstacle) {
  const std::size_t end = obstacle.text.find("; ");
  if (end != std::string::npos) return {obstacle.text.substr(0, end), obstacle.text.substr(end + 2)};
  const auto* row = row_of(obstacle.name);
  return {obstacle.text, row ? std::string(row->cure) : ""};
}

std::size_t count(const Survey& survey, Fate fate) {
  return static_cast<std::size_t>(
      std::count_if(survey.functions.begin(), survey.functions.end(), [&](const Tried& one) { return one.fate == fate; }));
}

std::string counted(std::size_t number, std::string_view what) { return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s"); }

std::string totals(const Survey& survey) {
  const std::size_t taken = count(survey, Fate::taken), refused = count(survey, Fate::refused), defects = count(survey, Fate::defect);
  const std::size_t nothing = count(survey, Fate::nothing), templates = count(survey, Fate::no_instance), tried = taken + refused + defects;
  const auto by_call = std::count_if(survey.functions.begin(), survey.functions.end(),
                                     [](const Tried& one) { return one.fate == Fate::taken && one.is_called; });
  std::string text = fmt::format("{} of {} can be differentiated", taken, counted(tried, "function"));
  if (tried > 0) text += fmt::format(" ({} %)", 100 * taken / tried);
  text += fmt::format(", in {}\n", counted(survey.read, "source"));
  if (by_call > 0)
    text += fmt::format("  {} of them in a free function that calls {}: members, operators, instances of templates\n", by_call, by_call == 1 ? "it" : "them");
  if (refused > 0) text += fmt::format("  {} refused\n", refused == 1 ? "1 is" : fmt::format("{} are", refused));
  if (defects > 0) text += fmt::format("  {} a defect of gradc\n", defects == 1 ? "1 meets" : fmt::format("{} meet", defects));
  if (nothing > 0) text += fmt::format("  beside them {} nothing to differentiate: no floating input, or no floating result\n", nothing == 1 ? "1 has" : fmt::format("{} have", nothing));
  if (templates > 0) text += fmt::format("  beside them {} no instance to try: none in these sources, or of a lambda\n", templates == 1 ? "1 template has" : fmt::format("{} templates have", templates));
  if (!survey.unread.empty()) text += fmt::format("  {} could not be read\n", counted(survey.unread.size(), "source"));
  if (survey.other_languages > 0) text += fmt::format("  {} no C++ and left out\n", survey.other_languages == 1 ? "1 source is" : fmt::format("{} sources are", survey.other_languages));
  return text;
}

std::string table_of_causes(const Survey& survey) {
  const std::vector<Cause> causes = causes_of(survey);
  if (causes.empty()) return {};
  std::string text =
      "\nwhat refuses them, by how many functions the cure frees (nothing else refuses these)\n"
      "  frees  refuses  places  cause\n";
  for (const Cause& cause : causes) {
    text += fmt::format("  {:5}  {:7}  {:6}  {}{}\n", cause.frees, cause.stops, cause.places, cause.name,
                        cause.subject.empty() ? "" : fmt::format(": {}", cause.subject));
    text += fmt::format("                          {}: {}\n", cause.place, cause.example);
    if (!cause.cure.empty()) text += fmt::format("                          cure: {}\n", cause.cure);
  }
  return text;
}

std::string word_of(const Tried& one) {
  switch (one.fate) {
    case Fate::taken:
      return one.kind;
    case Fate::refused:
      return "refused";
    case Fate::nothing:
      return "nothing";
    case Fate::no_instance:
      return "no instance";
    case Fate::defect:
      return "defect";
  }
  return {};
}

// In the order in which files were met first.
std::string functions_by_file(const Survey& survey) {
  std::vector<std::string> files;
  std::map<std::string, std::vector<const Tried*>> by_file;
  for (const Tried& one : survey.functions) {
    auto& list = by_file[one.file];
    if (list.empty()) files.push_back(one.file);
    list.push_back(&one);
  }
  std::string text;
  for (const std::string& file : files) {
    std::size_t taken = 0, tried = 0;
    std::string lines;
    for (const Tried* one : by_file[file]) {
      const bool counts = one->fate != Fate::nothing && one->fate != Fate::no_instance;
      tried += counts;
      taken += one->fate == Fate::taken;
      std::string why;
      std::set<std::string> names;
      for (const Obstacle& obstacle : one->obstacles)
        if (names.insert(obstacle.name).second) why += (why.empty() ? "  " : ", ") + obstacle.name;
      lines += fmt::format("  {:<11}  {}{}{}\n", word_of(*one), one->name, one->is_called && counts ? "  (called)" : "", why);
    }
    text += fmt::format("\n{}: {} of {}\n{}", file, taken, tried, lines);
  }
  return text;
}

}  // namespace

std::vector<std::string> holes_of(std::string_view pattern, std::string_view text) {
  std::vector<std::string_view> between;
  for (std::size_t open = pattern.find('{'); open != std::string_view::npos; open = pattern.find('{')) {
    between.push_back(pattern.substr(0, open));
    pattern.remove_prefix(pattern.find('}', open) + 1);
  }
  if (between.empty() || !text.starts_with(between.front())) return {};
  std::size_t at = between.front().size();
  std::vector<std::string> holes;
  for (std::size_t i = 1; i < between.size(); ++i) {
    const std::size_t end = text.find(between[i], at);
    if (end == std::string_view::npos) return {};
    holes.emplace_back(text.substr(at, end - at));
    at = end + between[i].size();
  }
  if (!text.ends_with(pattern) || at + pattern.size() > text.size()) return {};
  holes.emplace_back(text.substr(at, text.size() - pattern.size() - at));
  return holes;
}

std::vector<Cause> causes_of(const Survey& survey) {
  std::map<std::pair<std::string, std::string>, Cause> causes;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> places;
  for (const Tried& one : survey.functions) {
    std::set<std::pair<std::string, std::string>> stopped_by;
    for (const Obstacle& obstacle : one.obstacles) {
      const std::pair key(obstacle.name, subject_of(obstacle));
      Cause& cause = causes[key];
      if (cause.name.empty()) {
        const auto [wrong, cure] = wrong_and_cure(obstacle);
        cause = {obstacle.name, key.second, wrong, obstacle.place, cure};
      }
      places[key].insert(obstacle.place);
      stopped_by.insert(key);
    }
    for (const auto& key : stopped_by) {
      ++causes[key].stops;
      causes[key].frees += stopped_by.size() == 1;
    }
  }
  std::vector<Cause> sorted;
  for (auto& [key, cause] : causes) {
    cause.places = places[key].size();
    sorted.push_back(std::move(cause));
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const Cause& a, const Cause& b) { return std::pair(a.frees, a.stops) > std::pair(b.frees, b.stops); });
  return sorted;
}

std::string table_of(const Survey& survey, bool with_functions) {
  std::string text = totals(survey) + table_of_causes(survey);
  bool has_defects = false;
  for (const Tried& one : survey.functions) {
    if (one.fate != Fate::defect) continue;
    text += has_defects ? "" : "\ndefects of gradc, please report them\n";
    text += fmt::format("  {} at {}: {}\n", one.name, one.place, one.defect);
    has_defects = true;
  }
  if (!survey.unread.empty()) text += "\nnot read\n";
  // Errors of the source say where they are.
  for (const Unread& one : survey.unread) text += one.why.starts_with(one.path) ? fmt::format("  {}\n", one.why) : fmt::format("  {}: {}\n", one.path, one.why);
  if (with_functions) text += functions_by_file(survey);
  return text;
}

}  // namespace tool
