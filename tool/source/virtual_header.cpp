#include "tool/source/virtual_header.h"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "tool/base/options.h"

namespace tool {
namespace {

using llvm::vfs::Status;

Status status_of(llvm::StringRef path, llvm::sys::fs::UniqueID id, std::uint64_t size,
                 llvm::sys::fs::file_type type) {
  return Status(path, id, llvm::sys::TimePoint<>(), 0, 0, size, type, llvm::sys::fs::perms::all_all);
}

// A header that is open: its text, under the name by which it was found.
class OpenHeader : public llvm::vfs::File {
 public:
  OpenHeader(Status status, llvm::StringRef text) : status_(std::move(status)), text_(text) {}

  llvm::ErrorOr<Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }
  std::error_code close() override { return {}; }

 private:
  Status status_;
  llvm::StringRef text_;
};

}  // namespace

VirtualHeaders::VirtualHeaders(const std::vector<std::string>& stems)
    : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {
  for (const std::string& stem : stems)
    headers_[stem + std::string(kHeaderSuffix)] = {"", llvm::vfs::getNextVirtualUniqueID()};
}

const VirtualHeaders::Header* VirtualHeaders::find(llvm::StringRef path) const {
  if (!path.ends_with(kHeaderSuffix)) return nullptr;
  const auto found = headers_.find(llvm::sys::path::filename(path).str());
  return found == headers_.end() ? nullptr : &found->second;
}

bool VirtualHeaders::is_virtual(llvm::StringRef path) const { return find(path) != nullptr; }

std::string VirtualHeaders::stem_of_header(llvm::StringRef path) {
  return llvm::sys::path::filename(path).drop_back(kHeaderSuffix.size()).str();
}

void VirtualHeaders::set_text(const std::string& stem, std::string text) {
  headers_[stem + std::string(kHeaderSuffix)].text = std::move(text);
}

bool VirtualHeaders::claim_folder_of(llvm::StringRef include) {
  const std::size_t before = folders_.size();
  // Each parent folder must seem to exist: Clang asks for the innermost only, but may look at parents.
  for (llvm::StringRef folder = llvm::sys::path::parent_path(include); !folder.empty() && folder != "/";
       folder = llvm::sys::path::parent_path(folder))
    folders_.insert(folder.str());
  return folders_.size() > before;
}

bool VirtualHeaders::is_claimed(llvm::StringRef path) const {
  for (const std::string& folder : folders_)
    if (path.ends_with(folder) &&
        (path.size() == folder.size() || path[path.size() - folder.size() - 1] == '/'))
      return true;
  return false;
}

llvm::ErrorOr<Status> VirtualHeaders::status(const llvm::Twine& twine) {
  llvm::SmallString<256> memory;
  const llvm::StringRef path = twine.toStringRef(memory);
  if (const Header* header = find(path))
    return status_of(path, header->id, header->text.size(), llvm::sys::fs::file_type::regular_file);
  llvm::ErrorOr<Status> real = ProxyFileSystem::status(path);
  if (!real && is_claimed(path))
    return status_of(path, llvm::vfs::getNextVirtualUniqueID(), 0, llvm::sys::fs::file_type::directory_file);
  return real;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> VirtualHeaders::openFileForRead(const llvm::Twine& twine) {
  llvm::SmallString<256> memory;
  const llvm::StringRef path = twine.toStringRef(memory);
  const Header* header = find(path);
  if (!header) return ProxyFileSystem::openFileForRead(path);
  return std::make_unique<OpenHeader>(
      status_of(path, header->id, header->text.size(), llvm::sys::fs::file_type::regular_file), header->text);
}

std::error_code VirtualHeaders::getRealPath(const llvm::Twine& twine, llvm::SmallVectorImpl<char>& output) {
  llvm::SmallString<256> memory;
  const llvm::StringRef path = twine.toStringRef(memory);
  if (!find(path)) return ProxyFileSystem::getRealPath(path, output);
  output.assign(path.begin(), path.end());
  return {};
}

}  // namespace tool
