// Image reads: every kind of image, addressing mode, filter, coordinate type, with samplers of the kernel and of the
// host, against the formulas of OpenCL 1.2, section 8.2; and every image format written and read back.
#include "images.h"

namespace {

struct Kind {
  const char* name;
  cl_mem_object_type type;
  size_t size[3];
  /** Dimensions that are filtered and wrapped; the one after them is the layer of an array. */
  int spatial;
  bool array;
};
const Kind kKinds[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, {13, 1, 1}, 1, false},      {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, {11, 5, 1}, 1, true},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, {9, 7, 1}, 2, false},       {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, {6, 5, 3}, 2, true},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, {7, 5, 4}, 3, false},
};
struct Mode {
  const char* name;
  cl_addressing_mode mode;
};
const Mode kModes[] = {{"CLK_ADDRESS_NONE", CL_ADDRESS_NONE},
                       {"CLK_ADDRESS_CLAMP_TO_EDGE", CL_ADDRESS_CLAMP_TO_EDGE},
                       {"CLK_ADDRESS_CLAMP", CL_ADDRESS_CLAMP},
                       {"CLK_ADDRESS_REPEAT", CL_ADDRESS_REPEAT},
                       {"CLK_ADDRESS_MIRRORED_REPEAT", CL_ADDRESS_MIRRORED_REPEAT}};

std::string coordinate(const Kind& kind, const char* from, bool integer) {
  std::string pointer = from, cast = integer ? "(int)" : "";
  int used = kind.spatial + kind.array;
  if (used == 1) return cast + pointer + ".x";
  if (used == 2) return integer ? "convert_int2(" + pointer + ".xy)" : pointer + ".xy";
  return integer ? "convert_int4(" + pointer + ")" : pointer;
}

/** R: with the host's sampler, with the kernel's own, and by integer coordinates. */
std::string sample_kernel(const Kind& kind, const Mode& mode, bool normalized, bool linear) {
  std::string at = coordinate(kind, "X[i]", false), whole = coordinate(kind, "X[i]", true);
  return std::string("__constant sampler_t kOwn = ") + (normalized ? "CLK_NORMALIZED_COORDS_TRUE" : "CLK_NORMALIZED_COORDS_FALSE") +
      " | " + mode.name + " | " +
         (linear ? "CLK_FILTER_LINEAR" : "CLK_FILTER_NEAREST") + ";\n__kernel void sample(read_only " + kind.name +
         " image, sampler_t sampler, __global float4* R, __global const float4* X) { size_t i = get_global_id(0);\n  R[3 * i] = "
             "read_imagef(image, sampler, " + at +
         "); R[3 * i + 1] = read_imagef(image, kOwn, " + at + "); R[3 * i + 2] = read_imagef(image, kOwn, " + whole + "); }\n";
}

/** A place along one dimension: one or two texels and the weight of the second. */
struct Place {
  long first, second;
  double weight;
  bool uncertain = false;
};
static constexpr double kUncertain = 1e-3;

long wrap(long i, long size, cl_addressing_mode mode) {
  if (mode == CL_ADDRESS_CLAMP_TO_EDGE || mode == CL_ADDRESS_NONE) return i < 0 ? 0 : i >= size ? size - 1 : i;
  if (mode == CL_ADDRESS_CLAMP) return i < -1 ? -1 : i > size ? size : i;
  return i;
}

Place place_of(double coordinate, long size, cl_addressing_mode mode, bool normalized, bool linear) {
  double u = normalized ? coordinate * (double)size : coordinate;
  if (mode == CL_ADDRESS_REPEAT) u = (coordinate - floor(coordinate)) * (double)size;
  if (mode == CL_ADDRESS_MIRRORED_REPEAT) u = fabs(coordinate - 2 * rint(0.5 * coordinate)) * (double)size;
  if (!linear) {
    long i = (long)floor(u);
    // Both texels are right where rounding decides between them.
    bool uncertain = normalized && fabs(u - rint(u)) < kUncertain;
    if (mode == CL_ADDRESS_REPEAT && i > size - 1) i -= size;
    if (mode == CL_ADDRESS_MIRRORED_REPEAT && i > size - 1) i = size - 1;
    return {wrap(i, size, mode), 0, 0, uncertain};
  }
  long i = (long)floor(u - 0.5), j = i + 1;
  double weight = u - 0.5 - floor(u - 0.5);
  if (mode == CL_ADDRESS_REPEAT) {
    if (i < 0) i += size;
    if (j > size - 1) j -= size;
  } else if (mode == CL_ADDRESS_MIRRORED_REPEAT) {
    if (i < 0) i = 0;
    if (j > size - 1) j = size - 1;
  }
  return {wrap(i, size, mode), wrap(j, size, mode), weight};
}

struct Sampler {
  const Kind& kind;
  const std::vector<cl_float4>& texels;
  cl_float4 border;

  cl_float4 texel(long x, long y, long z) const {
    long w = (long)kind.size[0], h = (long)kind.size[1], d = (long)kind.size[2];
    if (x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= d) return border;
    return texels[(size_t)(x + w * (y + h * z))];
  }

