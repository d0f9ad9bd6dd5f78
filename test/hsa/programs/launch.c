// Launches kernels of BRIG modules, each of (out, in), over 256 work-items, and prints what they have written.
// launch KERNEL,KERNEL... MODULE...: the kernel &answer gets two signals in `in`, and waits for the second one; `in` of
// KERNEL@stack and KERNEL@static is memory of that kind.
#include "common.h"

#define ITEMS 256

static uint32_t statics[ITEMS];

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* data) {
  (void)queue;
  (void)data;
  printf("error 0x%x\n", status);
  fflush(stdout);
  _Exit(3);
}

static hsa_executable_t executable_of(int count, char** paths) {
  hsa_ext_program_t program;
  hsa_status_t status;
  CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, "",
                               &program));
  for (int n = 0; n < count; n++) CHECK(hsa_ext_program_add_module(program, module_of(paths[n])));
  hsa_code_object_t code = finalized(program, &status);
  if (status != HSA_STATUS_SUCCESS) {
    printf("finalized: 0x%x\n", status);
    exit(1);
  }
  return loaded(code);
}

/** The host sleeps until the kernel has stored to the first signal, then answers. */
static void answer(hsa_signal_t asked, hsa_signal_t reply) {
  while (hsa_signal_wait_scacquire(asked, HSA_SIGNAL_CONDITION_EQ, 7, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) != 7) {}
  hsa_signal_store_screlease(reply, 9);
}

int main(int argc, char** argv) {
  hsa_queue_t* queue;
  hsa_signal_t done, asked, reply;
  start_runtime();
  hsa_executable_t executable = executable_of(argc - 2, argv + 2);
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, on_error, NULL, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_signal_create(1, 0, NULL, &done));
  CHECK(hsa_signal_create(0, 0, NULL, &asked));
  CHECK(hsa_signal_create(0, 0, NULL, &reply));
  uint32_t* out = malloc(ITEMS * sizeof *out);
  uint32_t* heap = malloc(ITEMS * sizeof *heap);
  uint32_t on_stack[ITEMS];
  for (char* name = strtok(argv[1], ","); name; name = strtok(NULL, ",")) {
    char* place = strchr(name, '@');
    if (place) *place++ = 0;
    uint32_t* in = !place ? heap : strcmp(place, "stack") == 0 ? on_stack : statics;
    void* const pointers[] = {out, in};
    for (uint32_t n = 0; n < ITEMS; n++) out[n] = 0, in[n] = (n * 2654435761u) >> 7;
    int asks = strcmp(name, "&answer") == 0;
    if (asks) memcpy(in, &asked, sizeof asked), memcpy(in + 2, &reply, sizeof reply);
    hsa_executable_symbol_t symbol = symbol_of(executable, name);
    dispatch_symbol(queue, done, symbol, pointers, ITEMS);
    if (asks) answer(asked, reply);
    wait_for(done);
    uint32_t sum = 0;
    for (uint32_t n = 0; n < ITEMS; n++) sum = sum * 31 + out[n];
    printf("%s: %u %u %u %u, all %08x\n", name, out[0], out[1], out[63], out[255], sum);
    fflush(stdout);
  }
  CHECK(hsa_executable_destroy(executable));
  CHECK(hsa_shut_down());
  return 0;
}
