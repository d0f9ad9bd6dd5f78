/* A node whose kernel writes to its input: atoll hpvm cc refuses such a leaf, so the table is written by hand. */
#include <atoll_hpvm_program.h>
#include <hpvm.h>
#include <stdio.h>

static const char source[] = "kernel void store(global char *in, ulong in_offset, global char *out, ulong out_at) {\n"
                             "  *(global int *)(out + 4 * get_global_id(0)) = 1;\n"
                             "#line 42 \"leaf.c\"\n"
                             "  *(global int *)(in + 4 * get_global_id(0)) = 2;\n"
                             "}\n";
static const struct atoll_hpvm_kernel kernel = {"store", source, 0, 0, "gg"};
static const struct atoll_hpvm_input inputs[] = {{'p', 1, 0}, {'p', 0, 1}};

void store(int *in, int *out) {}
void root(int *in, int *out) {
  void *node = __hpvm__createNodeND(1, store, (size_t)64);
  __hpvm__bindIn(node, 0, 0, 0);
  __hpvm__bindIn(node, 1, 1, 0);
}
static void invoke(void *const *values) { root(*(int **)values[0], *(int **)values[1]); }

static const struct atoll_hpvm_function functions[] = {
    {(const void *)store, "store", "leaf.c:40", invoke, 0, ATOLL_HPVM_LEAF, 'g', 0, 2, inputs, 0, "", &kernel, 0},
    {(const void *)root, "root", "leaf.c:1", invoke, 0, ATOLL_HPVM_INTERNAL, 'c', 0, 2, inputs, 0, "", 0, 0},
};

int main(void) {
  static int in[64], out[64];
  struct __attribute__((packed)) {
    int *in, *out;
  } arguments = {in, out};
  atoll_hpvm_register(functions, 2);
  __hpvm__init();
  llvm_hpvm_track_mem(in, sizeof in);
  llvm_hpvm_track_mem(out, sizeof out);
  __hpvm__wait(__hpvm__launch(0, root, &arguments));
  llvm_hpvm_request_mem(out, sizeof out);
  printf("%d\n", out[63]);
  return 0;
}
