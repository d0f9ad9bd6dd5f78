// Haar wavelet transform of a signal, up to nine levels in one pass.
//
// A work-group takes 2 * GROUP averages of the level before. Each level halves them: the scaled difference of a pair is
// a coefficient of the result, the scaled sum goes to the next level. The rest, one average a work-group, is the
// signal of the next pass. The coefficients of a level with m pairs lie at result[m .. 2m).
#define GROUP 256

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void dwtHaar1D(__global const float *signal, __global float *result, __global float *averages, uint length) {
  __local float level[2 * GROUP];
  const uint lid = get_local_id(0);
  const uint group = get_group_id(0);
  const uint share = min(length, 2u * GROUP);
  const float scale = 0.70710678f;

  for (uint i = lid; i < share; i += GROUP)
    level[i] = signal[group * share + i];
  barrier(CLK_LOCAL_MEM_FENCE);

  uint pairs = length / 2;
  for (uint mine = share / 2; mine > 0; mine /= 2) {
    float sum = 0.0f;
    if (lid < mine) {
      const float a = level[2 * lid];
      const float b = level[2 * lid + 1];
      result[pairs + group * mine + lid] = (a - b) * scale;
      sum = (a + b) * scale;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < mine)
      level[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    pairs /= 2;
  }
  if (lid == 0)
    averages[group] = level[0];
}
