// Names come from the symbol table, since kernels are static functions, of which the dynamic linker knows nothing.

#include "elf.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

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

// Calls f(section, its name) for each section until it gives true.
template <class F>
void for_each_section(const Bytes& file, F f) {
  ElfW(Ehdr) header;
  if (!read(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return;
  const auto section = [&](std::uint64_t i, ElfW(Shdr)& to) {
    return read(file, header.e_shoff + i * std::uint64_t{header.e_shentsize}, to);
  };
  ElfW(Shdr) names, one;
  if (!section(header.e_shstrndx, names)) return;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i)
    if (section(i, one) && f(one, text_at(file, names.sh_offset + one.sh_name), section)) return;
}

std::string symbol_in(const Bytes& file, std::uintptr_t value) {
  std::string found;
  for_each_section(file, [&](const ElfW(Shdr)& symbols, const std::string&, const auto& section) {
    ElfW(Shdr) names;
    if (symbols.sh_type != SHT_SYMTAB || !section(symbols.sh_link, names)) return false;
    for (std::uint64_t at = 0; at < symbols.sh_size; at += sizeof(ElfW(Sym))) {
      ElfW(Sym) symbol;
      if (!read(file, symbols.sh_offset + at, symbol) || symbol.st_value != value || (symbol.st_info & 0xf) != STT_FUNC)
        continue;
      found = text_at(file, names.sh_offset + symbol.st_name);
      return true;
    }
    return false;
  });
  return found;
}

Module module_of(const void* address) {
  Module module{reinterpret_cast<std::uintptr_t>(address), 0, {}, false};
  dl_iterate_phdr(visit_module, &module);
  return module;
}

Bytes contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return {};
  Bytes file(static_cast<std::size_t>(in.tellg()));
  in.seekg(0);
  in.read(file.data(), static_cast<std::streamsize>(file.size()));
  return in ? file : Bytes();
}

}  // namespace

// Files are large and launches many: what was found is kept. Launches run one at a time.
std::vector<Range> sections(const void* address, const std::string& prefix) {
  static std::map<std::string, std::vector<Range>> known;
  const Module module = module_of(address);
  if (!module.found) return {};
  const auto [place, is_new] = known.try_emplace(prefix + " " + std::to_string(module.base) + " " + module.path);
  std::vector<Range>& found = place->second;
  if (!is_new) return found;
  const Bytes file = contents(module.path);
  for_each_section(file, [&](const ElfW(Shdr)& one, const std::string& name, const auto&) {
    if (name.compare(0, prefix.size(), prefix) == 0 && one.sh_size > 0)
      found.push_back({reinterpret_cast<unsigned char*>(module.base + one.sh_addr), static_cast<std::size_t>(one.sh_size)});
    return false;
  });
  return found;
}

std::string function_name(const void* address) {
  const Module module = module_of(address);
  const std::string name = module.found ? symbol_in(contents(module.path), module.address - module.base) : std::string();
  return name.empty() ? name : without_parameters(demangled(name));
}

}  // namespace emulated
}  // namespace cuda
}  // namespace gradc
