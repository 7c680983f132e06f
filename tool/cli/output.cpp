#include "tool/cli/output.h"

#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>

namespace tool {
namespace {
namespace fs = std::filesystem;


// A link keeps pointing where it does: the file behind it is replaced.
std::string target_of(const std::string& path) {
  std::error_code failed;
  if (!fs::is_symlink(path, failed)) return path;
  const fs::path real = fs::canonical(path, failed);
  return failed ? path : real.string();
}

// The temporary files and new folders of one call; what is still here at its end is removed.
class Transaction {
 public:
  ~Transaction() {
    for (const auto& [temporary, target] : pending_) {
      llvm::sys::fs::remove(temporary);
      llvm::sys::DontRemoveFileOnSignal(temporary);
    }
    std::error_code ignored;  // a folder with something in it stays
    for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) fs::remove(*folder, ignored);
  }

  // Each returns the complaint.
  std::string make_folder(const fs::path& folder) {
    std::error_code failed;
    if (folder.empty() || fs::is_directory(folder, failed)) return {};
    if (fs::exists(folder, failed)) return fmt::format("'{}' is not a folder", folder.string());
    if (std::string error = make_folder(folder.parent_path()); !error.empty()) return error;
    if (fs::create_directory(folder, failed)) folders_.push_back(folder);
    if (failed) return fmt::format("can't create the folder '{}': {}", folder.string(), failed.message());
    return {};
  }

  std::string add(const OutputFile& file) {
    const std::string target = target_of(file.path);
    const auto failure = [&](const std::error_code& error) {
      return fmt::format("can't write '{}': {}", file.path, error.message());
    };
    if (fs::is_directory(target)) return failure(std::make_error_code(std::errc::is_a_directory));
    int descriptor = -1;
    llvm::SmallString<256> temporary;
    if (std::error_code error =
            llvm::sys::fs::createUniqueFile(target + ".%%%%%%%%.tmp", descriptor, temporary))
      return failure(error);
    pending_.emplace_back(temporary.str().str(), target);
    llvm::sys::RemoveFileOnSignal(temporary);
    llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    stream << file.text;
    stream.close();
    const std::error_code error = stream.error();
    stream.clear_error();
    return error ? failure(error) : std::string();
  }

  std::string commit() {
    while (!pending_.empty()) {
      const auto& [temporary, target] = pending_.back();
      if (std::error_code error = llvm::sys::fs::rename(temporary, target))
        return fmt::format("can't write '{}': {}", target, error.message());
      llvm::sys::DontRemoveFileOnSignal(temporary);
      pending_.pop_back();
    }
    folders_.clear();
    return {};
  }

 private:
  std::vector<std::pair<std::string, std::string>> pending_;  // temporary, target
  std::vector<fs::path> folders_;
};

void escape(std::string& out, const std::string& path) {
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
}

}  // namespace

std::optional<std::string> read_file(const std::string& path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return buffer ? std::optional((*buffer)->getBuffer().str()) : std::nullopt;
}

WrittenFiles write_files(const std::vector<OutputFile>& files) {
  WrittenFiles written;
  Transaction transaction;
  for (const OutputFile& file : files) {
    if (read_file(file.path) == file.text) {
      written.unchanged.push_back(file.path);
      continue;
    }
    written.error = transaction.make_folder(fs::path(file.path).parent_path());
    if (written.error.empty()) written.error = transaction.add(file);
    if (!written.error.empty()) return written;
    written.changed.push_back(file.path);
  }
  written.error = transaction.commit();
  return written;
}

std::string depfile_text(const std::string& target, const std::vector<std::string>& dependencies) {
  std::string text;
  escape(text, target);
  text += ":";
  for (const std::string& dependency : dependencies) {
    text += " \\\n  ";
    escape(text, dependency);
  }
  return text + "\n";
}

}  // namespace tool
