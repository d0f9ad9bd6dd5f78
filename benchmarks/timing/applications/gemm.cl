// C = A * B + C, columns behind one another: 64 rows and 16 columns for each work-group, whose part of B is in local
// memory.
kernel __attribute__((reqd_work_group_size(16, 4, 1))) void gemm(global const real *a, global const real *b, global real *c, const int rows,
                                                                const int inner) {
  const int x = get_local_id(0), y = get_local_id(1), l = x + 16 * y;
  local real part[16][17];
  a += 64 * get_group_id(0) + l;
  b += x + (16 * get_group_id(1) + y) * inner;
  c += 64 * get_group_id(0) + l + 16 * get_group_id(1) * rows;
  real sums[16] = {0};
  for (int k = 0; k < inner; k += 16) {
    for (int n = 0; n < 16; n += 4) part[x][y + n] = b[n * inner];
    b += 16;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
    for (int n = 0; n < 16; n++, a += rows) {
      const real own = a[0];
      for (int column = 0; column < 16; column++) sums[column] += own * part[n][column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int column = 0; column < 16; column++, c += rows) c[0] = sums[column] + c[0];
}
