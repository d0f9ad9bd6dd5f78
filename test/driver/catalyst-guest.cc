// Runs kernels of images made elsewhere: `catalyst-guest list FILE...` prints the kernels' metadata,
// `catalyst-guest run FILE KERNEL DIMENSIONS OFFSET GLOBAL LOCAL` launches one whose arguments it makes up from their
// description, and prints the words of its global buffers.
//
// Sizes are x,y,z. Buffers have one word for each work-item, 0 at first. Values are 1, 2, 3... by argument. Read images
// are 8x8x8 texels of four floats (x, y, z, argument number), written ones are printed. Samplers clamp to the edge,
// nearest.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr size_t kEdge = 8;
cl_device_id device;
cl_context context;
cl_command_queue queue;

void check(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::printf("%s failed: %d\n", what, status);
  std::exit(1);
}

std::vector<unsigned char> read_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) check(-1, path);
  std::vector<unsigned char> bytes(1 << 22);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  return bytes;
}

cl_program load(const char* path) {
  std::vector<unsigned char> bytes = read_file(path);
  const unsigned char* data = bytes.data();
  size_t size = bytes.size();
  cl_int status, loaded;
  cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &data, &loaded, &status);
  check(status, "clCreateProgramWithBinary");
  check(clBuildProgram(program, 1, &device, "-cl-kernel-arg-info", nullptr, nullptr), "clBuildProgram");
  return program;
}

std::string text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
  char value[256] = "";
  check(clGetKernelArgInfo(kernel, index, what, sizeof value, value, nullptr), "clGetKernelArgInfo");
  return value;
}

template <class T>
T number(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
  T value = 0;
  check(clGetKernelArgInfo(kernel, index, what, sizeof value, &value, nullptr), "clGetKernelArgInfo");
  return value;
}

cl_uint count_arguments(cl_kernel kernel) {
  cl_uint count = 0;
  check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr), "clGetKernelInfo");
  return count;
}

const char* address_name(cl_kernel_arg_address_qualifier qualifier) {
  switch (qualifier) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL: return "global ";
    case CL_KERNEL_ARG_ADDRESS_CONSTANT: return "constant ";
    case CL_KERNEL_ARG_ADDRESS_LOCAL: return "local ";
    default: return "";
  }
}

const char* access_name(cl_kernel_arg_access_qualifier qualifier) {
  switch (qualifier) {
    case CL_KERNEL_ARG_ACCESS_READ_ONLY: return "read_only ";
    case CL_KERNEL_ARG_ACCESS_WRITE_ONLY: return "write_only ";
    case CL_KERNEL_ARG_ACCESS_READ_WRITE: return "read_write ";
    default: return "";
  }
}

void list(const char* path) {
  cl_program program = load(path);
  cl_uint count = 0;
  check(clCreateKernelsInProgram(program, 0, nullptr, &count), "clCreateKernelsInProgram");
  std::vector<cl_kernel> kernels(count);
  check(clCreateKernelsInProgram(program, count, kernels.data(), nullptr), "clCreateKernelsInProgram");
  for (cl_kernel kernel : kernels) {
    char name[256];
    size_t required[3];
    cl_ulong local, private_size;
    check(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr), "clGetKernelInfo");
    clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required, nullptr);
    clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, nullptr);
    clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof private_size, &private_size, nullptr);
    std::printf("%s group %zu,%zu,%zu local %llu private %llu\n", name, required[0], required[1], required[2],
                (unsigned long long)local, (unsigned long long)private_size);
    for (cl_uint i = 0; i < count_arguments(kernel); i++) {
      std::printf("  %s%s%s %s\n", address_name(number<cl_kernel_arg_address_qualifier>(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER)),
                  access_name(number<cl_kernel_arg_access_qualifier>(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER)),
                  text(kernel, i, CL_KERNEL_ARG_TYPE_NAME).c_str(), text(kernel, i, CL_KERNEL_ARG_NAME).c_str());
    }
    clReleaseKernel(kernel);
  }
  clReleaseProgram(program);
}

struct Size {
  size_t of[3] = {1, 1, 1};
  explicit Size(const char* given) { std::sscanf(given, "%zu,%zu,%zu", &of[0], &of[1], &of[2]); }
  size_t product() const { return of[0] * of[1] * of[2]; }
};

