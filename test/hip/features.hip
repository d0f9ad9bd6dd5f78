// Features of HIP, a case each, compared with results of the host. Arguments: the cases to run; all without.

#include "features/atomics.hip"
#include "features/codes.hip"
#include "features/copies.hip"
#include "features/device.hip"
#include "features/grids.hip"
#include "features/images.hip"
#include "features/lanes.hip"
#include "features/memories.hip"
#include "features/order.hip"
#include "features/queues.hip"
#include "features/runtime.hip"
#include "features/shared.hip"

static bool wanted(const char* name, int argc, char** argv) {
  if (argc < 2) return true;
  for (int n = 1; n < argc; n++)
    if (!strcmp(argv[n], name)) return true;
  return false;
}

int main(int argc, char** argv) {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  int failed = 0;
  for (Case* each = Case::first; each; each = each->next) {
    if (!wanted(each->name, argc, argv)) continue;
    int wrong = 0;
    try {
      wrong = each->body();
      if (wrong) printf("%s: %d wrong\n", each->name, wrong);
      else printf("%s: right\n", each->name);
    } catch (const std::exception& error) {
      printf("%s: %s\n", each->name, error.what());
      (void)hipGetLastError();
      wrong = 1;
    }
    failed += wrong != 0;
  }
  return failed != 0;
}
