// The .npy format: the bytes 93 "NUMPY", two of version, the length of the header in 2 bytes (version 1) or
// 4, a Python dictionary with keys descr, fortran_order and shape, padded so that the elements begin at a
// multiple of 64.
#include <gradc/npy.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace gradc {
namespace detail {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);

[[noreturn]] void refuse(const std::string& origin, const std::string& reason) {
  fail(origin + ": " + reason);
}

// Reads the dictionary of a header, as far as Python's syntax is used in one.
class HeaderReader {
 public:
  HeaderReader(const std::string& origin, std::string_view text) : origin_(origin), text_(text) {}

  void read() {
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") {
        skip_spaces();
        if (at_ < text_.size() && text_[at_] == '[')
          refuse(origin_, "records of several fields are not supported");
        descr = quoted();
      } else if (key == "fortran_order") {
        fortran_order = boolean();
      } else if (key == "shape") {
        extents();
      } else {
        refuse(origin_, "the header has an unknown key '" + key + "'");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (descr.empty() || !has_shape_) refuse(origin_, "the header lacks a type or a shape");
  }

  std::string descr;
  bool fortran_order = false;
  Shape shape;

 private:
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool accept(char c) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuse(origin_, std::string("the header is damaged: no '") + c + "' where one belongs");
  }
  std::string quoted() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') expect('\'');
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) refuse(origin_, "the header is damaged: a text does not end");
    const std::string result(text_.substr(at_, end - at_));
    at_ = end + 1;
    return result;
  }
  bool boolean() {
    skip_spaces();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return value;
      }
    }
    refuse(origin_, "the header is damaged: fortran_order is neither True nor False");
  }
  void extents() {
    has_shape_ = true;
    expect('(');
    while (!accept(')')) {
      skip_spaces();
      std::int64_t extent = 0;
      const std::size_t first = at_;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
        if (extent > (std::int64_t{1} << 58)) refuse(origin_, "the header's shape does not fit into memory");
        extent = extent * 10 + (text_[at_] - '0');
      }
      if (at_ == first) refuse(origin_, "the header is damaged: an extent is not a number");
      if (shape.rank() == kMaxRank) refuse(origin_, "more than 8 axes are not supported");
      shape.push_back(extent);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  const std::string& origin_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool has_shape_ = false;
};

std::uint32_t little_endian(const char* bytes, int count) {
  std::uint32_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

NpyArray parse_npy(const std::string& origin, const char* text, std::int64_t size, const char* type,
                   int rank) {
  const std::string_view all(text, static_cast<std::size_t>(size));
  if (all.size() < 10 || all.substr(0, kMagic.size()) != kMagic) refuse(origin, "not a .npy array");
  const int version = all[6];
  if (version < 1 || version > 3)
    refuse(origin, "version " + std::to_string(version) + " of the format is unknown");
  const std::size_t start = version == 1 ? 10 : 12;
  if (all.size() < start) refuse(origin, "the file ends within its header");
  const std::size_t length = little_endian(text + 8, version == 1 ? 2 : 4);
  if (all.size() - start < length) refuse(origin, "the file ends within its header");

  HeaderReader header(origin, all.substr(start, length));
  header.read();
  if (header.descr[0] == '>') refuse(origin, "big-endian elements (" + header.descr + ") are not supported");
  const std::string held = header.descr.substr(header.descr.find_first_not_of("<|=") == 0 ? 0 : 1);
  if (held != type) refuse(origin, "the elements are " + held + ", but " + type + " was asked for");
  if (header.shape.rank() != rank)
    fail_shape(origin + ": the array of shape " + to_string(header.shape) + " has rank " +
               std::to_string(header.shape.rank()) + ", but rank " + std::to_string(rank) + " was asked for");
  if (header.fortran_order && rank > 1)
    refuse(origin, "Fortran order is not supported; write a C-contiguous array");

  const std::int64_t bytes = checked_bytes(header.shape.begin(), rank, std::atoi(type + 1));
  const std::int64_t present = size - static_cast<std::int64_t>(start + length);
  if (present < bytes)
    refuse(origin, "the file ends after " + std::to_string(present) + " of " + std::to_string(bytes) +
                       " bytes of elements");
  return {header.shape, text + start + length};
}

std::string npy_header(const Shape& shape, const char* type) {
  const std::string order = std::string_view(type + 1) == "1" ? "|" : "<";
  std::string extents;
  for (int axis = 0; axis < shape.rank(); ++axis)
    extents += (axis > 0 ? " " : "") + std::to_string(shape[axis]) +
               (axis + 1 < shape.rank() || axis == 0 ? "," : "");
  std::string header =
      "{'descr': '" + order + type + "', 'fortran_order': False, 'shape': (" + extents + "), }";
  const std::size_t unpadded = kMagic.size() + 4 + header.size() + 1;
  header.append((64 - unpadded % 64) % 64, ' ');
  header += '\n';
  std::string text(kMagic);
  text += {'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8 & 0xff)};
  return text + header;
}

std::string read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) refuse(path, "cannot be opened for reading");
  std::string text;
  char buffer[1 << 14];
  for (std::size_t count; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    text.append(buffer, count);
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  if (failed) refuse(path, "cannot be read");
  return text;
}

void write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) refuse(path, "cannot be opened for writing");
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) refuse(path, "cannot be written");
}

}  // namespace detail
}  // namespace gradc
