// What is refused: at the user's lines, with errors of gradc's own.
#pragma once

#include <algorithm>
#include <set>

#include "tests/tool/shell.h"

class Refused : public ShellTest {
 protected:
  // Every line that ends in "// refused" is the line of an error of gradc, which has a name; all errors stand in the
  // user's source, and what follows from a refused value may be refused too.
  void expect_refused(const std::string& source) {
    write("m.cpp", source);
    const Outcome outcome = gradc("m.cpp -o gen -- -Iinclude -I/usr/include/eigen3");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    std::set<int> expected, found;
    std::istringstream lines(source), errors(outcome.err);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number)
      if (line.find("// refused") != std::string::npos) expected.insert(number);
    while (std::getline(errors, line)) {
      const std::size_t at = line.find(": error: ");
      if (at == std::string::npos) continue;
      EXPECT_EQ(line.rfind("m.cpp:", 0), 0u) << line;
      EXPECT_EQ(line.back(), ']') << line;
      if (line.rfind("m.cpp:", 0) == 0) found.insert(std::stoi(line.substr(6)));
    }
    EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end())) << outcome.err;
    EXPECT_LE(found.size(), expected.size() + 2) << outcome.err;
    EXPECT_FALSE(exists("gen"));
  }
};
