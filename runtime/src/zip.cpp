// The zip container of .npz files (PKWARE's APPNOTE.TXT): local headers each followed by an entry, a central
// directory that repeats them, and a record of where the directory is. Only stored entries; sizes of 64 bits
// (4.5.3) are read, because numpy.savez may write them, and never written.
#include <gradc/npy.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gradc {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kDirectoryEnd = 0x06054b50;
constexpr std::uint32_t kSeeExtraField = 0xffffffff;
constexpr std::int64_t kLocalHeaderBytes = 30;
constexpr std::int64_t kDirectoryEntryBytes = 46;
constexpr std::int64_t kDirectoryEndBytes = 22;
constexpr std::string_view kExtension = ".npy";

[[noreturn]] void refuse(const std::string& path, const std::string& reason) { fail(path + ": " + reason); }

// CRC-32 of IEEE 802.3, reflected, one byte at a time.
std::uint32_t checksum(std::string_view text) {
  static constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      std::uint32_t value = byte;
      for (int bit = 0; bit < 8; ++bit) value = (value & 1u) != 0 ? value >> 1 ^ 0xedb88320u : value >> 1;
      table[byte] = value;
    }
    return table;
  }();
  std::uint32_t crc = 0xffffffffu;
  for (const char c : text) crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xffu] ^ crc >> 8;
  return crc ^ 0xffffffffu;
}

// Little-endian fields at any offset of a file; one beyond its end is a damaged file.
class Fields {
 public:
  Fields(const std::string& path, const std::string& text) : path_(path), text_(text) {}

  std::int64_t size() const { return static_cast<std::int64_t>(text_.size()); }
  std::string_view bytes(std::int64_t offset, std::int64_t count) const {
    if (offset < 0 || count < 0 || offset > size() || count > size() - offset)
      refuse(path_, "the archive is damaged: it refers beyond its end");
    return std::string_view(text_).substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(count));
  }
  std::uint64_t number(std::int64_t offset, int count) const {
    const std::string_view field = bytes(offset, count);
    std::uint64_t value = 0;
    for (int i = count - 1; i >= 0; --i)
      value = value << 8 | static_cast<unsigned char>(field[static_cast<std::size_t>(i)]);
    return value;
  }
  std::uint32_t u32(std::int64_t offset) const { return static_cast<std::uint32_t>(number(offset, 4)); }
  std::int64_t u16(std::int64_t offset) const { return static_cast<std::int64_t>(number(offset, 2)); }

 private:
  const std::string& path_;
  const std::string& text_;
};

// One row of the central directory, with sizes of 64 bits where the extra field gives them.
struct DirectoryEntry {
  std::string name;
  std::int64_t flags, method, size, local_header, next;
  std::uint32_t crc;

  DirectoryEntry(const Fields& file, std::int64_t at) {
    flags = file.u16(at + 8);
    method = file.u16(at + 10);
    crc = file.u32(at + 16);
    const std::int64_t name_bytes = file.u16(at + 28), extra_bytes = file.u16(at + 30),
                       comment_bytes = file.u16(at + 32);
    name = std::string(file.bytes(at + kDirectoryEntryBytes, name_bytes));
    std::int64_t extra = at + kDirectoryEntryBytes + name_bytes;
    next = extra + extra_bytes + comment_bytes;
    const std::uint32_t stored = file.u32(at + 20), whole = file.u32(at + 24), where = file.u32(at + 42);
    size = stored;
    local_header = where;
    for (const std::int64_t end = extra + extra_bytes; extra + 4 <= end; extra += 4 + file.u16(extra + 2)) {
      if (file.u16(extra) != 1) continue;
      std::int64_t field = extra + 4;  // the fields that did not fit, in this order
      if (whole == kSeeExtraField) field += 8;
      if (stored == kSeeExtraField) {
        size = static_cast<std::int64_t>(file.number(field, 8));
        field += 8;
      }
      if (where == kSeeExtraField) local_header = static_cast<std::int64_t>(file.number(field, 8));
    }
  }
};

