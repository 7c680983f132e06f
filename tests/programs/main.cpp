// Random C++ programs through gradc and against central differences.
//
//   gradc_programs                   GRADC_COUNT programs from GRADC_SEED on, by GRADC_COMPILER; prints those that fail
//   gradc_programs --print SEED      the program of a seed
//   gradc_programs --large SEED      the time that gradc takes for a function of a thousand lines, and its derivatives
//   gradc_programs --reduce SEED     a smaller program that fails as that of the seed does
//   gradc_programs --coverage        what the programs are made of; fails where something that is claimed is not there
//   gradc_programs --plain           only whether the programs themselves are valid; needs no gradc
//   gradc_programs --self-test       that a fault in generated code is found, and reduced to a few lines
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>

#include "coverage.h"
#include "program.h"

namespace {

using programs::Bench;
using programs::Outcome;
using programs::Program;

constexpr std::size_t kBatch = 25;    // programs to a file
constexpr std::size_t kEnough = 100;  // programs, for all that they claim to be in some of them

std::uint64_t number_from(const char* variable, std::uint64_t fallback) {
  const char* given = std::getenv(variable);
  return given ? std::strtoull(given, nullptr, 10) : fallback;
}

int complain(const char* what, const std::vector<std::string>& names) {
  for (const std::string& name : names) std::cout << what << ": " << name << "\n";
  return static_cast<int>(names.size());
}

void report(const Program& program, const Outcome& outcome) {
  std::cout << "== seed " << program.seed << " " << name_of(outcome.kind) << " " << outcome.cause << "\n"
            << print_declaration(program) << print(program) << outcome.text << std::endl;
}

// Which variable a reference is bound to may depend on a condition, and a call may pass a tensor's elements twice to a recursive
// function: gradc says that it does not follow that.
bool is_allowed(const Outcome& outcome) {
  const bool shares_parts = outcome.cause == "[recursion]" && outcome.text.find("not parts of one another") != std::string::npos;
  return outcome.kind == Outcome::refused && (outcome.cause == "[object_depends]" || shares_parts);
}

// Sanitizers take most of the time: the programs as written go through them only where something looks wrong.
std::vector<Outcome> checked(const std::vector<Program>& batch, const Bench& bench) {
  Bench first = bench;
  first.strict = bench.plain;
  std::vector<Outcome> out = programs::check(batch, first);
  for (std::size_t i = 0; i < batch.size(); ++i)
    if (!first.strict && (out[i].kind == Outcome::wrong || out[i].kind == Outcome::crashed || out[i].kind == Outcome::threw))
      out[i] = programs::check({batch[i]}, bench)[0];
  return out;
}

int run(const Bench& bench) {
  const std::uint64_t first = number_from("GRADC_SEED", 1);
  const std::size_t count = number_from("GRADC_COUNT", 200);
  std::cout << "GRADC_SEED=" << first << " GRADC_COUNT=" << count << std::endl;
  std::map<std::string, int> kinds;
  programs::Coverage coverage;
  int compared = 0, passed_over = 0, failures = 0;
  for (std::size_t done = 0; done < count; done += kBatch) {
    std::vector<Program> batch;
    for (std::size_t i = done; i < std::min(done + kBatch, count); ++i) batch.push_back(programs::generate(first + i));
    const std::vector<Outcome> outcomes = checked(batch, bench);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      ++kinds[name_of(outcomes[i].kind) + std::string(" ") + outcomes[i].cause];
      coverage.add(batch[i]);
      coverage.add(outcomes[i]);
      compared += outcomes[i].compared;
      passed_over += outcomes[i].passed_over;
      if (outcomes[i].kind == Outcome::agrees || is_allowed(outcomes[i])) continue;
      if (++failures <= 20) report(batch[i], outcomes[i]);
    }
  }
  for (const auto& [kind, number] : kinds) std::cout << number << " x " << kind << "\n";
  std::cout << compared << " partial derivatives compared, " << passed_over << " passed over (near a kink, or too steep)\n";
  coverage.print();
  if (count >= kEnough && !bench.plain) failures += complain("never run", coverage.never_run());
  return failures > 0 ? 1 : 0;
}

int cover() {
  const std::uint64_t first = number_from("GRADC_SEED", 1);
  const std::size_t count = number_from("GRADC_COUNT", 200);
  programs::Coverage coverage;
  for (std::size_t i = 0; i < count; ++i) coverage.add(programs::generate(first + i));
  coverage.print();
  return complain("never drawn", coverage.never_drawn()) > 0 ? 1 : 0;
}

int reduce(std::uint64_t seed, const Bench& bench) {
  const Program program = programs::generate(seed);
  const Outcome outcome = programs::check({program}, bench)[0];
  if (outcome.kind == Outcome::agrees) {
    std::cout << "seed " << seed << " does not fail\n";
    return 1;
  }
  Bench quick = bench;
  quick.strict = false;
  const Program smaller = programs::reduce(program, outcome, quick);
  report(smaller, programs::check({smaller}, bench)[0]);
  return 0;
}

std::size_t lines(const Program& program) {
  const std::string text = print(program);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

int large(std::uint64_t seed, const Bench& bench) {
  const Program program = programs::generate(seed, 700);
  const Outcome outcome = programs::check({program}, bench)[0];
  std::cout << lines(program) << " lines, " << outcome.seconds << " s, " << name_of(outcome.kind) << "\n" << outcome.text.substr(0, 1000) << "\n";
  return outcome.kind == Outcome::agrees && outcome.seconds < 5 ? 0 : 1;
}

// With every cosine of generated code made a sine, derivatives of sines are wrong, and nothing else must be to blame.
int self_test(Bench bench) {
  bench.fault = "s/std::cos(/std::sin(/g";
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Program program = programs::generate(seed);
    const Outcome outcome = programs::check({program}, bench)[0];
    if (outcome.kind != Outcome::wrong) continue;
    const Program smaller = programs::reduce(program, outcome, bench);
    report(smaller, outcome);
    bench.fault.clear();
    return lines(smaller) <= 6 && programs::check({smaller}, bench)[0].kind == Outcome::agrees ? 0 : 1;
  }
  std::cout << "no program shows the fault\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  Bench bench;
  bench.folder = (std::filesystem::temp_directory_path() / ("gradc_programs_" + std::to_string(getpid()))).string();
  bench.plain = mode == "--plain";
  if (const char* compiler = std::getenv("GRADC_COMPILER")) bench.compiler = compiler;
  int status = 2;
  if (mode == "--print") std::cout << print_declaration(programs::generate(seed)) << print(programs::generate(seed)), status = 0;
  else if (mode == "--reduce") status = reduce(seed, bench);
  else if (mode == "--large") status = large(seed, bench);
  else if (mode == "--self-test") status = self_test(bench);
  else if (mode == "--coverage") status = cover();
  else if (mode.empty() || mode == "--plain") status = run(bench);
  else std::cerr << "unknown option " << mode << "\n";
  if (!std::getenv("GRADC_KEEP")) std::filesystem::remove_all(bench.folder);
  return status;
}
