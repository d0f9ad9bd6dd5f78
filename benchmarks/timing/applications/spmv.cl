// A sparse matrix times a vector: a row for each work-item, for 32 of them, and with rows of one length, columns behind
// one another.
kernel void scalar_rows(global const real *values, global const real *vector, global const int *columns, global const int *begins, const int rows,
                        global real *out) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  real sum = 0;
  for (int n = begins[row]; n < begins[row + 1]; n++) sum += values[n] * vector[columns[n]];
  out[row] = sum;
}

kernel void vector_rows(global const real *values, global const real *vector, global const int *columns, global const int *begins, const int rows,
                        global real *out) {
  const int l = get_local_id(0), lane = l & 31, row = get_group_id(0) * (get_local_size(0) / 32) + l / 32;
  local volatile real part[256];
  part[l] = 0;
  if (row >= rows) return;
  real sum = 0;
  for (int n = begins[row] + lane; n < begins[row + 1]; n += 32) sum += values[n] * vector[columns[n]];
  part[l] = sum;
  for (int step = 16; step > 0; step /= 2)
    if (lane < step) part[l] += part[l + step];
  if (lane == 0) out[row] = part[l];
}

kernel void padded_rows(global const real *values, global const real *vector, global const int *columns, global const int *lengths, const int rows,
                        global real *out) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  real sum = 0;
  for (int n = 0; n < lengths[row]; n++) sum += values[n * rows + row] * vector[columns[n * rows + row]];
  out[row] = sum;
}
