// Writes the outer ELF file, the container of everything: sections and symbols in the order of genuine images.
import { concat, fromLatin1 } from '../elf/bytes.js';
import { ET_EXEC, SHF, SHT, STT } from '../elf/elf.js';
import {
  ELF32_HEADER_SIZE,
  type Elf32Section,
  type Elf32Symbol,
  elf32Header,
  elf32SectionHeaders,
  elf32Symbols,
  StringTable,
} from '../elf/writer.js';

const SECTIONS = ['.shstrtab', '.strtab', '.symtab', '.llvmir', '.comment', '.rodata', '.text'] as const;
const COMMENT = 5;
const RODATA = 6;
const TEXT = 7;
const SYMBOL_ALIGNMENT = 8;

/** Contents of the sections .rodata and .text for one kernel. */
export interface OuterKernel {
  readonly name: string;
  readonly metadata: string;
  readonly header: Uint8Array;
  readonly inner: Uint8Array;
}

export interface OuterParts {
  readonly machine: number;
  readonly compileOptions: string;
  readonly driverText: string;
  readonly intermediate: Uint8Array;
  /** Contents of constant buffer 2, before everything else in .rodata; may be empty. */
  readonly globalData: Uint8Array;
  readonly kernels: readonly OuterKernel[];
}

/** Collects the bytes of a section and the symbols that point into it. */
class SectionData {
  readonly parts: Uint8Array[] = [];
  size = 0;

  add(bytes: Uint8Array): { value: number; size: number } {
    const place = { value: this.size, size: bytes.length };
    this.parts.push(bytes);
    this.size += bytes.length;
    return place;
  }
}

function symbolTable(parts: OuterParts, rodata: SectionData, text: SectionData, strings: StringTable): Uint8Array {
  const optionsSize = fromLatin1(parts.compileOptions).length;
  const symbols: Elf32Symbol[] = [
    { name: '__OpenCL_compile_options', value: 0, size: optionsSize, info: STT.object, section: COMMENT },
  ];
  if (parts.globalData.length > 0) {
    symbols.push({ name: '__OpenCL_2_global', ...rodata.add(parts.globalData), info: STT.object, section: RODATA });
  }
  for (const kernel of parts.kernels) {
    const name = `__OpenCL_${kernel.name}_`;
    const metadata = rodata.add(fromLatin1(kernel.metadata));
    symbols.push({ name: `${name}metadata`, ...metadata, info: STT.object, section: RODATA });
    symbols.push({ name: `${name}kernel`, ...text.add(kernel.inner), info: STT.func, section: TEXT });
    symbols.push({ name: `${name}header`, ...rodata.add(kernel.header), info: STT.object, section: RODATA });
  }
  return elf32Symbols(symbols, strings);
}

/** The outer ELF file. */
export function writeOuterElf(parts: OuterParts): Uint8Array {
  const names = new StringTable(SECTIONS);
  const strings = new StringTable();
  const [rodata, text] = [new SectionData(), new SectionData()];
  const symbols = symbolTable(parts, rodata, text, strings);
  const comment = fromLatin1(parts.compileOptions + parts.driverText);
  const nameBytes = names.bytes();
  const stringBytes = strings.bytes();
  const padding = -(ELF32_HEADER_SIZE + nameBytes.length + stringBytes.length) & (SYMBOL_ALIGNMENT - 1);

  let at = ELF32_HEADER_SIZE;
  const place = (size: number, pad = 0): { offset: number; size: number } => {
    const offset = at + pad;
    at = offset + size;
    return { offset, size };
  };
  const sections: Elf32Section[] = [
    { name: '.shstrtab', type: SHT.strtab, flags: SHF.strings, align: 1, ...place(nameBytes.length) },
    { name: '.strtab', type: SHT.strtab, flags: SHF.strings, align: 1, ...place(stringBytes.length) },
    { name: '.symtab', type: SHT.symtab, link: 2, align: 8, entrySize: 16, ...place(symbols.length, padding) },
    { name: '.llvmir', type: SHT.progbits, align: 1, ...place(parts.intermediate.length) },
    { name: '.comment', type: SHT.progbits, align: 1, ...place(comment.length) },
    { name: '.rodata', type: SHT.progbits, flags: SHF.alloc, align: 1, ...place(rodata.size) },
    { name: '.text', type: SHT.progbits, flags: SHF.alloc | SHF.exec, align: 1, ...place(text.size) },
  ];
  const header = elf32Header({
    osAbi: 0,
    abiVersion: 0,
    type: ET_EXEC,
    machine: parts.machine,
    flags: 0,
    programHeaderCount: 0,
    sectionHeaderOffset: at,
    sectionHeaderCount: sections.length + 1,
    stringSection: 1,
  });
  const body = [nameBytes, stringBytes, new Uint8Array(padding), symbols, parts.intermediate, comment];
  return concat([header, ...body, ...rodata.parts, ...text.parts, elf32SectionHeaders(sections, names)]);
}
