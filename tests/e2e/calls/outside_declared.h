// What no source of the library defines.
#pragma once

#include <string>

#ifdef __cplusplus
extern "C" {
#endif
void outside_report(const char* reason, const char* file, int line, int code);
#ifdef __cplusplus
}
#endif

namespace outside {

enum class Level : unsigned char { low = 1, high = 7 };

void log(Level level, const std::string& text, std::size_t count);
[[noreturn]] void stop(const std::string& text);

}  // namespace outside
