#include "tool/cli/survey.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "tool/cli/driver.h"
#include "tool/cli/survey_table.h"
#include "tool/cli/survey_unit.h"
#include "tool/source/flags.h"

namespace tool {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostProcesses = 8;
constexpr int kMostRounds = 4;             // of sources that are read together
constexpr std::size_t kMostTogether = 12;  // sources in one process

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string text_in(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

// The first line that says an error, or the first.
std::string first_error(const std::string& text) {
  std::size_t at = text.find("error: ");
  if (at == std::string::npos) at = 0;
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

class TreeSurvey {
 public:
  TreeSurvey(const Options& options, const Pipeline& pipeline, const std::string& executable) : options_(options), work_{options, pipeline, CompileSetup(), {}} {
    work_.setup.executable = executable;
  }

  int run() {
    std::string error;
    const auto places = find_places(work_.setup.executable, options_.resource_dir, error);
    if (!places) {
      print_error(error);
      return options_.resource_dir ? kWrongUsage : kRefused;
    }
    work_.setup.places = *places;
    if (const int status = find_units()) return status;
    std::vector<Job> jobs(units_.size());
    for (std::size_t i = 0; i < units_.size(); ++i) jobs[i].units = {i};
    run_jobs(std::move(jobs));
    for (int round = 0; round < kMostRounds && read_together(); ++round) {
    }
    Survey survey = put_together();
    llvm::outs() << table_of(survey, options_.verbose);
    return survey.read > 0 ? kDone : kRefused;
  }

 private:
  struct Job {
    std::vector<std::size_t> units;
    std::set<std::string> only;
  };
  struct Process {
    Job job;
    File results, messages;
  };
  struct Unit {
    SurveyUnit unit;
    std::vector<Tried> functions;
    std::vector<std::string> defined;
    bool readable = false;
    std::string why_not;
    std::set<std::size_t> beside;  // read together with it so far
  };

  int find_units() {
    const Flags after_dashes = filter_flags(options_.compiler_flags);
    const auto add = [&](const std::string& path, Flags flags) {
      flags.kept.insert(flags.kept.end(), after_dashes.kept.begin(), after_dashes.kept.end());
      units_.push_back({{path, std::move(flags.kept)}, {}, {}, false, {}, {}});
    };
    if (!options_.build_dir) {
      for (const std::string& path : options_.sources) add(path, {});
      return kDone;
    }
    Database database = read_database(*options_.build_dir);
    if (!database.error.empty()) {
      print_error(database.error);
      return kWrongUsage;
    }
    other_languages_ = database.others;
    std::set<std::string> files;
    for (const std::string& source : options_.sources) {
      std::error_code ignored;
      std::string path = fs::absolute(source).lexically_normal().string();
      while (path.size() > 1 && path.back() == '/') path.pop_back();
      if (fs::is_directory(path, ignored))
        work_.folders.push_back(path);
      else if (std::any_of(database.sources.begin(), database.sources.end(), [&](const DatabaseSource& one) { return one.path == path; }))
        files.insert(path);
      else
        return print_error(fmt::format("'{}' is no folder, and no source of '{}/compile_commands.json'", source, *options_.build_dir)), kWrongUsage;
    }
    const auto is_below = [&](const std::string& path) {
      return std::any_of(work_.folders.begin(), work_.folders.end(), [&](const std::string& folder) { return path.starts_with(folder + "/"); });
    };
    // Folders of headers alone are reached from all sources.
    const bool in_folders = std::any_of(database.sources.begin(), database.sources.end(), [&](const DatabaseSource& one) { return is_below(one.path); });
    for (DatabaseSource& one : database.sources)
      if (options_.sources.empty() || files.contains(one.path) || (!work_.folders.empty() && (!in_folders || is_below(one.path))))
        add(one.path, std::move(one.flags));
    for (const std::string& file : files)
      if (!work_.folders.empty() && !is_below(file)) work_.folders.push_back(fs::path(file).parent_path().string());
    if (!units_.empty()) return kDone;
    print_error(fmt::format("'{}/compile_commands.json' names no C++ source{}", *options_.build_dir, options_.sources.empty() ? "" : " there"));
    return kWrongUsage;
  }

  void run_jobs(std::vector<Job> jobs) {
    const std::size_t most = std::clamp(std::thread::hardware_concurrency(), 1U, kMostProcesses);
    std::reverse(jobs.begin(), jobs.end());
    std::map<pid_t, Process> running;
    while (!jobs.empty() || !running.empty()) {
      while (!jobs.empty() && running.size() < most) {
        start(std::move(jobs.back()), running);
        jobs.pop_back();
      }
      if (running.empty()) continue;
      int status = 0;
      const pid_t ended = waitpid(-1, &status, 0);
      const auto found = running.find(ended);
      if (found == running.end()) continue;
      Process process = std::move(found->second);
      running.erase(found);
      // What ended in a function goes on after it.
      if (take(process, status)) jobs.push_back(std::move(process.job));
    }
  }

  void start(Job job, std::map<pid_t, Process>& running) {
    Process process{std::move(job), File(std::tmpfile()), File(std::tmpfile())};
    SurveyTask task;
    for (std::size_t unit : process.job.units) task.units.push_back(units_[unit].unit);
    task.only = process.job.only;
    if (task.only.empty()) task.skip = known_;
    llvm::outs().flush();
    const pid_t child = process.results && process.messages ? fork() : -1;
    if (child == 0) {
      dup2(fileno(process.messages.get()), STDERR_FILENO);
      survey_unit(work_, task, process.results.get());
      llvm::errs().flush();
      _exit(kDone);
    }
    if (child < 0) {
      units_[process.job.units.front()].why_not = "no process could be started for it";
      return;
    }
    running.emplace(child, std::move(process));
  }

  // Whether the rest of the job's functions are still to be tried.
  bool take(Process& process, int status) {
    Unit& unit = units_[process.job.units.front()];
    UnitFindings findings = read_findings(process.results.get());
    const std::string messages = text_in(process.messages.get());
    const bool is_again = !process.job.only.empty();
    bool goes_on = false;
    if (findings.open) {
      Tried& open = *findings.open;
      open.fate = Tried::Fate::defect;
      open.obstacles.clear();
      open.defect = why_ended(messages, status);
      findings.functions.push_back(std::move(open));
      goes_on = true;
    }
    if (!is_again && (findings.readable || !unit.readable)) unit.readable = findings.readable;
    if (!is_again && !findings.readable) unit.why_not = findings.ended ? first_error(messages) : why_ended(messages, status);
    if (!is_again && unit.defined.empty()) unit.defined = std::move(findings.defined);
    for (Tried& one : findings.functions) {
      if (one.fate != Tried::Fate::no_instance) known_.insert(one.key);  // another source may have one
      if (is_again) {
        process.job.only.erase(one.key);
        for (Tried& before : unit.functions)
          if (before.key == one.key) before = one;
      } else {
        unit.functions.push_back(std::move(one));
      }
    }
    return goes_on && (!is_again || !process.job.only.empty());
  }

  static std::string why_ended(const std::string& messages, int status) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "it takes too long";
    constexpr std::string_view kError = "internal error: ", kReproducer = "reproducer in ";
    const auto after = [&](std::string_view what) {
      const std::size_t at = messages.find(what);
      return at == std::string::npos ? std::string() : messages.substr(at + what.size(), messages.find('\n', at) - at - what.size());
    };
    const std::string error = after(kError), reproducer = after(kReproducer);
    std::string why = error.empty() ? "the program crashed" : error;
    if (!reproducer.empty()) why += fmt::format(" (reproducer: {})", reproducer);
    return why;
  }

  // Functions that lack bodies of other sources are tried with those beside them, as `gradc a.cpp b.cpp` would. Whether there
  // were any.
  bool read_together() {
    std::map<std::string, std::size_t> defines;
    for (std::size_t i = 0; i < units_.size(); ++i)
      for (const std::string& name : units_[i].defined) defines.emplace(name, i);
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      Job job;
      std::set<std::size_t>& beside = units_[i].beside;
      std::set<std::size_t> more;
      for (const Tried& one : units_[i].functions) {
        bool lacks = false;
        for (const Obstacle& obstacle : one.obstacles) {
          if (obstacle.name != "no_body") continue;
          const std::size_t open = obstacle.text.find(": '"), end = obstacle.text.rfind('\'');
          if (open == std::string::npos || end <= open + 3) continue;
          const auto found = defines.find(obstacle.text.substr(open + 3, end - open - 3));
          if (found == defines.end() || found->second == i || beside.contains(found->second)) continue;
          if (beside.size() + more.size() + 1 < kMostTogether) more.insert(found->second);
          lacks = lacks || more.contains(found->second);
        }
        if (lacks) job.only.insert(one.key);
      }
      if (job.only.empty()) continue;
      beside.merge(more);
      job.units = {i};
      job.units.insert(job.units.end(), beside.begin(), beside.end());
      jobs.push_back(std::move(job));
    }
    const bool any = !jobs.empty();
    run_jobs(std::move(jobs));
    return any;
  }

  Survey put_together() {
    Survey survey;
    survey.other_languages = other_languages_;
    std::set<std::string> seen;
    std::map<std::string, std::size_t> templates;  // without an instance so far, by key
    for (Unit& unit : units_) {
      if (unit.readable)
        ++survey.read;
      else
        survey.unread.push_back({shown_path(unit.unit.path), shown_path(unit.why_not)});
      for (Tried& one : unit.functions) {
        const auto [known, is_new] = templates.try_emplace(one.key, survey.functions.size());
        if (is_new) survey.functions.push_back(std::move(one));
        // Another source has an instance.
        else if (survey.functions[known->second].fate == Tried::Fate::no_instance)
          survey.functions[known->second] = std::move(one);
      }
    }
    return survey;
  }

  const Options& options_;
  SurveyWork work_;
  std::vector<Unit> units_;
  std::set<std::string> known_;
  std::size_t other_languages_ = 0;
};

}  // namespace

int run_survey(const Options& options, const Pipeline& pipeline, const std::string& executable) {
  return TreeSurvey(options, pipeline, executable).run();
}

}  // namespace tool
