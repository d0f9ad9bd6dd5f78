// Finalizes BRIG modules by the HSA runtime and launches their kernel &copy, with memory of the runtime's regions.
// finalize GOOD DAMAGED BASE UNDEFINED: prints the status of what each module leads to.
#include "common.h"

#define ITEMS 256

static hsa_ext_finalizer_1_00_pfn_t table;

static hsa_ext_program_t program_of(void) {
  hsa_ext_program_t program;
  CHECK(table.hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                                     NULL, &program));
  return program;
}

static hsa_status_t finalize(hsa_ext_program_t program, hsa_code_object_t* code) {
  hsa_status_t status;
  *code = finalized(program, &status);
  return status;
}

static hsa_status_t on_module(hsa_ext_program_t program, hsa_ext_module_t module, void* data) {
  (void)program;
  *(hsa_ext_module_t*)data = module;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_symbol(hsa_executable_t executable, hsa_executable_symbol_t symbol, void* data) {
  (void)executable;
  (void)data;
  char name[64] = {0};
  uint32_t length = 0;
  hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &length);
  hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name);
  printf("symbol %s %u\n", name, length);
  return HSA_STATUS_SUCCESS;
}

static void launch(uint64_t kernel) {
  hsa_queue_t* queue;
  hsa_signal_t done;
  uint32_t *in, *out;
  CHECK(hsa_memory_allocate(kernargs, 4 * ITEMS, (void**)&in));
  CHECK(hsa_memory_allocate(kernargs, 4 * ITEMS, (void**)&out));
  for (uint32_t n = 0; n < ITEMS; n++) in[n] = 3 * n;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_signal_create(1, 0, NULL, &done));
  void* const pointers[] = {out, in};
  dispatch(queue, done, kernel, pointers, ITEMS);
  wait_for(done);
  printf("copied: %s\n", memcmp(in, out, 4 * ITEMS) == 0 ? "yes" : "no");
  CHECK(hsa_queue_destroy(queue));
  CHECK(hsa_signal_destroy(done));
}

static void run(const char* path) {
  hsa_ext_module_t module = module_of(path), seen = NULL;
  hsa_ext_program_t program = program_of();
  hsa_code_object_t code;
  hsa_code_symbol_t code_symbol;
  hsa_executable_t executable;
  hsa_executable_symbol_t symbol;
  hsa_profile_t profile = HSA_PROFILE_BASE;
  printf("empty: 0x%x\n", finalize(program, &code));
  CHECK(table.hsa_ext_program_add_module(program, module));
  printf("again: 0x%x\n", table.hsa_ext_program_add_module(program, module));
  CHECK(table.hsa_ext_program_iterate_modules(program, on_module, &seen));
  CHECK(hsa_ext_program_get_info(program, HSA_EXT_PROGRAM_INFO_PROFILE, &profile));
  printf("module: %s, profile %d\n", seen == module ? "the same" : "another", profile);
  CHECK(finalize(program, &code));
  CHECK(table.hsa_ext_program_destroy(program));
  printf("destroyed: 0x%x\n", table.hsa_ext_program_destroy(program));
  CHECK(hsa_code_object_get_symbol(code, "&copy", &code_symbol));
  printf("no symbol: 0x%x\n", hsa_code_object_get_symbol(code, "&none", &code_symbol));
  executable = loaded(code);
  CHECK(hsa_executable_iterate_symbols(executable, on_symbol, NULL));
  CHECK(hsa_executable_get_symbol_by_name(executable, "&copy", &gpu, &symbol));
  launch(kernel_of(executable, "&copy"));
  CHECK(hsa_executable_destroy(executable));
  CHECK(hsa_code_object_destroy(code));
}

static void refused(const char* what, hsa_ext_module_t module) {
  hsa_ext_program_t program = program_of();
  hsa_code_object_t code;
  hsa_status_t status = hsa_ext_program_add_module(program, module);
  printf("%s: 0x%x 0x%x\n", what, status, status ? status : finalize(program, &code));
  CHECK(hsa_ext_program_destroy(program));
}

/** Control directives of the host: one that contradicts itself, a policy that there is not, and the one that works. */
static void directed(hsa_ext_module_t module) {
  hsa_ext_program_t program = program_of();
  hsa_ext_control_directives_t directives;
  hsa_status_t mismatch, halting, limited;
  CHECK(hsa_ext_program_add_module(program, module));
  memset(&directives, 0, sizeof directives);
  directives.required_dim = 4;
  finalized_with(directives, program, &mismatch);
  directives.required_dim = 1;
  directives.break_exceptions_mask = 1;
  finalized_with(directives, program, &halting);
  directives.break_exceptions_mask = 0;
  directives.max_flat_workgroup_size = 64;
  finalized_with(directives, program, &limited);
  printf("directives: 0x%x 0x%x 0x%x\n", mismatch, halting, limited);
  CHECK(hsa_ext_program_destroy(program));
}

int main(int argc, char** argv) {
  bool supported = false;
  if (argc != 5) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  // The runtime forgets and finds the finalizer anew.
  for (int round = 0; round < 3; round++) {
    start_runtime();
    CHECK(hsa_system_extension_supported(HSA_EXTENSION_FINALIZER, 1, 0, &supported));
    CHECK(hsa_system_get_extension_table(HSA_EXTENSION_FINALIZER, 1, 0, &table));
    run(argv[1]);
    if (round == 0) {
      refused("damaged", module_of(argv[2]));
      refused("base", module_of(argv[3]));
      refused("undefined", module_of(argv[4]));
      refused("nowhere", (hsa_ext_module_t)4096);
      directed(module_of(argv[1]));
    }
    CHECK(hsa_shut_down());
  }
  return supported ? 0 : 3;
}
