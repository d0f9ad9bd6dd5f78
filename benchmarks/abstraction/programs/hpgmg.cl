// Smoothing of a grid of double precision with seven points, residual, and the grid of half the size.
#define AT(x, y, z) (((z) * side + (y)) * side + (x))
kernel void smooth(global const double *from, global const double *right, global double *to, const int side, const double weight) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), i = AT(x, y, z);
  const double middle = from[i];
  const double west = x > 0 ? from[i - 1] : -middle, east = x < side - 1 ? from[i + 1] : -middle;
  const double south = y > 0 ? from[i - side] : -middle, north = y < side - 1 ? from[i + side] : -middle;
  const double below = z > 0 ? from[i - side * side] : -middle, above = z < side - 1 ? from[i + side * side] : -middle;
  const double product = 6 * middle - west - east - south - north - below - above;
  to[i] = middle + weight * (right[i] - product);
}
kernel void restrict_grid(global const double *fine, global double *coarse, const int side) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), half_side = side / 2;
  double sum = 0;
  for (int n = 0; n < 8; n++) sum += fine[AT(2 * x + (n & 1), 2 * y + (n >> 1 & 1), 2 * z + (n >> 2))];
  coarse[(z * half_side + y) * half_side + x] = 0.125 * sum;
}
