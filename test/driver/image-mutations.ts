// Damaged CAL images, each a function of a seed image and a number: the same number gives the same damage again.

/** A generator of whole numbers below a limit. */
export type Random = (limit: number) => number;

/** xorshift32 with a state that is well spread over consecutive numbers. */
export function randomOf(seed: number, index: number): Random {
  let state = Math.imul((seed + 1) ^ Math.imul(index + 1, 0x9e37_79b1), 0x85eb_ca6b) | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const ELF32 = { header: 52, phoff: 28, shoff: 32, phnum: 44, shnum: 48, segment: 32, section: 40, symbol: 16 } as const;
const SECTION = { type: 4, offset: 16, size: 20 } as const;
const SHT_SYMTAB = 2;

/** Places of the structure of an image, in bytes from its start. */
interface Anatomy {
  /** Every word of ELF headers, section headers, program headers and symbols. */
  readonly fields: readonly number[];
  readonly sections: readonly number[];
  readonly symbols: readonly number[];
}

/** Headers of the ELF file at `base`; offsets in it count from there. */
function addFile(
  view: DataView,
  base: number,
  anatomy: { fields: number[]; sections: number[]; symbols: number[] },
): void {
  const u32 = (at: number): number => view.getUint32(at, true);
  const words = (at: number, size: number): void => {
    for (let i = 0; i < size; i += 4) anatomy.fields.push(at + i);
  };
  words(base, ELF32.header);
  for (let i = 0; i < view.getUint16(base + ELF32.phnum, true); i++)
    words(base + u32(base + ELF32.phoff) + i * ELF32.segment, ELF32.segment);
  for (let i = 0; i < view.getUint16(base + ELF32.shnum, true); i++) {
    const section = base + u32(base + ELF32.shoff) + i * ELF32.section;
    words(section, ELF32.section);
    anatomy.sections.push(section);
    if (u32(section + SECTION.type) !== SHT_SYMTAB) continue;
    for (let at = 0; at + ELF32.symbol <= u32(section + SECTION.size); at += ELF32.symbol) {
      const symbol = base + u32(section + SECTION.offset) + at;
      words(symbol, ELF32.symbol);
      anatomy.symbols.push(symbol);
    }
  }
}

const MAGIC = Buffer.of(0x7f, 0x45, 0x4c, 0x46);

/** Looks through a good image. */
export function anatomyOf(image: Uint8Array): Anatomy {
  const anatomy = { fields: [] as number[], sections: [] as number[], symbols: [] as number[] };
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  for (let at = bytes.indexOf(MAGIC); at >= 0; at = bytes.indexOf(MAGIC, at + 1)) addFile(view, at, anatomy);
  return anatomy;
}

export interface Seed {
  readonly image: Uint8Array;
  readonly anatomy: Anatomy;
}
export const seedOf = (image: Uint8Array): Seed => ({ image, anatomy: anatomyOf(image) });

type Mutation = (bytes: Uint8Array, random: Random, anatomy: Anatomy) => Uint8Array | undefined;

const pick = <T>(values: readonly T[], random: Random): T => values[random(values.length)]!;
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Sizes and offsets that programs get wrong. */
function extreme(length: number, random: Random): number {
  const near = length + random(9) - 4;
  return pick(
    [0, 1, near, near, random(length), 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_ffff - random(64)],
    random,
  );
}

const MUTATIONS: readonly Mutation[] = [
  function truncate(bytes, random) {
    return bytes.subarray(0, random(bytes.length));
  },
  function headerField(bytes, random, { fields }) {
    viewOf(bytes).setUint32(pick(fields, random), extreme(bytes.length, random), true);
    return undefined;
  },
  function headerBit(bytes, random, { fields }) {
    bytes[pick(fields, random) + random(4)]! ^= 1 << random(8);
    return undefined;
  },
  function overlappingSections(bytes, random, { sections }) {
    const [from, to] = [pick(sections, random), pick(sections, random)];
    bytes.copyWithin(to + SECTION.offset, from + SECTION.offset, from + SECTION.size + 4);
    if (random(2) === 0) viewOf(bytes).setUint32(to + SECTION.size, extreme(bytes.length, random), true);
    return undefined;
  },
  function overlappingSymbols(bytes, random, { symbols }) {
    const [from, to] = [pick(symbols, random), pick(symbols, random)];
    // Name, or value and size, or all of it.
    const [start, end] = pick(
      [
        [0, 4],
        [4, 12],
        [0, 16],
      ] as const,
      random,
    );
    bytes.copyWithin(to + start, from + start, from + end);
    return undefined;
  },
  function number(bytes, random) {
    // A number of the texts becomes another of the same length.
    let at = random(bytes.length);
    const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 0x30 && code <= 0x39;
    while (at < bytes.length && !isDigit(bytes[at])) at++;
    for (; isDigit(bytes[at]); at++) bytes[at] = random(4) === 0 ? 0x39 : 0x30 + random(10);
    return undefined;
  },
  function words(bytes, random) {
    for (let changes = 1 + random(6); changes > 0; changes--)
      viewOf(bytes).setUint32(random((bytes.length - 4) >>> 2) * 4, extreme(bytes.length, random), true);
    return undefined;
  },
  function scattered(bytes, random) {
    for (let changes = 1 + random(8); changes > 0; changes--) bytes[random(bytes.length)] = random(256);
    return undefined;
  },
  function splice(bytes, random) {
    const start = random(bytes.length);
    bytes.copyWithin(random(bytes.length), start, start + random(256));
    return undefined;
  },
];

/** The image with number `index`: one to three kinds of damage to one of the seeds. */
export function damagedImage(seeds: readonly Seed[], seed: number, index: number): Uint8Array {
  const random = randomOf(seed, index);
  const { image, anatomy } = pick(seeds, random);
  let bytes = image.slice();
  for (let kinds = 1 + Math.floor(random(4) / 2); kinds > 0; kinds--) {
    const shorter = pick(MUTATIONS, random)(bytes, random, anatomy);
    // Truncated bytes cannot be damaged further.
    if (shorter) return shorter;
    bytes = bytes.slice();
  }
  return bytes;
}
