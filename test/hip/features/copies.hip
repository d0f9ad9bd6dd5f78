// Copies, which engines beside the kernels make: boxes, sizes around the limits of their packets, several at once.

#include "check.h"

CASE(boxes) {
  const size_t width = 75, height = 19, depth = 7;
  std::vector<unsigned char> in(width * height * depth), out(in.size()), expected(in.size(), 0x33);
  for (size_t i = 0; i < in.size(); i++) in[i] = (unsigned char)noise((unsigned)i);
  hipPitchedPtr a, b;
  HIP(hipMalloc3D(&a, make_hipExtent(width, height, depth)));
  HIP(hipMalloc3D(&b, make_hipExtent(width, height, depth)));
  hipMemcpy3DParms up{}, over{}, down{};
  up.srcPtr = make_hipPitchedPtr(in.data(), width, width, height);
  up.dstPtr = a;
  up.extent = make_hipExtent(width, height, depth);
  up.kind = hipMemcpyHostToDevice;
  HIP(hipMemcpy3D(&up));
  HIP(hipMemset3D(b, 0x33, up.extent));
  over.srcPtr = a;
  over.srcPos = make_hipPos(11, 3, 2);
  over.dstPtr = b;
  over.dstPos = make_hipPos(5, 7, 1);
  over.extent = make_hipExtent(40, 9, 4);
  over.kind = hipMemcpyDeviceToDevice;
  HIP(hipMemcpy3D(&over));
  down.srcPtr = b;
  down.dstPtr = make_hipPitchedPtr(out.data(), width, width, height);
  down.extent = up.extent;
  down.kind = hipMemcpyDeviceToHost;
  HIP(hipMemcpy3D(&down));
  for (size_t z = 0; z < 4; z++)
    for (size_t y = 0; y < 9; y++)
      memcpy(&expected[((z + 1) * height + y + 7) * width + 5], &in[((z + 2) * height + y + 3) * width + 11], 40);
  HIP(hipFree(a.ptr));
  HIP(hipFree(b.ptr));
  return different(out, expected);
}

/** A packet of a copy engine moves up to 4 MiB. */
CASE(copies_of_large_sizes) {
  int wrong = 0;
  for (size_t size : {(4u << 20) - 1, 4u << 20, (4u << 20) + 1, (9u << 20) + 3}) {
    std::vector<unsigned char> in(size), out(size, 0);
    for (size_t i = 0; i < size; i++) in[i] = (unsigned char)(i * 167 + (i >> 8) + (i >> 16));
    unsigned char *pinned, *device;
    HIP(hipHostMalloc((void**)&pinned, size + 3));
    HIP(hipMalloc((void**)&device, size + 5));
    memcpy(pinned + 3, in.data(), size);
    HIP(hipMemcpy(device + 5, pinned + 3, size, hipMemcpyHostToDevice));
    HIP(hipMemcpy(out.data(), device + 5, size, hipMemcpyDeviceToHost));
    wrong += different(in, out);
    memset(pinned, 0, size + 3);
    HIP(hipMemcpy(device + 5, out.data(), size, hipMemcpyHostToDevice));
    HIP(hipMemcpy(pinned + 1, device + 5, size, hipMemcpyDeviceToHost));
    wrong += memcmp(pinned + 1, in.data(), size) != 0;
    HIP(hipFree(device));
    HIP(hipHostFree(pinned));
  }
  return wrong;
}

__global__ void add_one(unsigned* values) { values[blockIdx.x * blockDim.x + threadIdx.x]++; }

CASE(copies_and_kernels_of_several_streams) {
  const int streams = 4, rounds = 6;
  const size_t count = 1 << 18;
  std::vector<hipStream_t> stream(streams);
  std::vector<unsigned*> host(streams), device(streams);
  for (int s = 0; s < streams; s++) {
    HIP(hipStreamCreate(&stream[s]));
    HIP(hipHostMalloc((void**)&host[s], count * 4));
    HIP(hipMalloc((void**)&device[s], count * 4));
    for (size_t i = 0; i < count; i++) host[s][i] = noise((uint32_t)i + s);
  }
  for (int round = 0; round < rounds; round++)
    for (int s = 0; s < streams; s++) {
      HIP(hipMemcpyAsync(device[s], host[s], count * 4, hipMemcpyHostToDevice, stream[s]));
      add_one<<<count / 256, 256, 0, stream[s]>>>(device[s]);
      HIP(hipMemcpyAsync(host[s], device[s], count * 4, hipMemcpyDeviceToHost, stream[s]));
    }
  int wrong = 0;
  for (int s = 0; s < streams; s++) {
    HIP(hipStreamSynchronize(stream[s]));
    for (size_t i = 0; i < count; i++) wrong += host[s][i] != noise((uint32_t)i + s) + rounds;
    HIP(hipFree(device[s]));
    HIP(hipHostFree(host[s]));
    HIP(hipStreamDestroy(stream[s]));
  }
  return wrong;
}

CASE(copies_of_registered_memory) {
  const size_t count = 100000;
  std::vector<unsigned> own = noises(count), expected = own, back(count);
  HIP(hipHostRegister(own.data(), count * 4, hipHostRegisterDefault));
  unsigned* device;
  HIP(hipMalloc((void**)&device, count * 4));
  HIP(hipMemcpy(device, own.data(), count * 4, hipMemcpyHostToDevice));
  memset(own.data(), 0, count * 4);
  HIP(hipMemcpy(own.data(), device, count * 4, hipMemcpyDeviceToHost));
  int wrong = different(own, expected);
  own[7] = 3;
  HIP(hipMemcpy(device, own.data(), 64, hipMemcpyHostToDevice));
  HIP(hipHostUnregister(own.data()));
  expected[7] = 3;
  HIP(hipMemcpy(back.data(), device, count * 4, hipMemcpyDeviceToHost));
  HIP(hipFree(device));
  return wrong + different(back, expected);
}

__global__ void waits_for(volatile unsigned* flag, unsigned* out) {
  while (*flag == 0) __builtin_amdgcn_s_sleep(1);
  *out = *flag;
}

CASE(a_kernel_waits_for_a_copy) {
  unsigned *flag, *out, *host;
  HIP(hipMalloc((void**)&flag, 4));
  HIP(hipMalloc((void**)&out, 4));
  HIP(hipMemset(flag, 0, 4));
  HIP(hipDeviceSynchronize());
  HIP(hipHostMalloc((void**)&host, 4));
  *host = 77;
  hipStream_t a, b;
  HIP(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
  HIP(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
  waits_for<<<1, 1, 0, a>>>(flag, out);
  HIP(hipMemcpyAsync(flag, host, 4, hipMemcpyHostToDevice, b));
  HIP(hipStreamSynchronize(b));
  HIP(hipStreamSynchronize(a));
  unsigned got = 0;
  HIP(hipMemcpy(&got, out, 4, hipMemcpyDeviceToHost));
  HIP(hipStreamDestroy(a));
  HIP(hipStreamDestroy(b));
  HIP(hipHostFree(host));
  HIP(hipFree(out));
  HIP(hipFree(flag));
  return got != 77;
}
