// Names of the ELF constants that images and object files use, and the shape of a file that has been read.
// Source: System V ABI, chapters 4 and 5.

export const ELF_CLASS_32 = 1;
export const ELF_CLASS_64 = 2;
export const ET_EXEC = 2;
export const ET_DYN = 3;

export const SHT = {
  null: 0,
  progbits: 1,
  symtab: 2,
  strtab: 3,
  rela: 4,
  hash: 5,
  dynamic: 6,
  note: 7,
  nobits: 8,
  rel: 9,
  dynsym: 11,
} as const;
export const SHF = { write: 1, alloc: 2, exec: 4, merge: 0x10, strings: 0x20 } as const;
export const PT = { load: 1, dynamic: 2, note: 4 } as const;
export const STT = { notype: 0, object: 1, func: 2, section: 3, file: 4 } as const;
export const STB = { local: 0, global: 1, weak: 2 } as const;
export const SHN_UNDEF = 0;
export const SHN_ABS = 0xfff1;
/** Section indices from here on are reserved: absolute, common and processor-specific symbols. */
export const SHN_LORESERVE = 0xff00;

export interface ElfSection {
  readonly index: number;
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly info: number;
  readonly align: number;
  readonly entrySize: number;
}

export interface ElfSegment {
  readonly type: number;
  readonly offset: number;
  /** Address in memory, before the file is placed. */
  readonly address: number;
  readonly fileSize: number;
  /** At least `fileSize`; what is beyond is zeros. */
  readonly memorySize: number;
}

export interface ElfSymbol {
  readonly index: number;
  readonly name: string;
  readonly value: number;
  readonly size: number;
  readonly type: number;
  readonly binding: number;
  readonly section: number;
}

export interface ElfRelocation {
  readonly offset: number;
  readonly type: number;
  readonly symbol: number;
  /** Undefined for SHT_REL: the addend is then in the place that is relocated. */
  readonly addend: number | undefined;
  /** Upper 16 bits of an addend of 64, above its lower 48, which are signed. */
  readonly upper?: number;
}
