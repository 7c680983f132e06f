// Names come from the symbol table of the file that a function was loaded from, since kernels are static functions, of which the
// dynamic linker knows nothing.

#include "fault.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

namespace gradc {
namespace cuda {
namespace emulated {
namespace {

using Bytes = std::vector<char>;

struct Module {
  std::uintptr_t address;
  std::uintptr_t base = 0;
  std::string path;
  bool found = false;
};

int visit_module(dl_phdr_info* info, std::size_t, void* data) {
  Module& module = *static_cast<Module*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || module.address < begin || module.address >= begin + part.p_memsz) continue;
    module.base = info->dlpi_addr;
    module.path = info->dlpi_name == nullptr || *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name;
    module.found = true;
    return 1;
  }
  return 0;
}

template <class T>
bool read(const Bytes& file, std::uint64_t offset, T& to) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return false;
  std::memcpy(&to, file.data() + offset, sizeof(T));
  return true;
}

std::string text_at(const Bytes& file, std::uint64_t offset) {
  std::string text;
  for (; offset < file.size() && file[offset] != '\0'; ++offset) text += file[offset];
  return text;
}

std::string demangled(const std::string& name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (text == nullptr) return name;
  std::string result = text;
  std::free(text);
  return result;
}

// "scale(long, float, float*)" without the parameters; template arguments stay.
std::string without_parameters(const std::string& name) {
  int depth = 0;
  for (std::size_t i = name.size(); i > 0; --i) {
    if (name[i - 1] == ')') ++depth;
    if (name[i - 1] == '(' && --depth == 0) return name.substr(0, i - 1);
  }
  return name;
}

std::string symbol_in(const Bytes& file, std::uintptr_t value) {
  ElfW(Ehdr) header;
  if (!read(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return {};
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    ElfW(Shdr) symbols, names;
    if (!read(file, header.e_shoff + i * std::uint64_t{header.e_shentsize}, symbols) || symbols.sh_type != SHT_SYMTAB) continue;
    if (!read(file, header.e_shoff + symbols.sh_link * std::uint64_t{header.e_shentsize}, names)) continue;
    for (std::uint64_t at = 0; at < symbols.sh_size; at += sizeof(ElfW(Sym))) {
      ElfW(Sym) symbol;
      if (read(file, symbols.sh_offset + at, symbol) && symbol.st_value == value && (symbol.st_info & 0xf) == STT_FUNC)
        return text_at(file, names.sh_offset + symbol.st_name);
    }
  }
  return {};
}

}  // namespace

std::string function_name(const void* address) {
  Module module{reinterpret_cast<std::uintptr_t>(address), 0, {}, false};
  dl_iterate_phdr(visit_module, &module);
  if (!module.found) return {};
  std::ifstream in(module.path, std::ios::binary);
  const Bytes file((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::string name = symbol_in(file, module.address - module.base);
  return name.empty() ? name : without_parameters(demangled(name));
}

void stop(const std::string& what) {
  const std::string where = running_thread();
  std::fprintf(stderr, "gradc's emulator of CUDA: %s\n%s%s%s", what.c_str(), where.empty() ? "" : "  in ", where.c_str(),
               where.empty() ? "" : "\n");
  std::fflush(stderr);
  std::abort();
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
