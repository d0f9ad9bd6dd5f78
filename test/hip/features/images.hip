// Textures and surfaces.

#include "check.h"

__global__ void fetch_line(hipTextureObject_t texture, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(texture, n - 1 - i);
}

CASE(textures_of_linear_memory) {
  const int n = 1000;
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; i++) out[n - 1 - i] = in[i] = (float)noise(i);
  Buffer<float> din(in), dout(n);
  hipResourceDesc resource{};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear.devPtr = din.at;
  resource.res.linear.desc = hipCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * 4;
  hipTextureDesc description{};
  description.readMode = hipReadModeElementType;
  hipTextureObject_t texture;
  HIP(hipCreateTextureObject(&texture, &resource, &description, nullptr));
  fetch_line<<<4, 256>>>(texture, dout.at, n);
  int wrong = different(dout.read(), out);
  HIP(hipDestroyTextureObject(texture));
  return wrong;
}

__global__ void fetch_plane(hipTextureObject_t texture, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(texture, y + 0.5f, x + 0.5f);
}

CASE(textures_of_arrays) {
  const int width = 50, height = 30;
  std::vector<float> in(width * height), out(width * height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) in[y * width + x] = (float)(noise(y * width + x) >> 8);
  // Transposed as it is read: (x, y) is column y, row x of 50 by 30, clamped.
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) out[y * width + x] = in[std::min(x, height - 1) * width + y];
  hipChannelFormatDesc channel = hipCreateChannelDesc<float>();
  hipArray* array;
  HIP(hipMallocArray(&array, &channel, width, height, hipArrayDefault));
  HIP(hipMemcpy2DToArray(array, 0, 0, in.data(), width * 4, width * 4, height, hipMemcpyHostToDevice));
  hipResourceDesc resource{};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  hipTextureDesc description{};
  description.addressMode[0] = description.addressMode[1] = hipAddressModeClamp;
  description.filterMode = hipFilterModePoint;
  description.readMode = hipReadModeElementType;
  hipTextureObject_t texture;
  HIP(hipCreateTextureObject(&texture, &resource, &description, nullptr));
  Buffer<float> dout(out.size());
  fetch_plane<<<dim3(7, 4), dim3(8, 8)>>>(texture, dout.at, width, height);
  int wrong = different(dout.read(), out);
  HIP(hipDestroyTextureObject(texture));
  HIP(hipFreeArray(array));
  return wrong;
}
