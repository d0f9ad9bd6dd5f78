/* Conversions between half and single precision by the compiler's _Float16. Standard input: float bits. Standard
 * output: the single-precision bits of all 65,536 halves, then for each input the bits of the nearest half. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  for (uint32_t i = 0; i < 65536; i++) {
    uint16_t bits = (uint16_t)i;
    _Float16 half;
    memcpy(&half, &bits, 2);
    float single = (float)half;
    fwrite(&single, 4, 1, stdout);
  }
  float single;
  while (fread(&single, 4, 1, stdin) == 1) {
    _Float16 half = (_Float16)single;
    fwrite(&half, 2, 1, stdout);
  }
  return 0;
}
