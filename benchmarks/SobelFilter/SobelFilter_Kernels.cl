// Edges of a picture: half the length of the gradient by Sobel's two masks, for each colour. The border stays black.

/** The largest m with 4 m^2 <= square: the estimate by sqrt() may be off by one, the integers are not. */
uint halfRoot(int square) {
  int m = (int)(0.5f * sqrt((float)square));
  m -= 4 * m * m > square;
  m += 4 * (m + 1) * (m + 1) <= square;
  return min(m, 255);
}

__kernel void sobelFilter(__global const uchar4 *input, __global uchar4 *output, uint width, uint height) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  if (x >= width)
    return;
  const uint at = y * width + x;
  uchar4 edge = (uchar4)(0, 0, 0, 255);
  if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) {
    const int4 topLeft = convert_int4(input[at - width - 1]);
    const int4 top = convert_int4(input[at - width]);
    const int4 topRight = convert_int4(input[at - width + 1]);
    const int4 left = convert_int4(input[at - 1]);
    const int4 right = convert_int4(input[at + 1]);
    const int4 bottomLeft = convert_int4(input[at + width - 1]);
    const int4 bottom = convert_int4(input[at + width]);
    const int4 bottomRight = convert_int4(input[at + width + 1]);
    const int4 gx = topRight + 2 * right + bottomRight - topLeft - 2 * left - bottomLeft;
    const int4 gy = bottomLeft + 2 * bottom + bottomRight - topLeft - 2 * top - topRight;
    const int4 square = gx * gx + gy * gy;
    edge.x = halfRoot(square.x);
    edge.y = halfRoot(square.y);
    edge.z = halfRoot(square.z);
  }
  output[at] = edge;
}
