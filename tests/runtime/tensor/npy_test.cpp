#include <gradc/complex.h>
#include <gradc/npy.h>

#include <unistd.h>

#include <cstdio>
#include <string>

#include "expect.h"

namespace {

using gradc::Error;
using gradc::Matrix;
using gradc::Shape;
using gradc::Tensor;
using gradc::Vector;
using gradc_test::expect_equal;

// A file of this test's own, removed afterwards.
class File {
 public:
  explicit File(const std::string& name) : path(::testing::TempDir() + "gradc_" + std::to_string(getpid()) + "_" + name) {}
  ~File() { std::remove(path.c_str()); }
  const std::string path;
};

// The header that numpy.save writes for `dictionary`, in a version of the format.
std::string header(const std::string& dictionary, char version = 1) {
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  std::string text = dictionary;
  text.append(63 - (6 + 2 + length_bytes + text.size()) % 64, ' ');
  text += '\n';
  std::string result = std::string("\x93NUMPY") + version + '\0';
  for (std::size_t i = 0; i < length_bytes; ++i) result += static_cast<char>(text.size() >> (8 * i) & 0xff);
  return result + text;
}

template <class T, int R>
void check_round_trip(const Tensor<T, R>& tensor) {
  const File file("round_trip.npy");
  gradc::write_npy(file.path, tensor);
  expect_equal(gradc::read_npy<T, R>(file.path), tensor);
}

TEST(Npy, RoundTrips) {
  check_round_trip(Matrix<float>{{1, 2}, {3, 4}});
  check_round_trip(Vector<double>{1.5, -2});
  check_round_trip(Tensor<std::int32_t, 3>{{{1}, {2}}});
  check_round_trip(Vector<std::int64_t>{});
  check_round_trip(Vector<bool>{true, false});
  check_round_trip(Vector<gradc::half>{gradc::half(1.5f)});
  check_round_trip(Tensor<float, 0>(3.0f));
  check_round_trip(Vector<std::complex<float>>{{1, -2}, {0.5f, 0}});
  check_round_trip(Matrix<std::complex<double>>{{{1, -2}}, {{0.5, 1e300}}});
}

TEST(Npy, WritesWhatNumPyDoes) {
  const File file("exact.npy");
  gradc::write_npy(file.path, Vector<std::int32_t>{1, 2});
  const std::string expected = header("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }") +
                               std::string("\1\0\0\0\2\0\0\0", 8);
  EXPECT_EQ(gradc::detail::read_file(file.path), expected);
}

template <class T, int R>
Tensor<T, R> read_text(const std::string& text) {
  return gradc::detail::tensor_from_npy<T, R>("f.npy", text.data(), static_cast<std::int64_t>(text.size()));
}

TEST(Npy, WritesComplexNumbersAsNumPyDoes) {
  const File file("complex.npy");
  gradc::write_npy(file.path, Vector<std::complex<double>>{{0, 2}});
  const std::string expected = header("{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }") +
                               std::string("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x40", 16);
  EXPECT_EQ(gradc::detail::read_file(file.path), expected);
  EXPECT_ERROR((gradc::read_npy<std::complex<float>, 1>(file.path)), Error,
               (file.path + ": the elements are c16, but c8 was asked for").c_str());
}

TEST(Npy, ReadsEveryVersion) {
  for (const char version : {'\1', '\2', '\3'})
    expect_equal(
        read_text<bool, 2>(header("{'shape': (1, 2), 'fortran_order': False, 'descr': '|b1'}", version) +
                           std::string("\0\2", 2)),
        {{false, true}});
}

TEST(Npy, SaysWhyItRefuses) {
  const auto dictionary = [](const std::string& type, const std::string& order, const std::string& shape) {
    return header("{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }");
  };
  using Read = Tensor<float, 2> (*)(const std::string&);
  const Read read = read_text<float, 2>;
  EXPECT_ERROR((gradc::read_npy<float, 1>("/nowhere/x.npy")), Error,
               "/nowhere/x.npy: cannot be opened for reading");
  EXPECT_ERROR(gradc::write_npy("/nowhere/x.npy", Vector<float>{1}), Error,
               "/nowhere/x.npy: cannot be opened for writing");
  EXPECT_ERROR(read("hello"), Error, "f.npy: not a .npy array");
  EXPECT_ERROR(read(header("{}", '\4')), Error, "f.npy: version 4 of the format is unknown");
  EXPECT_ERROR(read(dictionary(">f4", "False", "(1, 1)")), Error,
               "f.npy: big-endian elements (>f4) are not supported");
  EXPECT_ERROR(read(dictionary("<f8", "False", "(1, 1)")), Error,
               "f.npy: the elements are f8, but f4 was asked for");
  EXPECT_ERROR(read(dictionary("<f4", "True", "(1, 1)")), Error,
               "f.npy: Fortran order is not supported; write a C-contiguous array");
  EXPECT_ERROR(read(dictionary("<f4", "False", "(1,)")), gradc::ShapeError,
               "f.npy: the array of shape (1) has rank 1, but rank 2 was asked for");
  EXPECT_ERROR(read(dictionary("<f4", "False", "(1, 2)") + "1234"), Error,
               "f.npy: the file ends after 4 of 8 bytes of elements");
  EXPECT_ERROR(read(header("{'descr': [('a', '<f4')]}")), Error,
               "f.npy: records of several fields are not supported");
  EXPECT_ERROR(read(header("{'descr': '<f4'}")), Error, "f.npy: the header lacks a type or a shape");
  EXPECT_ERROR(read(dictionary("<f4", "Maybe", "(1,)")), Error,
               "f.npy: the header is damaged: fortran_order is neither True nor False");
  EXPECT_ERROR(read(dictionary("<f4", "False", "(x,)")), Error,
               "f.npy: the header is damaged: an extent is not a number");
  EXPECT_ERROR(read(dictionary("<f4", "False", "[1]")), Error,
               "f.npy: the header is damaged: no '(' where one belongs");
  EXPECT_ERROR(read(header("{'descr': '<f4")), Error, "f.npy: the header is damaged: a text does not end");
  EXPECT_ERROR(read(header("{'kind': 'x'}")), Error, "f.npy: the header has an unknown key 'kind'");
  EXPECT_ERROR(read(dictionary("<f4", "False", "(1, 99999999999999999999)")), Error,
               "f.npy: the header's shape does not fit into memory");
  EXPECT_ERROR(read(dictionary("<f4", "False", "(1,1,1,1,1,1,1,1,1)")), Error,
               "f.npy: more than 8 axes are not supported");
  EXPECT_ERROR(read(std::string("\x93NUMPY\1\0\xff\xff", 10)), Error,
               "f.npy: the file ends within its header");
}

TEST(Npz, RoundTrips) {
  const File file("archive.npz");
  gradc::NpzWriter writer;
  writer.add("w1", Matrix<float>{{1, 2}, {3, 4}});
  writer.add("labels", Vector<std::int64_t>{5, 6});
  EXPECT_ERROR(writer.add("w1", Vector<float>{1}), Error, "a .npz file has two arrays 'w1'");
  writer.write(file.path);
  const gradc::NpzFile archive = gradc::read_npz(file.path);
  EXPECT_EQ(archive.names(), (std::vector<std::string>{"w1", "labels"}));
  EXPECT_TRUE(archive.contains("labels"));
  EXPECT_FALSE(archive.contains("w2"));
  expect_equal(archive.read<float, 2>("w1"), {{1, 2}, {3, 4}});
  expect_equal(archive.read<std::int64_t, 1>("labels"), {5, 6});
  EXPECT_ERROR((archive.read<float, 1>("w2")), Error, (file.path + ": there is no array 'w2'").c_str());
  EXPECT_ERROR((archive.read<double, 2>("w1")), Error,
               (file.path + "(w1): the elements are f4, but f8 was asked for").c_str());
}

TEST(Npz, SaysWhyItRefuses) {
  const File file("broken.npz");
  gradc::NpzWriter writer;
  writer.add("a", Vector<float>{1, 2});
  writer.write(file.path);
  const std::string good = gradc::detail::read_file(file.path);
  const auto reading = [&](const std::string& text) {
    gradc::detail::write_file(file.path, text);
    return gradc::read_npz(file.path);
  };
  const std::size_t directory = good.find("PK\1\2");
  std::string compressed = good;
  compressed[directory + 10] = 8;
  EXPECT_ERROR(
      reading(compressed), Error,
      (file.path +
       ": entry 'a.npy' is compressed (method 8); write the file with numpy.savez, not savez_compressed")
          .c_str());
  std::string encrypted = good;
  encrypted[directory + 8] = 1;
  EXPECT_ERROR(reading(encrypted), Error, (file.path + ": entry 'a.npy' is encrypted").c_str());
  std::string damaged = good;
  damaged[directory - 1] = static_cast<char>(damaged[directory - 1] ^ 1);
  EXPECT_ERROR(reading(damaged), Error,
               (file.path + ": entry 'a.npy' is damaged: its checksum differs").c_str());
  EXPECT_ERROR(reading("hello"), Error, (file.path + ": not a .npz archive").c_str());
  EXPECT_ERROR(reading(good.substr(directory)), Error,
               (file.path + ": the archive is damaged: it refers beyond its end").c_str());
  std::string misnamed = good;
  misnamed[directory] = 'Q';
  EXPECT_ERROR(reading(misnamed), Error, (file.path + ": the archive's directory is damaged").c_str());
  // No prefix of a file, and no file with one byte changed, does anything but throw or be read.
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_THROW(reading(good.substr(0, length)), Error) << length;
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 0xff);
    try {
      const gradc::NpzFile archive = reading(changed);
      for (const std::string& name : archive.names()) static_cast<void>(archive.read<float, 1>(name));
    } catch (const Error&) {
    }
  }
}

}  // namespace
