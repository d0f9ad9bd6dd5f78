// Communication between lanes of a wavefront: shuffles, votes, permutations.

#include "check.h"

__global__ void shuffle_all(const int* in, int* out, double* wide) {
  int t = threadIdx.x, v = in[blockIdx.x * 64 + t];
  int* o = out + blockIdx.x * 64 * 8;
  o[t] = __shfl(v, (t * 7 + 3) & 63);
  o[64 + t] = __shfl_up(v, 5);
  o[128 + t] = __shfl_down(v, 9);
  o[192 + t] = __shfl_xor(v, 21);
  o[256 + t] = __shfl(v, 3, 16);
  o[320 + t] = __shfl_up(v, 3, 8);
  o[384 + t] = __shfl_down(v, 1, 32);
  o[448 + t] = __shfl_xor(v, 1, 2);
  wide[blockIdx.x * 64 + t] = __shfl_xor((double)v + 0.5, 63);
}

CASE(shuffles) {
  std::vector<int> in(128), out(128 * 8);
  std::vector<double> wide(128);
  for (int i = 0; i < 128; i++) in[i] = (int)noise(i);
  for (int b = 0; b < 2; b++)
    for (int t = 0; t < 64; t++) {
      const int* v = &in[b * 64];
      int* o = &out[b * 512];
      o[t] = v[(t * 7 + 3) & 63];
      o[64 + t] = v[t < 5 ? t : t - 5];
      o[128 + t] = v[t + 9 > 63 ? t : t + 9];
      o[192 + t] = v[t ^ 21];
      o[256 + t] = v[(t & ~15) + 3];
      o[320 + t] = v[(t & 7) < 3 ? t : t - 3];
      o[384 + t] = v[(t & 31) == 31 ? t : t + 1];
      o[448 + t] = v[t ^ 1];
      wide[b * 64 + t] = v[63 - t] + 0.5;
    }
  Buffer<int> din(in), dout(out.size());
  Buffer<double> dwide(128);
  shuffle_all<<<2, 64>>>(din.at, dout.at, dwide.at);
  return different(dout.read(), out) + different(dwide.read(), wide);
}

__global__ void vote_all(const unsigned* in, unsigned long long* out) {
  unsigned v = in[blockIdx.x * blockDim.x + threadIdx.x];
  int wave = (blockIdx.x * blockDim.x + threadIdx.x) / 64;
  unsigned long long ballot = __ballot(v & 1);
  int any = __any(v == 77), all = __all(v < 100);
  unsigned long long inside = 0, below = 0;
  if (v & 2) {
    inside = __ballot(v & 2);
    below = __popcll(__ballot(v & 2) & ((1ull << __lane_id()) - 1));
    atomicAdd(&out[wave * 4 + 3], below);
    out[wave * 4 + 2] = inside;
  }
  if (__lane_id() == 0) {
    out[wave * 4] = ballot;
    out[wave * 4 + 1] = any * 2 + all;
  }
}

CASE(votes) {
  std::vector<unsigned> in(256);
  for (int i = 0; i < 256; i++) in[i] = i < 64 ? i : noise(i) % 200;
  in[100] = 77;
  std::vector<unsigned long long> out(16);
  for (int w = 0; w < 4; w++) {
    int any = 0, all = 1, inside = 0;
    for (int t = 0; t < 64; t++) {
      unsigned v = in[w * 64 + t];
      if (v & 1) out[w * 4] |= 1ull << t;
      any |= v == 77;
      all &= v < 100;
      if (v & 2) {
        out[w * 4 + 2] |= 1ull << t;
        out[w * 4 + 3] += inside++;
      }
    }
    out[w * 4 + 1] = any * 2 + all;
  }
  Buffer<unsigned> din(in);
  Buffer<unsigned long long> dout(16);
  vote_all<<<2, 128>>>(din.at, dout.at);
  return different(dout.read(), out);
}

__global__ void permute_all(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  out[t] = __builtin_amdgcn_ds_bpermute(((t + 11) & 63) * 4, v);
  out[64 + t] = __builtin_amdgcn_ds_permute(((t * 5) & 63) * 4, v);
  out[128 + t] = __builtin_amdgcn_ds_swizzle(v, 0x401f);
  out[192 + t] = __builtin_amdgcn_mov_dpp(v, 0x1b, 0xf, 0xf, true);
  out[256 + t] = __builtin_amdgcn_update_dpp(-1, v, 0x111, 0xf, 0xf, false);
  out[320 + t] = __builtin_amdgcn_readlane(v, 17);
  out[384 + t] = __builtin_amdgcn_readfirstlane(v);
  out[448 + t] = __builtin_amdgcn_mbcnt_hi(0x0f0f0f0f, __builtin_amdgcn_mbcnt_lo(0x33333333, 0));
  out[512 + t] = __builtin_amdgcn_update_dpp(-1, v, 0x142, 0xa, 0xf, false);
}

CASE(permutations) {
  std::vector<int> in(64), out(576);
  for (int t = 0; t < 64; t++) in[t] = (int)noise(t + 9);
  for (int t = 0; t < 64; t++) {
    out[t] = in[(t + 11) & 63];
    out[64 + ((t * 5) & 63)] = in[t];
    out[128 + t] = in[t ^ 16];
    out[192 + t] = in[(t & ~3) + 3 - (t & 3)];
    out[256 + t] = t % 16 ? in[t - 1] : -1;
    out[320 + t] = in[17];
    out[384 + t] = in[0];
    uint64_t mask = 0x0f0f0f0f33333333ull & ((1ull << t) - 1);
    out[448 + t] = __builtin_popcountll(mask);
    out[512 + t] = t / 16 % 2 ? in[t / 16 * 16 - 1] : -1;
  }
  Buffer<int> din(in), dout(576);
  permute_all<<<1, 64>>>(din.at, dout.at);
  return different(dout.read(), out);
}
