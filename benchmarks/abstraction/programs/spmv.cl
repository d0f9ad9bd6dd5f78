// A sparse matrix in compressed rows times a vector: a row for each work-item.
kernel void rows(global const float *values, global const int *columns, global const int *begins, global const float *vector, global float *out, const int count) {
  const int row = get_global_id(0);
  if (row >= count) return;
  float sum = 0;
  for (int n = begins[row]; n < begins[row + 1]; n++) sum += values[n] * vector[columns[n]];
  out[row] = sum;
}
