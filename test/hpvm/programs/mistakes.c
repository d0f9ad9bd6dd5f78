/* Mistakes that only the runtime finds; the argument selects one. */
#include <hpvm.h>
#include <stdlib.h>
#include <string.h>

void twice(int *data, size_t bytes) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, data, 1, data);
  data[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] *= 2;
}

void root(int *data, size_t bytes, size_t n) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, data, 1, data);
  void *node = __hpvm__createNodeND(1, twice, n);
  __hpvm__bindIn(node, 0, 0, 0);
  __hpvm__bindIn(node, 1, 1, 0);
}

struct __attribute__((packed)) arguments {
  int *data;
  size_t bytes, n;
};

int main(int count, char **words) {
  static int data[64];
  struct arguments arguments = {data, sizeof data, 64};
  const char *mistake = count > 1 ? words[1] : "";
  if (strcmp(mistake, "before-init") != 0)
    __hpvm__init();
  if (strcmp(mistake, "untracked") != 0)
    llvm_hpvm_track_mem(data, sizeof data);
  if (strcmp(mistake, "twice") == 0)
    llvm_hpvm_track_mem(data + 8, 4);
  if (strcmp(mistake, "request") == 0)
    llvm_hpvm_request_mem(data + 8, sizeof data);
  if (strcmp(mistake, "untrack") == 0)
    llvm_hpvm_untrack_mem(data + 8);
  if (strcmp(mistake, "no-instances") == 0)
    arguments.n = 0;
  void *graph = __hpvm__launch(0, root, &arguments);
  if (strcmp(mistake, "push") == 0)
    __hpvm__push(graph, &arguments);
  __hpvm__wait(graph);
  if (strcmp(mistake, "wait") == 0)
    __hpvm__wait(graph);
  return 0;
}
