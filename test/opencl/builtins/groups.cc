// Asynchronous copies of every type in both directions, and work-item functions over NDRanges of one to three
// dimensions.
#include "integers.h"

namespace {

/** Whole copy in, strided copy in, whole copy out, strided copy out. */
std::string copy_kernel(const std::string& V) {
  return "__kernel void copy_" + V + "(__global " + V + "* R, __global const " + V + "* X) {\n  __local " + V +
      " a[40], b[40];\n  size_t g = get_group_id(0);\n" +
         "  event_t e = async_work_group_copy(a, X + 120 * g, (size_t)40, (event_t)0);\n  e = async_work_group_strided_copy(b, X + 120 * "
             "g, (size_t)40, (size_t)3, e);\n" +
         "  prefetch(X + 120 * g, (size_t)120);\n  wait_group_events(1, &e);\n  event_t out[2];\n" +
         "  out[0] = async_work_group_copy(R + 160 * g, (const __local " + V + "*)a, (size_t)40, (event_t)0);\n" +
         "  out[1] = async_work_group_strided_copy(R + 160 * g + 40, (const __local " + V +
             "*)b, (size_t)40, (size_t)3, (event_t)0);\n  wait_group_events(2, out);\n}\n";
}

void copies_of(const Fixture& f, const ScalarType& type) {
  std::string source;
  for (int width : kWidths) source += copy_kernel(vector_type(type.name, width));
  Runner runner(f, source);
  Random random(31);
  ExactRow row("async copies", "async_work_group_copy, _strided_copy, wait_group_events, prefetch", type.name, "the bits");
  for (int width : kWidths) {
    const size_t groups = 3, size = (size_t)(type.bits / 8 * (width == 3 ? 4 : width));
    Bytes in(groups * 120 * size), expected(groups * 160 * size, 0xa5);
    for (unsigned char& byte : in) byte = (unsigned char)random.next();
    for (size_t g = 0; g < groups; g++) {
      for (size_t i = 0; i < 40; i++) {
        memcpy(&expected[(160 * g + i) * size], &in[(120 * g + i) * size], size);
        memcpy(&expected[(160 * g + 40 + 3 * i) * size], &in[(120 * g + 3 * i) * size], size);
      }
    }
    std::string name = "copy_" + vector_type(type.name, width);
    Bytes got = runner.run(name, groups * 64, {expected.size()}, {in}, 64)[0];
    // The fourth element of a vector of three is not part of its value.
    for (size_t at = 0; width == 3 && at < got.size(); at += size) memcpy(&got[at + size / 4 * 3], &expected[at + size / 4 * 3], size / 4);
    row.compare(got, expected, (size_t)type.bits / 8, name);
  }
}

static const char* kIds =
    "__kernel void ids(__global ulong* R) {\n  size_t at = 0, step = 1;\n"
    "  for (uint d = 0; d < get_work_dim(); d++) { at += (get_global_id(d) - get_global_offset(d)) * step; step *= get_global_size(d); }\n"
    "  __global ulong* r = R + 30 * at;\n  *r++ = get_work_dim();\n  for (uint d = 0; d < 4; d++) {\n    *r++ = get_global_size(d); *r++ "
        "= get_global_id(d); *r++ = get_local_size(d);\n"
    "    *r++ = get_local_id(d); *r++ = get_num_groups(d); *r++ = get_group_id(d); *r++ = get_global_offset(d);\n  }\n}\n";

void ids_of(const Fixture& f, cl_kernel kernel, cl_uint dim, const size_t* global, const size_t* local, const size_t* offset,
    ExactRow& row) {
  const size_t items = global[0] * global[1] * global[2];
  cl_mem out = f.buffer(items * 240, Bytes(items * 240, 0xa5).data());
  clSetKernelArg(kernel, 0, sizeof out, &out);
  cl_int error = clEnqueueNDRangeKernel(f.queue, kernel, dim, offset, global, local, 0, nullptr, nullptr);
  std::vector<cl_ulong> got = f.read<cl_ulong>(out, items * 30);
  bool good = !error;
  for (size_t i = 0; i < items && good; i++) {
    const size_t at[3] = {i % global[0], i / global[0] % global[1], i / global[0] / global[1]};
    const cl_ulong* r = &got[30 * i];
    good &= *r++ == dim;
    for (cl_uint d = 0; d < 4; d++, r += 7) {
      bool real = d < dim;
      cl_ulong expected[7] = {real ? global[d] : 1, real ? at[d] + offset[d] : 0, real ? local[d] : 1, real ? at[d] % local[d] : 0,
                              real ? global[d] / local[d] : 1, real ? at[d] / local[d] : 0, real ? offset[d] : 0};
      good &= memcmp(r, expected, sizeof expected) == 0;
    }
  }
  char text[100];
  snprintf(text, sizeof text, "%u dimensions, %zux%zux%zu in groups of %zux%zux%zu", dim, global[0], global[1], global[2], local[0],
      local[1], local[2]);
  row.expect(good, text);
  clReleaseMemObject(out);
}

}  // namespace

void run_async(const Fixture& f, const Effort&) {
  for (const ScalarType& type : kTypes) copies_of(f, type);
}

void run_work_items(const Fixture& f, const Effort& effort) {
  cl_kernel kernel = f.kernel(kIds, "ids");
  ExactRow row("work-item functions", "get_work_dim, _global_size, _global_id, _local_size, _local_id, _num_groups, _group_id, "
      "_global_offset",
               "1 to 3 dimensions", "the NDRange");
  Random random(41);
  for (size_t round = 0; round < 6 + effort.samples / 200; round++) {
    for (cl_uint dim = 1; dim <= 3; dim++) {
      size_t global[3] = {1, 1, 1}, local[3] = {1, 1, 1}, offset[3] = {0, 0, 0};
      for (cl_uint d = 0; d < dim; d++) {
        local[d] = 1 + random.below(dim == 1 ? 100 : 6), global[d] = local[d] * (1 + random.below(4));
        if (round % 2) offset[d] = random.below(1000000);
      }
      ids_of(f, kernel, dim, global, local, offset, row);
    }
  }
  clReleaseKernel(kernel);
}
