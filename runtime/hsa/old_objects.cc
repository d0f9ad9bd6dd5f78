#include "hsa/old_objects.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "hsa/core_table.h"

namespace hsa {
namespace {

constexpr uint32_t kVersionNote = 1;
constexpr char kOwner[] = "AMD";

/** The major version that a note of the object names; 0 without one. The runtime has read the object before. */
uint32_t version_of(const char* object) {
  Elf64_Ehdr header;
  memcpy(&header, object, sizeof header);
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return 0;
  for (unsigned n = 0; n < header.e_shnum; n++) {
    Elf64_Shdr section;
    memcpy(&section, object + header.e_shoff + n * sizeof section, sizeof section);
    if (section.sh_type != SHT_NOTE) continue;
    for (uint64_t at = 0; at + sizeof(Elf64_Nhdr) <= section.sh_size;) {
      Elf64_Nhdr note;
      const char* start = object + section.sh_offset + at;
      memcpy(&note, start, sizeof note);
      uint64_t name = (uint64_t{note.n_namesz} + 3) & ~uint64_t{3}, contents = (uint64_t{note.n_descsz} + 3) & ~uint64_t{3};
      uint64_t bytes = sizeof note + name + contents;
      if (at + bytes > section.sh_size) break;
      uint32_t version = 0;
      if (note.n_type == kVersionNote && note.n_namesz == sizeof kOwner && note.n_descsz >= sizeof version &&
          memcmp(start + sizeof note, kOwner, sizeof kOwner) == 0) {
        memcpy(&version, start + sizeof note + name, sizeof version);
        return version;
      }
      at += bytes;
    }
  }
  return 0;
}

Status load_code_object(Handle executable, Handle agent, Handle code, const char* options) {
  Status status = call_core(kExecutableLoadCodeObject, executable, agent, code, options);
  if (status == kInvalidCodeObject && code.value != 0 && version_of(reinterpret_cast<const char*>(code.value)) == 1)
    fprintf(stderr,
            "atoll: hsa_executable_load_code_object: the code object has version 1, which this HSA runtime does not load;"
            " finalize its BRIG module again, or compile its source for version 2 or later\n");
  return status;
}

}  // namespace

void explain_old_objects(CoreTable* table) {
  table->functions[kExecutableLoadCodeObject] = reinterpret_cast<void*>(load_code_object);
}

}  // namespace hsa
