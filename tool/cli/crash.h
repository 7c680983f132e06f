// What happens when gradc itself is at fault: a failed GRADC_CHECK, an abort, a stack overflow. The user is
// told that it is our defect, a reproducer is written, and the program ends with status 3. The one place with
// state of its own, because a signal handler can reach nothing else.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// Call once, first thing in main.
void install_crash_handlers(const std::vector<std::string>& command_line);

// What was being worked on, as named sections of the reproducer: "source", "module", "pipeline". A section of
// the same name is replaced.
void set_crash_section(std::string_view name, std::string_view text);

// The last section, made when the program fails and not before. It may fail itself: then the reproducer lacks it.
class LastCrashSection {
 public:
  LastCrashSection(std::string_view name, std::function<std::string()> text);
  ~LastCrashSection();
  LastCrashSection(const LastCrashSection&) = delete;
  LastCrashSection& operator=(const LastCrashSection&) = delete;
};

}  // namespace tool
