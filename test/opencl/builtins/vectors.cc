// Data movement: vload and vstore in every address space, shuffle and shuffle2 of every width and mask type, vec_step.
#include "integers.h"

namespace {

/** 3 elements occupy 4 in memory when a vector is stored as such; vload and vstore count 3. */
std::string movement_kernels(const std::string& T, int width) {
  std::string W = std::to_string(width), V = T + W, name = "move_" + V;
  // Through private and local memory, at odd distances from the alignment of the vector.
  return "__kernel void " + name + "(__global " + T + "* R, __global const " + T + "* X, __constant " + T + "* C) {\n" +
         "  __local " + T + " shared[64 * " + W + " + 1]; " + T + " own[2 * " + W +
             " + 1];\n  size_t i = get_global_id(0), l = get_local_id(0);\n" +
         "  vstore" + W + "(vload" + W + "(i, X), l, shared + 1); vstore" + W + "(vload" + W + "(i, C), 1, own + 1);\n" +
         "  barrier(CLK_LOCAL_MEM_FENCE);\n  vstore" + W + "(vload" + W + "(get_local_size(0) - 1 - l, shared + 1), 2 * i, R);\n" +
         "  vstore" + W + "(vload" + W + "(1, own + 1), 2 * i + 1, R);\n}\n";
}

void run_movement(const Fixture& f) {
  Random random(2);
  for (const ScalarType& type : kTypes) {
    std::string source;
    for (int width : kWidths) {
      if (width > 1) source += movement_kernels(type.name, width);
    }
    Runner runner(f, source);
    ExactRow row("vload, vstore", "vloadn, vstoren", type.name, "the bits");
    for (int width : kWidths) {
      if (width == 1) continue;
      const size_t items = 128, group = 64, size = (size_t)(type.bits / 8 * width);
      Bytes x(items * size), c(items * size), expected(2 * items * size);
      for (unsigned char& byte : x) byte = (unsigned char)random.next();
      for (unsigned char& byte : c) byte = (unsigned char)random.next();
      for (size_t i = 0; i < items; i++) {
        size_t mirrored = i / group * group + group - 1 - i % group;
        memcpy(&expected[2 * i * size], &x[mirrored * size], size);
        memcpy(&expected[(2 * i + 1) * size], &c[i * size], size);
      }
      std::string name = "move_" + vector_type(type.name, width);
      row.compare(runner.run(name, items, {expected.size()}, {x, c}, group)[0], expected, (size_t)type.bits / 8, name);
    }
  }
}

static const int kShuffleWidths[] = {2, 4, 8, 16};

void run_shuffles(const Fixture& f) {
  Random random(12);
  for (const ScalarType& type : kTypes) {
    const std::string T = type.name, M = type.bits == 8 ? "uchar" : type.bits == 16 ? "ushort" : type.bits == 32 ? "uint" : "ulong";
    const ScalarType mask_type = {"", type.bits, false, false};
    std::string source;
    for (int from : kShuffleWidths) {
      for (int to : kShuffleWidths) {
        std::string name = std::to_string(from) + "_" + std::to_string(to), V = T + std::to_string(from), K = M + std::to_string(to);
        source += "__kernel void shuffle" + name + "(__global " + T + std::to_string(to) + "* R, __global const " + V +
            "* X, __global const " + V +
                  "* Y, __global const " + K + "* mask) { size_t i = get_global_id(0); R[2 * i] = shuffle(X[i], mask[i]); R[2 * i + 1] = "
                      "shuffle2(X[i], Y[i], mask[i]); }\n";
      }
    }
    Runner runner(f, source);
    ExactRow row("select", "shuffle, shuffle2", T, "the bits");
    const size_t items = 64, size = (size_t)type.bits / 8;
    for (int from : kShuffleWidths) {
      for (int to : kShuffleWidths) {
        Bytes x(items * size * (size_t)from), y(x.size()), mask, expected;
        for (unsigned char& byte : x) byte = (unsigned char)random.next();
        for (unsigned char& byte : y) byte = (unsigned char)random.next();
        for (size_t i = 0; i < items * (size_t)to; i++) put_integer(mask, (Wide)random.next(), mask_type);
        for (size_t i = 0; i < items; i++) {
          for (int two = 0; two < 2; two++) {
            for (size_t k = 0; k < (size_t)to; k++) {
              // Only the low bits of a mask element count.
              size_t pick = (size_t)integer_at(mask, i * (size_t)to + k, mask_type) % (size_t)(from * (two + 1));
              const Bytes& source_bytes = pick < (size_t)from ? x : y;
              const unsigned char* start = &source_bytes[(i * (size_t)from + pick % (size_t)from) * size];
              expected.insert(expected.end(), start, start + size);
            }
          }
        }
        std::string name = "shuffle" + std::to_string(from) + "_" + std::to_string(to);
        row.compare(runner.run(name, items, {expected.size()}, {x, y, mask})[0], expected, size, name);
      }
    }
  }
}

void run_sizes(const Fixture& f) {
  std::string source = "__kernel void steps(__global int* R) { int k = 0;\n";
  std::vector<cl_int> expected;
  for (const ScalarType& type : kTypes) {
    for (int width : kWidths) {
      std::string V = vector_type(type.name, width);
      source += "R[k++] = vec_step(" + V + "); R[k++] = sizeof(" + V + ");\n";
      int step = width == 3 ? 4 : width;
      expected.push_back(step), expected.push_back(step * type.bits / 8);
    }
  }
  Runner runner(f, source + "}\n");
  ExactRow row("vload, vstore", "vec_step, sizeof", "every type", "the specification");
  row.compare(runner.run("steps", 1, {expected.size() * 4}, {})[0], bytes_of(expected), 4, "steps");
}

}  // namespace

void run_vectors(const Fixture& f, const Effort&) {
  run_movement(f);
  run_shuffles(f);
  run_sizes(f);
}
