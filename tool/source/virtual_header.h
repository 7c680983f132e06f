// A file system in which the headers that this run is about to write (`<stem>.grad.h`) already exist, in
// whatever folder they are looked for. So a source may include its own generated header before the first run,
// and a stale one left by the last run is never read.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace tool {

class VirtualHeaders : public llvm::vfs::ProxyFileSystem {
 public:
  // One header for each of the stems, empty until set_text.
  explicit VirtualHeaders(const std::vector<std::string>& stems);

  // True where the last part of this path, or of this include, is one of the headers.
  bool is_virtual(llvm::StringRef path) const;
  // The stem of such a path.
  static std::string stem_of_header(llvm::StringRef path);

  void set_text(const std::string& stem, std::string text);
  // The folder part of an include that names a header in a folder that does not exist: `gen` of
  // "gen/model.grad.h". From now on it exists wherever it is looked for. False where that was so already.
  bool claim_folder_of(llvm::StringRef include);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  std::error_code getRealPath(const llvm::Twine& path, llvm::SmallVectorImpl<char>& output) override;
  bool exists(const llvm::Twine& path) override { return static_cast<bool>(status(path)); }

 private:
  struct Header {
    std::string text;
    llvm::sys::fs::UniqueID id;
  };
  const Header* find(llvm::StringRef path) const;
  bool is_claimed(llvm::StringRef path) const;

  std::map<std::string, Header> headers_;  // by file name
  std::set<std::string> folders_;
};

}  // namespace tool