cl_mem make_image(cl_uint index, bool deep, bool read) {
  cl_image_format format = {CL_RGBA, read ? cl_channel_type{CL_FLOAT} : cl_channel_type{CL_UNSIGNED_INT32}};
  cl_image_desc description = {};
  description.image_type = deep ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = kEdge;
  description.image_depth = deep ? kEdge : 1;
  std::vector<float> texels;
  for (size_t i = 0; i < kEdge * kEdge * kEdge; i++) {
    float values[] = {float(i % kEdge), float(i / kEdge % kEdge), float(i / kEdge / kEdge), float(index)};
    texels.insert(texels.end(), values, values + 4);
  }
  cl_int status;
  cl_mem_flags flags = read ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_WRITE_ONLY;
  cl_mem image = clCreateImage(context, flags, &format, &description, read ? texels.data() : nullptr, &status);
  check(status, "clCreateImage");
  return image;
}

struct Output {
  std::string name;
  cl_mem memory;
  bool image;
};

/** Sets one argument. Arguments that the kernel may write are added to `outputs`. */
void set_argument(cl_kernel kernel, cl_uint index, size_t items, std::vector<Output>& outputs) {
  auto address = number<cl_kernel_arg_address_qualifier>(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
  auto access = number<cl_kernel_arg_access_qualifier>(kernel, index, CL_KERNEL_ARG_ACCESS_QUALIFIER);
  std::string type = text(kernel, index, CL_KERNEL_ARG_TYPE_NAME);
  cl_int status = CL_SUCCESS;
  if (type == "sampler_t") {
    cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &status);
    check(status, "clCreateSampler");
    check(clSetKernelArg(kernel, index, sizeof sampler, &sampler), "sampler");
  } else if (type.compare(0, 5, "image") == 0) {
    bool read = access == CL_KERNEL_ARG_ACCESS_READ_ONLY;
    cl_mem image = make_image(index, type == "image3d_t", read);
    check(clSetKernelArg(kernel, index, sizeof image, &image), "image");
    if (!read) outputs.push_back({text(kernel, index, CL_KERNEL_ARG_NAME), image, true});
  } else if (address == CL_KERNEL_ARG_ADDRESS_PRIVATE) {
    cl_uint value = index + 1;
    check(clSetKernelArg(kernel, index, sizeof value, &value), "value");
  } else if (address == CL_KERNEL_ARG_ADDRESS_LOCAL) {
    check(clSetKernelArg(kernel, index, 4096, nullptr), "local");
  } else {
    std::vector<cl_uint> words(items);
    for (size_t i = 0; address == CL_KERNEL_ARG_ADDRESS_CONSTANT && i < items; i++) words[i] = 1000 + i;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, items * 4, words.data(), &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, index, sizeof buffer, &buffer), "buffer");
    if (address == CL_KERNEL_ARG_ADDRESS_GLOBAL) outputs.push_back({text(kernel, index, CL_KERNEL_ARG_NAME), buffer, false});
  }
}

void print(const Output& output, size_t items) {
  std::vector<cl_uint> words(output.image ? kEdge * kEdge * 4 : items);
  size_t origin[3] = {}, region[3] = {kEdge, kEdge, 1};
  check(output.image ? clEnqueueReadImage(queue, output.memory, CL_TRUE, origin, region, 0, 0, words.data(), 0, nullptr, nullptr)
                     : clEnqueueReadBuffer(queue, output.memory, CL_TRUE, 0, words.size() * 4, words.data(), 0, nullptr, nullptr),
        "reading back");
  std::printf("%s", output.name.c_str());
  for (cl_uint word : words) std::printf(" %u", word);
  std::printf("\n");
}

void launch(char** arguments) {
  cl_program program = load(arguments[0]);
  cl_int status;
  cl_kernel kernel = clCreateKernel(program, arguments[1], &status);
  check(status, "clCreateKernel");
  cl_uint dimensions = std::atoi(arguments[2]);
  Size offset(arguments[3]), global(arguments[4]), local(arguments[5]);
  std::vector<Output> outputs;
  for (cl_uint i = 0; i < count_arguments(kernel); i++) set_argument(kernel, i, global.product(), outputs);
  cl_event event;
  check(clEnqueueNDRangeKernel(queue, kernel, dimensions, offset.of, global.of, local.of, 0, nullptr, &event), "launch");
  check(clWaitForEvents(1, &event), "kernel");
  for (const Output& output : outputs) print(output, global.product());
}

}  // namespace

int main(int count, char** arguments) {
  cl_platform_id platform;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, nullptr), "clGetDeviceIDs");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  if (count > 2 && std::strcmp(arguments[1], "list") == 0) {
    for (int i = 2; i < count; i++) list(arguments[i]);
  } else if (count == 8 && std::strcmp(arguments[1], "run") == 0) {
    launch(arguments + 2);
  } else {
    return 2;
  }
  return 0;
}
