// Bitcode files for tests.

/** Bitcode of no more than the block that names its producer, as the bitstream format has it. */
export function bitcodeOf(producer: string): Uint8Array {
  const bits: number[] = [];
  const put = (value: number, width: number): void => {
    for (let n = 0; n < width; n++) bits.push((value >>> n) & 1);
  };
  const variable = (value: number, width: number): void => {
    const more = 2 ** (width - 1);
    for (; value >= more; value = Math.floor(value / more)) put((value % more) + more, width);
    put(value, width);
  };
  put(0xdec04342, 32);
  put(1, 2);
  variable(13, 8);
  variable(5, 4);
  while (bits.length % 32 !== 0) put(0, 1);
  put(64, 32);
  put(3, 5);
  variable(1, 6);
  variable(producer.length, 6);
  for (const letter of producer) variable(letter.charCodeAt(0), 6);
  put(0, 2048 - bits.length);
  return Uint8Array.from({ length: bits.length / 8 }, (_, byte) =>
    bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, n) => sum + bit * 2 ** n, 0),
  );
}
