// What programs were made of, so that a run says what it tried, and one that claims more than it draws fails.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program.h"

namespace programs {

// How many functions deep the calls of a program are nested; that of a function by itself counts once.
int call_depth(const Program& program);

class Coverage {
 public:
  Coverage();
  void add(const Program& program);
  void add(const Outcome& outcome);
  void print() const;
  // What is claimed and was not there: in what was drawn, and in what shows only as gradc and the programs run.
  std::vector<std::string> never_drawn() const;
  std::vector<std::string> never_run() const;

 private:
  std::map<std::string, int> found_;
  std::map<int, int> depths_;
  int extents_of_0_ = 0, extents_of_1_ = 0, kept_ = 0;
};

}  // namespace programs
