// The object file of clang's AMDGPU back end: sections with their relocations, functions, register settings.
import { ByteReader, badImage } from '../../elf/bytes.js';
import { type ElfRelocation, type ElfSection, type ElfSymbol, SHF, SHN_LORESERVE, SHT, STT } from '../../elf/elf.js';
import { type ElfFile, readElf } from '../../elf/reader.js';

/** e_machine of AMDGPU objects. */
const EM_AMDGPU = 224;
const OBJECT_NAME = 'compiled object';

/** Registers of the pairs in .AMDGPU.config. Source: LLVM's AMDGPU back end (SIDefines). */
const CONFIG = { rsrc1: 0xb848, rsrc2: 0xb84c, tmpringSize: 0xb860 } as const;
const CONFIG_RECORD_SIZE = 40;

/** The register settings that the back end computed for one function. */
export interface FunctionConfig {
  readonly rsrc1: number;
  readonly rsrc2: number;
  /** Private memory of a work-item, in bytes. */
  readonly scratchBytesPerLane: number;
}

export class ObjectFile {
  readonly elf: ElfFile;
  readonly symbols: readonly ElfSymbol[];
  private readonly bySection = new Map<number, ElfRelocation[]>();
  private readonly configs = new Map<string, FunctionConfig>();

  constructor(bytes: Uint8Array) {
    const reader = new ByteReader(bytes, OBJECT_NAME);
    this.elf = readElf(reader);
    if (this.elf.machine !== EM_AMDGPU)
      throw reader.error(18, `its machine is ${this.elf.machine}, not AMDGPU (${EM_AMDGPU})`);
    this.symbols = this.elf.symbols();
    for (const section of this.elf.sections) {
      if (section.type !== SHT.rel && section.type !== SHT.rela) continue;
      this.bySection.set(section.info, this.elf.relocations(section));
    }
    this.readConfigs();
  }

  section(index: number): ElfSection {
    const section = this.elf.sections[index];
    if (!section) throw badImage(OBJECT_NAME, Number.NaN, `section ${index} does not exist`);
    return section;
  }

  bytes(section: ElfSection): Uint8Array {
    if (section.type === SHT.nobits) return new Uint8Array(section.size);
    return this.elf.contents(section).bytes;
  }

  relocations(section: ElfSection): readonly ElfRelocation[] {
    return this.bySection.get(section.index) ?? [];
  }

  symbol(index: number): ElfSymbol {
    const symbol = this.symbols[index];
    if (!symbol) throw badImage(OBJECT_NAME, Number.NaN, `symbol ${index} does not exist`);
    return symbol;
  }

  /** The defined function of that name. */
  function(name: string): ElfSymbol | undefined {
    return this.symbols.find((symbol) => symbol.name === name && symbol.type === STT.func && isDefined(symbol));
  }

  config(name: string): FunctionConfig | undefined {
    return this.configs.get(name);
  }

  /** The name of the function that contains a place of a code section. */
  functionAt(section: number, offset: number): string | undefined {
    return this.symbols.find((symbol) => {
      const isCode = symbol.type === STT.func && symbol.section === section;
      return isCode && offset >= symbol.value && offset < symbol.value + symbol.size;
    })?.name;
  }

  /** One record for each function, in the order of emission, which is the order of their places. */
  private readConfigs(): void {
    const section = this.elf.section('.AMDGPU.config');
    if (!section) return;
    const records = this.elf.contents(section);
    const functions = this.symbols.filter((symbol) => symbol.type === STT.func && isDefined(symbol));
    const placeOf = (symbol: ElfSymbol): number => symbol.section * 2 ** 32 + symbol.value;
    const places = [...new Set(functions.map(placeOf))].sort((a, b) => a - b);
    if (places.length * CONFIG_RECORD_SIZE !== records.length) {
      throw records.error(0, `${records.length} bytes do not describe ${places.length} functions`);
    }
    for (const symbol of functions) {
      const at = places.indexOf(placeOf(symbol)) * CONFIG_RECORD_SIZE;
      this.configs.set(symbol.name, readConfig(records.part(at, CONFIG_RECORD_SIZE, `settings of '${symbol.name}'`)));
    }
  }
}

function readConfig(record: ByteReader): FunctionConfig {
  const values = new Map<number, number>();
  for (let at = 0; at < record.length; at += 8) values.set(record.u32(at), record.u32(at + 4));
  const tmpring = values.get(CONFIG.tmpringSize) ?? 0;
  // TMPRING_SIZE.WAVESIZE counts units of 1 KiB for the 64 lanes of a wavefront.
  const scratchBytesPerLane = (((tmpring >>> 12) & 0x1fff) * 1024) / 64;
  return { rsrc1: values.get(CONFIG.rsrc1) ?? 0, rsrc2: values.get(CONFIG.rsrc2) ?? 0, scratchBytesPerLane };
}

export const isDefined = (symbol: ElfSymbol): boolean => symbol.section !== 0 && symbol.section < SHN_LORESERVE;

export const isCode = (section: ElfSection): boolean => (section.flags & SHF.exec) !== 0;