  /** The components, and whether rounding may have chosen another texel. */
  bool sample(const cl_float4& at, cl_addressing_mode mode, bool normalized, bool linear, double* out) const {
    Place places[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int d = 0; d < kind.spatial; d++) places[d] = place_of(at.s[d], (long)kind.size[d], mode, normalized, linear);
    if (kind.array) {
      long layers = (long)kind.size[kind.spatial], layer = (long)rint(at.s[kind.spatial]);
      places[kind.spatial] = {layer < 0 ? 0 : layer >= layers ? layers - 1 : layer, 0, 0};
    }
    for (int c = 0; c < 4; c++) out[c] = 0;
    for (int corner = 0; corner < 8; corner++) {
      double weight = 1;
      long i[3];
      for (int d = 0; d < 3; d++) {
        bool second = corner >> d & 1;
        i[d] = second ? places[d].second : places[d].first;
        weight *= second ? places[d].weight : 1 - places[d].weight;
      }
      if (weight == 0) continue;
      cl_float4 value = texel(i[0], i[1], i[2]);
      for (int c = 0; c < 4; c++) out[c] += weight * (double)value.s[c];
    }
    return places[0].uncertain || places[1].uncertain || places[2].uncertain;
  }
};

std::vector<cl_float4> coordinates(const Kind& kind, cl_addressing_mode mode, bool normalized, size_t count) {
  Random random(61);
  std::vector<cl_float4> at(count);
  for (cl_float4& one : at) {
    for (int d = 0; d < 4; d++) {
      double size = d < 3 ? (double)kind.size[d] : 1;
      // Within the image for NONE, else up to two images beyond it; the layer of an array is not normalized.
      double place = mode == CL_ADDRESS_NONE ? (0.5 + random.unit() * (size - 1)) / size : random.unit() * 5 - 2;
      bool scaled = normalized && !(kind.array && d == kind.spatial);
      one.s[d] = (float)(scaled ? place : place * size);
    }
  }
  return at;
}

void run_mode(const Fixture& f, const Kind& kind, const Mode& mode, bool normalized, bool linear, const Effort& effort, ExactRow& row) {
  const size_t count = effort.samples;
  std::vector<cl_float4> texels(kind.size[0] * kind.size[1] * kind.size[2]), at = coordinates(kind, mode.mode, normalized, count);
  Random random(62);
  for (cl_float4& texel : texels) {
    for (float& component : texel.s) component = (float)random.unit();
  }
  cl_int error;
  Runner runner(f, sample_kernel(kind, mode, normalized, linear));
  cl_mem image = make_image(f, kind.type, {CL_RGBA, CL_FLOAT}, kind.size, texels.data());
  cl_sampler host = clCreateSampler(f.context, normalized, mode.mode, linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &error);
  cl_mem out = f.buffer(count * 48), in = f.buffer(count * 16, at.data());
  cl_kernel kernel = clCreateKernel(runner.program, "sample", &error);
  clSetKernelArg(kernel, 0, sizeof image, &image), clSetKernelArg(kernel, 1, sizeof host, &host);
  clSetKernelArg(kernel, 2, sizeof out, &out), clSetKernelArg(kernel, 3, sizeof in, &in);
  clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr);
  std::vector<cl_float4> got = f.read<cl_float4>(out, count * 3);
  const Sampler sampler = {kind, texels, {{0, 0, 0, 0}}};
  for (size_t i = 0; i < count * 3; i++) {
    const bool by_integer = i % 3 == 2;
    // Integer coordinates go with unnormalized coordinates, no repetition, and the nearest texel.
    if (by_integer && (normalized || linear)) continue;
    cl_float4 place = at[i / 3];
    for (float& one : place.s) one = by_integer ? truncf(one) : one;
    double expected[4];
    if (sampler.sample(place, mode.mode, normalized, linear, expected)) continue;
    bool good = true;
    // Texels as they are; interpolation with weights of 8 bits, as the hardware has.
    for (int c = 0; c < 4; c++) good &= fabs((double)got[i].s[c] - expected[c]) <= (linear ? kind.spatial / 256.0 : 0);
    char text[120];
    snprintf(text, sizeof text, "%s (%g, %g, %g) gives %g for %g", i % 3 == 1 ? "own sampler" : "sampler", (double)place.s[0],
        (double)place.s[1],
             (double)place.s[2], (double)got[i].s[0], expected[0]);
    row.expect(good, text);
  }
  clReleaseKernel(kernel), clReleaseSampler(host);
  for (cl_mem object : {image, out, in}) clReleaseMemObject(object);
}

}  // namespace

void run_images(const Fixture& f, const Effort& effort) {
  for (const Kind& kind : kKinds) {
    for (const Mode& mode : kModes) {
      for (bool normalized : {false, true}) {
        for (bool linear : {false, true}) {
          bool repeats = mode.mode == CL_ADDRESS_REPEAT || mode.mode == CL_ADDRESS_MIRRORED_REPEAT;
          if (repeats && !normalized) continue;
          std::string name = std::string(mode.name + 4) + (normalized ? ", normalized" : "") + (linear ? ", linear" : ", nearest");
          ExactRow row("image reads", name, kind.name, "section 8.2");
          run_mode(f, kind, mode, normalized, linear, effort, row);
        }
      }
    }
  }
  run_formats(f, effort);
}
