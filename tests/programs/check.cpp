// Programs through gradc and the compiler, many to a file. Where a file fails as a whole, the programs that it names
// are blamed and the others tried again without them; where it names none, halves are tried.
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "program.h"

namespace programs {
namespace {

namespace fs = std::filesystem;

using Indices = std::vector<std::size_t>;

class Checker {
 public:
  Checker(const std::vector<Program>& programs, const Bench& bench) : bench_(bench), folder_(bench.folder), out_(programs.size()) {
    for (std::size_t i = 0; i < programs.size(); ++i) programs_.push_back(renamed(programs[i], "f" + std::to_string(i)));
  }

  std::vector<Outcome> run() {
    Indices all;
    for (std::size_t i = 0; i < programs_.size(); ++i) all.push_back(i);
    check(all);
    return out_;
  }

 private:
  void check(const Indices& some) {
    if (some.empty()) return;
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write(some);
    if (!generate(some)) return;
    count_kept(some);
    const std::string plain = (bench_.compiler.empty() ? GRADC_TEST_COMPILER : bench_.compiler) +
                              " -std=c++17 -O0 -I . -I " GRADC_TEST_INCLUDE " -I " GRADC_TEST_PROGRAMS " -D_GLIBCXX_ASSERTIONS ";
    const std::string flags = plain + "-fsanitize=address,undefined -fno-sanitize-recover=all ";
    if (!bench_.plain && !compiles(some, flags + "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-tautological-overlap-compare -Werror -c programs.grad.cpp")) return;
    if (!compiles(some, (bench_.strict ? flags : plain) + "-w -c check.cpp")) return;
    const std::string link = flags + "*.o " GRADC_TEST_HARNESS " " GRADC_TEST_RUNTIME " -o program";
    if (shell(link) != 0) return divide(some, Outcome::does_not_compile, "link", log());
    execute(some);
  }

  void write(const Indices& some) {
    std::ofstream header(folder_ / "programs.h"), source(folder_ / "programs.cpp"), main(folder_ / "check.cpp");
    header << "#pragma once\n#include \"state.h\"\n";
    main << "#include \"items.h\"\n" << (bench_.plain ? "#define PLAIN\n#include \"programs.h\"\n" : "#include \"programs.grad.h\"\n")
         << "#include \"programs.cpp\"\nnamespace traced {\n";
    std::string text = "#include \"programs.h\"\n";
    ends_.clear();
    std::string checks, calls;
    for (const std::size_t i : some) {
      header << print_declaration(programs_[i]);
      text += "\n" + print(programs_[i]);
      ends_.push_back(static_cast<int>(std::count(text.begin(), text.end(), '\n')));
      // Under other names, because arguments find the functions of their own namespace too.
      main << print(renamed(programs_[i], "traced_f" + std::to_string(i)), true);
      checks += print_check(programs_[i]);
      calls += "  if (first <= " + std::to_string(i) + ") check_f" + std::to_string(i) + "();\n";
    }
    source << text;
    main << "}\n" << checks << "int main(int, char** args) {\n  const int first = std::atoi(args[1]);\n" << calls << "}\n";
  }

  // Functions of the user that are there as such.
  void count_kept(const Indices& some) {
    for (const std::size_t i : some) out_[i].kept = 0;
    std::ifstream in(folder_ / "programs.grad.cpp");
    static const std::regex kept("^[a-z].*\\bf([0-9]+)_\\w*_inner\\(");
    std::smatch found;
    for (std::string line; std::getline(in, line);)
      if (std::regex_search(line, found, kept)) ++out_[std::stoul(found[1])].kept;
  }

  // Whether there is generated code for all.
  bool generate(const Indices& some) {
    if (bench_.plain) return true;
    const auto start = std::chrono::steady_clock::now();
    const int status = shell(GRADC_EXECUTABLE " programs.cpp -o . -- -std=c++17 -fopenmp -I . -I " GRADC_TEST_INCLUDE " -I " GRADC_TEST_PROGRAMS, 30);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    for (const std::size_t i : some) out_[i].seconds = took.count();
    if (status == 0 && !bench_.fault.empty()) shell("sed -i '" + bench_.fault + "' programs.grad.cpp");
    if (status == 0) return true;
    const std::string said = log();
    if (status != 1) return divide(some, Outcome::tool_failed, "", "exit status " + std::to_string(status) + "\n" + said), false;
    // Every problem stands at a line of its program.
    std::map<std::size_t, Outcome> blamed;
    static const std::regex error("programs\\.cpp:([0-9]+):[0-9]+: (fatal )?error: ([^\n]*)");
    for (std::sregex_iterator it(said.begin(), said.end(), error), end; it != end; ++it) {
      const int line = std::stoi((*it)[1]);
      std::size_t k = 0;
      while (k + 1 < ends_.size() && line > ends_[k]) ++k;
      Outcome& outcome = blamed[some[k]];
      const std::string text = (*it)[3];
      const std::size_t name = text.rfind('[');
      const bool ours = name != std::string::npos && text.back() == ']';
      if (outcome.kind == Outcome::agrees) outcome = {Outcome::refused, ours ? text.substr(name) : "", "", 0, 0, 0, 0, 0, 0};
      if (!ours) outcome.kind = Outcome::invalid;
      outcome.text += (*it)[0].str() + "\n";
    }
    blame(some, blamed, Outcome::refused, said);
    return false;
  }

