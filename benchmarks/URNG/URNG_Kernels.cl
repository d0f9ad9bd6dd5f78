// Adds uniform noise to a picture. Each work-item does one pixel, with its own generator: the minimal standard
// generator of Park and Miller (1988), its output shuffled by the table of Bays and Durham (1976).
#define MODULUS 2147483647
#define TABLE 32

/** 16807 seed modulo 2^31 - 1 without overflow, by Schrage's factorization. */
int next(int seed) {
  const int high = seed / 127773;
  const int result = 16807 * (seed - high * 127773) - 2836 * high;
  return result < 0 ? result + MODULUS : result;
}

__kernel void noiseUniform(__global const uchar4 *input, __global uchar4 *output, uint count, uint seed, int strength) {
  const uint i = get_global_id(0);
  if (i >= count)
    return;
  const int4 pixel = convert_int4(input[i]);
  int state = (int)((seed + i * 2654435761u + (uint)(pixel.x + pixel.y + pixel.z)) % (MODULUS - 1)) + 1;
  int table[TABLE];
  for (int j = 0; j < TABLE; j++)
    table[j] = state = next(state);

  int noise[3];
  int last = table[0];
  for (int channel = 0; channel < 3; channel++) {
    const int entry = last / (MODULUS / TABLE + 1);
    last = table[entry];
    table[entry] = state = next(state);
    noise[channel] = last % (2 * strength + 1) - strength;
  }
  output[i] = convert_uchar4_sat(pixel + (int4)(noise[0], noise[1], noise[2], 0));
}
