#include "tool/cli/crash.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/Support/Signals.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "ir/check.h"
#include "tool/base/options.h"

namespace tool {
namespace {

constexpr int kStatus = 3;

// Texts but the last are complete before anything fails: in a signal handler nothing may be allocated.
struct State {
  std::string reproducer;
  std::vector<std::pair<std::string, std::string>> sections;
  std::vector<std::pair<std::string, std::function<std::string()>>> last;  // the newest counts
  std::string file_name;
  std::string reason;
  bool is_ending = false;
};
State& state() {
  static State the_state;
  return the_state;
}

void put(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

// What fails, or waits for a lock that nobody gives back, ends the program as it was going to.
void put_last(int file) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGALRM}) std::signal(signal, [](int) { _exit(kStatus); });
  constexpr unsigned kSeconds = 30;
  alarm(kSeconds);
  const auto& [name, text] = state().last.back();
  const std::string all = fmt::format("==== {}\n{}\n", name, text());
  put(file, all);
}

[[noreturn]] void end() {
  State& s = state();
  if (std::exchange(s.is_ending, true)) _exit(kStatus);
  const int file = mkstemps(s.file_name.data(), static_cast<int>(std::strlen(".txt")));
  put(STDERR_FILENO, "gradc: internal error: ");
  put(STDERR_FILENO, s.reason.empty() ? std::string_view("the program crashed") : std::string_view(s.reason));
  put(STDERR_FILENO, "\ngradc: note: this is a defect in gradc, not in your source");
  if (file >= 0) {
    put(file, s.reproducer);
    put(STDERR_FILENO, "; please report it with the reproducer in ");
    put(STDERR_FILENO, s.file_name);
  }
  put(STDERR_FILENO, "\n");
  if (file >= 0 && !s.last.empty()) put_last(file);
  _exit(kStatus);
}

void on_failed_check(const char* file, int line, const char* condition) {
  state().reason = fmt::format("{}:{}: {} does not hold", file, line, condition);
  end();
}

}  // namespace

void install_crash_handlers(const std::vector<std::string>& command_line) {
  const char* folder = std::getenv("TMPDIR");
  state().file_name = fmt::format("{}/gradc-reproducer-XXXXXX.txt", folder && *folder ? folder : "/tmp");
  std::string words;
  for (const std::string& word : command_line) words += word + "\n";
  set_crash_section("version", kVersion);
  set_crash_section("command line, an argument a line", words);
  ir::set_crash_handler(on_failed_check);
  llvm::sys::AddSignalHandler([](void*) { end(); }, nullptr);
}

void set_crash_section(std::string_view name, std::string_view text) {
  auto& sections = state().sections;
  auto found = sections.begin();
  while (found != sections.end() && found->first != name) ++found;
  if (found == sections.end())
    sections.emplace_back(name, text);
  else
    found->second = text;
  std::string reproducer;
  for (const auto& [section, content] : sections)
    reproducer += fmt::format("==== {}\n{}\n", section, content);
  state().reproducer.swap(reproducer);
}

LastCrashSection::LastCrashSection(std::string_view name, std::function<std::string()> text) {
  state().last.emplace_back(name, std::move(text));
}
LastCrashSection::~LastCrashSection() { state().last.pop_back(); }

}  // namespace tool