  // Those blamed are done, and the others tried without them.
  void blame(const Indices& some, const std::map<std::size_t, Outcome>& blamed, Outcome::Kind kind, const std::string& said) {
    if (blamed.empty()) return divide(some, kind, "", said);
    Indices rest;
    for (const std::size_t i : some) {
      const auto it = blamed.find(i);
      if (it == blamed.end()) rest.push_back(i);
      else out_[i] = it->second;
    }
    check(rest);
  }

  void divide(const Indices& some, Outcome::Kind kind, const std::string& cause, const std::string& said) {
    if (some.size() == 1) {
      out_[some[0]] = {kind, cause, said.substr(0, 4000), 0, 0, 0, 0, 0, 0};
      return;
    }
    const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
    check(Indices(some.begin(), middle));
    check(Indices(middle, some.end()));
  }

  bool compiles(const Indices& some, const std::string& command) {
    if (shell(command) == 0) return true;
    const std::string said = log();
    const bool generated = command.find("grad.cpp") != std::string::npos;
    // The first error of each function, by the name of the function around its line.
    std::map<std::size_t, Outcome> blamed;
    static const std::regex error("(programs\\.grad\\.cpp|check\\.cpp|programs\\.cpp):([0-9]+):[0-9]+: error: ([^\n]*)");
    std::map<std::string, std::vector<std::string>> files;
    for (std::sregex_iterator it(said.begin(), said.end(), error), end; it != end; ++it) {
      std::vector<std::string>& lines = files[(*it)[1]];
      if (lines.empty()) {
        std::ifstream in(folder_ / (*it)[1].str());
        for (std::string line; std::getline(in, line);) lines.push_back(line);
      }
      static const std::regex name("^[A-Za-z].*\\b(check_|traced_)?f([0-9]+)_?[a-z0-9_]*\\(");
      std::smatch found;
      for (int k = std::min(std::stoi((*it)[2]), static_cast<int>(lines.size())) - 1; k >= 0; --k)
        if (std::regex_search(lines[static_cast<std::size_t>(k)], found, name)) break;
      if (found.empty()) continue;
      Outcome& outcome = blamed[std::stoul(found[2])];
      const bool ours = generated || std::string((*it)[3]).find("_gradient") != std::string::npos;
      if (outcome.kind == Outcome::agrees) outcome = {ours ? Outcome::does_not_compile : Outcome::invalid, "", "", 0, 0, 0, 0, 0, 0};
      outcome.text += (*it)[0].str() + "\n";
    }
    blame(some, blamed, generated ? Outcome::does_not_compile : Outcome::invalid, said);
    return false;
  }

  void execute(const Indices& some) {
    std::size_t first = some.front();
    while (true) {
      const int status = shell("ASAN_OPTIONS=detect_leaks=1 ./program " + std::to_string(first));
      std::istringstream lines(log());
      std::string line, stage;
      std::size_t current = first;
      bool done = true;
      while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string name, what;
        words >> name >> what;
        const bool about = name.size() > 1 && name[0] == 'f' && name.find_first_not_of("0123456789", 1) == std::string::npos;
        if (!about) {
          if (!done) out_[current].text += line + "\n";
          continue;
        }
        current = std::stoul(name.substr(1));
        Outcome& outcome = out_[current];
        done = what == "done";
        if (done) words >> outcome.compared >> outcome.passed_over >> outcome.extents_of_0 >> outcome.extents_of_1;
        else if (what == "threw") outcome.kind = Outcome::threw, outcome.cause = stage, outcome.text += line + "\n", done = true;
        else if (what == "wrong") outcome.kind = line.find("a defect of these") == std::string::npos ? Outcome::wrong : Outcome::invalid, outcome.text += line + "\n";
        else if (what == "at") outcome.text += line + "\n";
        else stage = line.substr(name.size() + 1);
      }
      if (status == 0) return;
      out_[current].kind = stage == "plain" ? Outcome::invalid : Outcome::crashed;
      out_[current].cause = stage;
      out_[current].text = "status " + std::to_string(status) + " in " + stage + "\n" + out_[current].text.substr(0, 3000);
      const auto next = std::upper_bound(some.begin(), some.end(), current);
      if (next == some.end()) return;
      first = *next;
    }
  }

  int shell(const std::string& command, int seconds = 300) const {
    const int status = std::system(("cd '" + folder_.string() + "' && timeout " + std::to_string(seconds) + " sh -c '" + quoted(command) + "' >log.txt 2>&1").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  static std::string quoted(const std::string& text) {
    std::string out;
    for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out;
  }
  std::string log() const {
    std::stringstream text;
    text << std::ifstream(folder_ / "log.txt").rdbuf();
    return text.str();
  }

  const Bench& bench_;
  fs::path folder_;
  std::vector<Program> programs_;
  std::vector<Outcome> out_;
  std::vector<int> ends_;  // the last line of each program in the source
};

}  // namespace

const char* name_of(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::agrees: return "agrees";
    case Outcome::invalid: return "is no valid program";
    case Outcome::refused: return "is refused";
    case Outcome::tool_failed: return "makes gradc fail";
    case Outcome::does_not_compile: return "gives code that does not compile";
    case Outcome::crashed: return "crashes";
    case Outcome::threw: return "throws";
    case Outcome::wrong: return "gives wrong numbers";
  }
  return "";
}

std::vector<Outcome> check(const std::vector<Program>& programs, const Bench& bench) {
  return Checker(programs, bench).run();
}

}  // namespace programs
