// AES-128 (FIPS 197) in electronic-codebook mode, one work-item a block of 16 bytes.
//
// A state is four columns, each a uint with row 0 in its lowest byte. The S-box lies in local memory, the eleven round
// keys in constant memory.
#define GROUP 64
#define ROUNDS 10

/** Doubles each of four bytes in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. */
uint doubled(uint c) { return ((c & 0x7F7F7F7Fu) << 1) ^ (((c >> 7) & 0x01010101u) * 0x1Bu); }

/** MixColumns for one column: row r becomes 2 c[r] + 3 c[r+1] + c[r+2] + c[r+3]; a rotation by 8 moves up one row. */
uint mixColumn(uint c) {
  const uint twice = doubled(c);
  return twice ^ rotate(c ^ twice, 24u) ^ rotate(c, 16u) ^ rotate(c, 8u);
}

/** InvMixColumns = MixColumns after row r became 5 c[r] + 4 c[r+2]. */
uint unmixColumn(uint c) { return mixColumn(c ^ doubled(doubled(c ^ rotate(c, 16u)))); }

uint byteOf(uint column, uint row) { return (column >> (8 * row)) & 0xFFu; }

/** SubBytes and ShiftRows together: row r of column j comes from column j + r * direction. */
void substitute(uint state[4], __local const uchar *box, int direction) {
  uint result[4];
  for (int j = 0; j < 4; j++) {
    uint column = 0;
    for (int row = 0; row < 4; row++)
      column |= (uint)box[byteOf(state[(j + row * direction + 4) & 3], row)] << (8 * row);
    result[j] = column;
  }
  for (int j = 0; j < 4; j++)
    state[j] = result[j];
}

void addKey(uint state[4], __constant const uint *keys, int round) {
  for (int j = 0; j < 4; j++)
    state[j] ^= keys[round * 4 + j];
}

/** Copies the S-box to local memory; all work-items of the group take part. */
void loadBox(__local uchar *box, __constant const uchar *source) {
  for (uint i = get_local_id(0); i < 256; i += GROUP)
    box[i] = source[i];
  barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void encrypt(__global const uint4 *input, __global uint4 *output, __constant const uint *keys,
             __constant const uchar *sbox, uint blocks) {
  __local uchar box[256];
  loadBox(box, sbox);
  const uint block = get_global_id(0);
  if (block >= blocks)
    return;
  uint state[4];
  vstore4(input[block], 0, state);
  addKey(state, keys, 0);
  for (int round = 1; round < ROUNDS; round++) {
    substitute(state, box, 1);
    for (int j = 0; j < 4; j++)
      state[j] = mixColumn(state[j]);
    addKey(state, keys, round);
  }
  substitute(state, box, 1);
  addKey(state, keys, ROUNDS);
  output[block] = vload4(0, state);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void decrypt(__global const uint4 *input, __global uint4 *output, __constant const uint *keys,
             __constant const uchar *inverseSbox, uint blocks) {
  __local uchar box[256];
  loadBox(box, inverseSbox);
  const uint block = get_global_id(0);
  if (block >= blocks)
    return;
  uint state[4];
  vstore4(input[block], 0, state);
  addKey(state, keys, ROUNDS);
  for (int round = ROUNDS - 1; round > 0; round--) {
    substitute(state, box, -1);
    addKey(state, keys, round);
    for (int j = 0; j < 4; j++)
      state[j] = unmixColumn(state[j]);
  }
  substitute(state, box, -1);
  addKey(state, keys, 0);
  output[block] = vload4(0, state);
}
