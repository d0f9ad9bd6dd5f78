// Loads an object file of version 1: a note, and no kernels.
#include "common.h"
#include <elf.h>

static char object[1024] __attribute__((aligned(4096)));

int main(void) {
  Elf64_Ehdr header = {
      .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 64, 0},
      .e_type = ET_EXEC,
      .e_machine = 224,
      .e_version = 1,
      .e_ehsize = sizeof header,
      .e_phentsize = sizeof(Elf64_Phdr),
      .e_shentsize = sizeof(Elf64_Shdr),
      .e_shoff = 128,
      .e_shnum = 3,
      .e_shstrndx = 2,
  };
  const char names[] = "\0.note\0.shstrtab";
  uint32_t note[] = {4, 8, 1, 0, 1, 0};
  memcpy(&note[3], "AMD", 4);
  Elf64_Shdr sections[] = {
      {.sh_type = SHT_NULL},
      {.sh_name = 1, .sh_type = SHT_NOTE, .sh_offset = 512, .sh_size = sizeof note, .sh_addralign = 4},
      {.sh_name = 7, .sh_type = SHT_STRTAB, .sh_offset = 640, .sh_size = sizeof names, .sh_addralign = 1},
  };
  memcpy(object, &header, sizeof header);
  memcpy(object + 128, sections, sizeof sections);
  memcpy(object + 512, note, sizeof note);
  memcpy(object + 640, names, sizeof names);
  start_runtime();
  hsa_code_object_t code = {(uint64_t)object};
  hsa_executable_t executable;
  CHECK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "", &executable));
  printf("load: 0x%x\n", hsa_executable_load_code_object(executable, gpu, code, ""));
  return 0;
}