std::int64_t find_directory_end(const std::string& path, const Fields& file) {
  const std::int64_t last = file.size() - kDirectoryEndBytes;
  for (std::int64_t at = last; at >= std::max(std::int64_t{0}, last - 0xffff); --at)
    if (file.u32(at) == kDirectoryEnd) return at;
  refuse(path, "not a .npz archive");
}

void append(std::string& text, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
}

}  // namespace

NpzFile::NpzFile(const std::string& path) : path_(path), text_(detail::read_file(path)) {
  const Fields file(path_, text_);
  const std::int64_t end = find_directory_end(path_, file);
  std::int64_t at = file.u32(end + 16);
  for (std::int64_t left = file.u16(end + 10); left > 0; --left) {
    if (file.u32(at) != kDirectoryEntry) refuse(path_, "the archive's directory is damaged");
    const DirectoryEntry entry(file, at);
    if ((entry.flags & 1) != 0) refuse(path_, "entry '" + entry.name + "' is encrypted");
    if (entry.method != 0)
      refuse(path_, "entry '" + entry.name + "' is compressed (method " + std::to_string(entry.method) +
                        "); write the file with numpy.savez, not savez_compressed");
    const std::int64_t header = entry.local_header;
    if (file.u32(header) != kLocalHeader) refuse(path_, "entry '" + entry.name + "' is damaged");
    const std::int64_t offset = header + kLocalHeaderBytes + file.u16(header + 26) + file.u16(header + 28);
    if (checksum(file.bytes(offset, entry.size)) != entry.crc)
      refuse(path_, "entry '" + entry.name + "' is damaged: its checksum differs");
    const std::size_t stem = entry.name.size() - std::min(entry.name.size(), kExtension.size());
    const bool extended = entry.name.compare(stem, std::string::npos, kExtension.data()) == 0;
    names_.push_back(extended ? entry.name.substr(0, stem) : entry.name);
    entries_.push_back({offset, entry.size});
    at = entry.next;
  }
}

bool NpzFile::contains(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

const NpzFile::Entry& NpzFile::find(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) refuse(path_, "there is no array '" + name + "'");
  return entries_[static_cast<std::size_t>(found - names_.begin())];
}

void NpzWriter::add_entry(const std::string& name, const std::string& text) {
  if (std::find(names_.begin(), names_.end(), name) != names_.end())
    fail("a .npz file has two arrays '" + name + "'");
  const std::string file_name = name + std::string(kExtension);
  const std::uint64_t offset = entries_.size();
  if (file_name.size() > 0xffff || names_.size() == 0xffff ||
      offset + text.size() >= kSeeExtraField - 0xffffu)
    fail("array '" + name + "' does not fit into a .npz file of at most 4 GiB");

  // Fields that the local header and the directory share: version 2.0, no flags, stored, the first day of
  // DOS.
  std::string common;
  append(common, 20, 2);
  append(common, 0, 2);
  append(common, 0, 2);
  append(common, 0, 2);
  append(common, 0x21, 2);
  append(common, checksum(text), 4);
  append(common, text.size(), 4);
  append(common, text.size(), 4);
  append(common, file_name.size(), 2);
  append(common, 0, 2);

  append(entries_, kLocalHeader, 4);
  entries_ += common + file_name + text;
  append(directory_, kDirectoryEntry, 4);
  append(directory_, 20, 2);
  directory_ += common;
  append(directory_, 0, 2 + 2 + 2);  // comment, disk, internal attributes
  append(directory_, 0, 4);          // external attributes
  append(directory_, offset, 4);
  directory_ += file_name;
  names_.push_back(name);
}

void NpzWriter::write(const std::string& path) const {
  std::string end;
  append(end, kDirectoryEnd, 4);
  append(end, 0, 2 + 2);
  append(end, names_.size(), 2);
  append(end, names_.size(), 2);
  append(end, directory_.size(), 4);
  append(end, entries_.size(), 4);
  append(end, 0, 2);
  detail::write_file(path, entries_ + directory_ + end);
}

}  // namespace gradc
