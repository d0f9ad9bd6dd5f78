// builtins <group> <samples> [every-width] [function]: runs one group of the campaign over OpenCL C's builtins.
#include "integers.h"
#include "math.h"

namespace {

template <class T>
void math(const Fixture& f, const Effort& effort) {
  run_math<T>(f, {"math", kMathRows, 6, "", true}, effort);
}
template <class T>
void common(const Fixture& f, const Effort& effort) {
  run_math<T>(f, {"common", kCommonRows, 6, "", true}, effort);
}
template <class T>
void relaxed(const Fixture& f, const Effort& effort) {
  run_math<T>(f, {"math, -cl-fast-relaxed-math", kMathRows, 1, "-cl-fast-relaxed-math", false}, effort);
}
void half(const Fixture& f, const Effort& effort) { run_math<float>(f, {"half_", kHalfRows, 6, "", true}, effort); }
void native(const Fixture& f, const Effort& effort) { run_math<float>(f, {"native_", kNativeRows, 6, "", false}, effort); }
void rounded_division(const Fixture& f, const Effort& effort) {
  static const std::vector<MathRow> rows = correctly_rounded_rows();
  run_math<float>(f, {"-cl-fp32-correctly-rounded-divide-sqrt", rows, 6, "-cl-fp32-correctly-rounded-divide-sqrt", true}, effort);
}

const struct {
  const char* name;
  void (*run)(const Fixture&, const Effort&);
} kGroups[] = {
    {"math-float", math<float>},
    {"math-double", math<double>},
    {"half", half},
    {"native", native},
    {"relaxed-float", relaxed<float>},
    {"relaxed-double", relaxed<double>},
    {"rounded-division", rounded_division},
    {"common-float", common<float>},
    {"common-double", common<double>},
    {"integer", run_integers},
    {"conversions", run_conversions},
    {"relational", run_relational},
    {"vectors", run_vectors},
    {"halves", run_halves},
    {"atomics", run_atomics},
    {"async", run_async},
    {"work-items", run_work_items},
    {"geometric", run_geometric},
    {"geometric-references", run_geometric_references},
    {"images", run_images},
    {"media", run_media},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    printf("usage: builtins <group> <samples> [0|1: every width] [function]\n");
    for (const auto& group : kGroups) printf("  %s\n", group.name);
    return 2;
  }
  const Effort effort = {strtoul(argv[2], nullptr, 10), argc > 3 && atoi(argv[3]) != 0, argc > 4 ? argv[4] : ""};
  Fixture f;
  for (const auto& group : kGroups) {
    if (!strcmp(group.name, argv[1])) return group.run(f, effort), failures != 0;
  }
  return printf("no group %s\n", argv[1]), 2;
}
