// 500 random functions: their VJPs, in one call and split, written as C++, compiled with all warnings as errors and
// the sanitizers, and run against the interpreter. GRADC_SEED changes the first seed, GRADC_COUNT how many.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>

#include "tests/random/written.h"

namespace random_test {
namespace {

namespace fs = std::filesystem;

constexpr int kBatch = 50;  // functions to a program

std::uint64_t number_from(const char* variable, std::uint64_t fallback) {
  const char* given = std::getenv(variable);
  return given ? std::strtoull(given, nullptr, 10) : fallback;
}

// The output of a command where it fails, else nothing.
std::string run(const std::string& command, const fs::path& folder) {
  const fs::path log = folder / "log.txt";
  if (std::system(("cd '" + folder.string() + "' && " + command + " >log.txt 2>&1").c_str()) == 0) return {};
  std::ifstream in(log);
  std::stringstream text;
  text << in.rdbuf();
  return command + "\n" + text.str();
}

TEST(RandomFunctions, GeneratedCodeAgreesWithTheInterpreter) {
  const std::uint64_t first = number_from("GRADC_SEED", 1);
  const int count = static_cast<int>(number_from("GRADC_COUNT", 500));
  std::cout << "GRADC_SEED=" << first << " GRADC_COUNT=" << count << '\n';
  int by_rows = 0;
  for (int done = 0; done < count; done += kBatch) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(done);
    const Written written = write_batch(seed, std::min(kBatch, count - done));
    const fs::path folder = fs::path(testing::TempDir()) / ("gradc_random_" + std::to_string(getpid()) + "_" + std::to_string(seed));
    fs::remove_all(folder);
    fs::create_directories(folder);
    std::ofstream(folder / "types.h") << written.types;
    std::ofstream(folder / "batch.grad.h") << written.header;
    std::ofstream(folder / "batch.grad.cpp") << written.source;
    std::ofstream(folder / "main.cpp") << written.main;
    const std::string compile = std::string(GRADC_TEST_COMPILER) + " -std=c++17 -O0 -I . -I " + GRADC_TEST_INCLUDE;
    const std::string checked = " -fsanitize=address,undefined -fno-sanitize-recover=all";
    ASSERT_EQ(run(compile + checked + " -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c batch.grad.cpp", folder), "")
        << "GRADC_SEED=" << seed;
    ASSERT_EQ(run(compile + " -c main.cpp", folder), "") << "GRADC_SEED=" << seed;
    ASSERT_EQ(run(compile + checked + " main.o batch.grad.o " + GRADC_TEST_RUNTIME + " -o program && ./program", folder), "")
        << "GRADC_SEED=" << seed << "; in " << folder;
    fs::remove_all(folder);
    constexpr std::string_view kRows = "gradc::RowBlocks ";
    for (std::size_t at = 0; (at = written.source.find(kRows, at)) != std::string::npos; at += kRows.size()) ++by_rows;
  }
  std::cout << by_rows << " times steps go over rows together\n";
}

// The same on the emulator of a device, as far as the functions have a form for one. GRADC_KEEP names a folder that the sources are
// left in, to be compiled for a device.
TEST(RandomFunctions, OnADevice) {
  const std::uint64_t first = number_from("GRADC_SEED", 1);
  const int count = static_cast<int>(number_from("GRADC_DEVICE_COUNT", 50));
  const char* const keep = std::getenv("GRADC_KEEP");
  int on_device = 0;
  for (int done = 0; done < count; done += kBatch) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(done);
    const Written written = write_batch(seed, std::min(kBatch, count - done));
    on_device += written.on_device;
    const fs::path folder = fs::path(keep ? keep : testing::TempDir()) / ("gradc_random_device_" + std::to_string(seed));
    fs::remove_all(folder);
    fs::create_directories(folder);
    std::ofstream(folder / "types.h") << written.types;
    std::ofstream(folder / "batch.grad.h") << written.header;
    std::ofstream(folder / "batch.grad.cu") << written.device;
    std::ofstream(folder / "device_main.cpp") << written.device_main;
    const std::string compile = std::string(GRADC_TEST_COMPILER) + " -std=c++17 -O0 -DGRADC_CUDA_EMULATED -I . -I " + GRADC_TEST_INCLUDE;
    const std::string checked = " -fsanitize=address,undefined -fno-sanitize-recover=all";
    if (keep) continue;
    ASSERT_EQ(run(compile + checked + " -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -x c++ -c batch.grad.cu", folder), "")
        << "GRADC_SEED=" << seed;
    ASSERT_EQ(run(compile + " -c device_main.cpp", folder), "") << "GRADC_SEED=" << seed;
    ASSERT_EQ(run(compile + checked + " device_main.o batch.grad.o " + GRADC_TEST_EMULATED + " " + GRADC_TEST_RUNTIME +
                      " -lpthread -o program && ./program", folder), "")
        << "GRADC_SEED=" << seed << "; in " << folder;
    fs::remove_all(folder);
  }
  std::cout << on_device << " of " << count << " functions have a form for a device\n";
  EXPECT_GT(on_device, count / 2);
}

}  // namespace
}  // namespace random_test
