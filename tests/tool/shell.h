// Runs the built gradc in a folder of its own, as a user would from a shell. Separate from the tests of
// single parts, which call functions.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>

// Stands for <gradc/gradc.h>: what these tests need of it, so that they ask nothing of the runtime.
inline const std::string kGradcHeader = R"(#pragma once
#ifdef __GRADC__
#define GRADC_DIFFERENTIATE(...) __attribute__((annotate("gradc.differentiate", #__VA_ARGS__)))
#else
#define GRADC_DIFFERENTIATE(...)
#endif
)";

struct Outcome {
  int status = -1;
  std::string out, err;
};

class ShellTest : public testing::Test {
 protected:
  ShellTest() {
    std::string name = (std::filesystem::temp_directory_path() / "gradc-test-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    write("include/gradc/gradc.h", kGradcHeader);
  }
  ~ShellTest() override { std::filesystem::remove_all(dir_); }

  std::string path(const std::string& name) const { return (dir_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((dir_ / name).parent_path());
    std::ofstream(dir_ / name) << text;
  }
  std::string read(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(dir_ / name).rdbuf();
    return text.str();
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(dir_ / name); }

  static std::string quoted(const std::string& word) {
    std::string out = "'";
    for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
  }

  // `line` is for the shell; `$GRADC` is the program.
  Outcome shell(const std::string& line) const {
    const std::string command = "cd " + quoted(dir_.string()) + " && GRADC=" + quoted(GRADC_EXECUTABLE) +
                                " && { " + line + " ; } >.out 2>.err";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read(".out"), read(".err")};
  }
  Outcome gradc(const std::string& args) const { return shell("\"$GRADC\" " + args); }

  // Seconds of the processor that what was run has taken so far; the machine may have other work.
  static double spent() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
  }

  std::filesystem::path dir_;
};

// One function that asks for something the tool can give.
inline const std::string kModel = R"(#include <gradc/gradc.h>
namespace ns {
GRADC_DIFFERENTIATE(gradient, wrt(x))
float loss(float x) { return x * x; }
}
)";
