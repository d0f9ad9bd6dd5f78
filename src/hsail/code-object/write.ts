// BRIG modules to a code object that HSA's runtime loads as it does machine code of the chip, and whose kernels execute
// as HSAIL.

import { CHIPS } from '../../chips/chips.js';
import { RELOCATION } from '../../compiler/code-object/relocations.js';
import { linkSharedObject, type RelocatableObject } from '../../compiler/code-object/shared-object.js';
import { concat } from '../../elf/bytes.js';
import { type ElfRelocation, type ElfSection, type ElfSymbol, SHF, SHT, STB, STT } from '../../elf/elf.js';
import { AtollError } from '../../util/errors.js';
import { BRIG_SECTION, HSAIL_DESCRIPTOR, writeHsailDescriptor } from '../load/descriptor.js';
import { joinModules, type PlacedKernel, placeKernels, programOf } from '../load/object-programs.js';
import type { HsailProgram } from '../load/program.js';
import { metadataNote } from './metadata.js';

/** e_machine of AMD's GPUs, the ABI of HSA, and that of code objects of version 4. */
const IDENTITY = { machine: 224, osAbi: 64, abiVersion: 2 } as const;
const SECTION = { descriptors: 1, text: 3, data: 5 } as const;
const LOCAL_SECTION = { type: STT.section, binding: STB.local };
const GLOBAL_OBJECT = { type: STT.object, binding: STB.global };
const GLOBAL_FUNCTION = { type: STT.func, binding: STB.global };
const ALIGNMENT = 256;
const NOTE_ALIGNMENT = 4;

interface Part {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly bytes: Uint8Array;
  /** The number of the section that its relocations change. */
  readonly info?: number;
  readonly align?: number;
}

/** Bytes one behind the other, each at its offset. */
function placed(parts: readonly (readonly [offset: number, bytes: Uint8Array])[]): Uint8Array {
  const whole = new Uint8Array(Math.max(0, ...parts.map(([offset, { length }]) => offset + length)));
  for (const [offset, bytes] of parts) whole.set(bytes, offset);
  return whole;
}

const descriptorOf = (program: HsailProgram, { index, image }: PlacedKernel): Uint8Array =>
  writeHsailDescriptor({
    groupBytes: image.lds,
    privateBytes: image.scratch,
    kernargBytes: program.lowered[index]!.kernargBytes,
    vectorRegisters: image.registers.vgprs,
    entry: 0,
    codeBytes: image.code.length,
  });

/** The object file: descriptors refer to the code of their kernels, code to variables by the halves of addresses. */
class HsailObject implements RelocatableObject {
  readonly machine = IDENTITY.machine;
  readonly osAbi = IDENTITY.osAbi;
  readonly abiVersion = IDENTITY.abiVersion;
  readonly sections: readonly ElfSection[];
  private readonly program: HsailProgram;
  private readonly kernels: readonly PlacedKernel[];
  private readonly all: ElfSymbol[] = [];
  private readonly entries: ElfRelocation[] = [];
  private readonly addresses: ElfRelocation[] = [];
  private readonly pointers: ElfRelocation[] = [];
  private readonly parts: readonly Part[];

  constructor(
    readonly flags: number,
    /** LLVM's name of the chip. */
    private readonly target: string,
    brig: Uint8Array,
  ) {
    this.program = programOf(brig);
    this.kernels = placeKernels(this.program);
    this.parts = this.partsWith(brig);
    const place = { address: 0, offset: 0, link: 0, align: ALIGNMENT, entrySize: 0 };
    this.sections = this.parts.map(({ bytes, info = 0, ...part }, index) => {
      return { ...place, ...part, index, info, size: bytes.length };
    });
    const area = this.symbol('', SECTION.data, 0, 0, LOCAL_SECTION);
    for (const kernel of this.kernels) this.addKernel(kernel, area);
    for (const { name, offset, size } of this.program.variables)
      this.symbol(name, SECTION.data, offset, size, GLOBAL_OBJECT);
    for (const { name, offset, size } of this.program.functions)
      this.symbol(name, SECTION.data, offset, size, GLOBAL_FUNCTION);
    for (const { place, target, upper } of this.program.data.addresses)
      this.pointers.push({ offset: place, type: RELOCATION.abs64, symbol: area, addend: target, upper });
  }

  /** In the order of the numbers of sections. */
  private partsWith(brig: Uint8Array): readonly Part[] {
    const { kernels, program } = this;
    const [bits, none] = [SHT.progbits, new Uint8Array(0)];
    const code = placed(kernels.map(({ offset, image }) => [offset, image.code]));
    return [
      { name: '', type: SHT.null, flags: 0, bytes: none },
      {
        name: '.rodata',
        type: bits,
        flags: SHF.alloc,
        bytes: concat(kernels.map((each) => descriptorOf(program, each))),
      },
      { name: '.rela.rodata', type: SHT.rela, flags: 0, bytes: none, info: SECTION.descriptors },
      { name: '.text', type: bits, flags: SHF.alloc | SHF.exec, bytes: code },
      { name: '.rela.text', type: SHT.rela, flags: 0, bytes: none, info: SECTION.text },
      { name: '.data', type: bits, flags: SHF.alloc | SHF.write, bytes: program.data.bytes },
      { name: '.rela.data', type: SHT.rela, flags: 0, bytes: none, info: SECTION.data },
      { name: BRIG_SECTION, type: bits, flags: 0, bytes: brig },
      {
        name: '.note',
        type: SHT.note,
        flags: SHF.alloc,
        bytes: metadataNote(program, this.target),
        align: NOTE_ALIGNMENT,
      },
    ];
  }

  private symbol(
    name: string,
    section: number,
    value: number,
    size: number,
    kind: Pick<ElfSymbol, 'type' | 'binding'>,
  ): number {
    const index = this.all.length;
    this.all.push({ index, name, value, size, section, ...kind });
    return index;
  }

  private addKernel({ index, image, offset }: PlacedKernel, area: number): void {
    const { program } = this;
    const [name, place] = [program.symbols[index]!, index * HSAIL_DESCRIPTOR.size];
    const code = this.symbol(name, SECTION.text, offset, image.code.length, GLOBAL_FUNCTION);
    this.symbol(`${name}.kd`, SECTION.descriptors, place, HSAIL_DESCRIPTOR.size, GLOBAL_OBJECT);
    const at = HSAIL_DESCRIPTOR.entry;
    // The distance counts from the descriptor's begin.
    this.entries.push({ offset: place + at, type: RELOCATION.rel64, symbol: code, addend: at });
    for (const { low, high, offset: addend } of program.lowered[index]!.relocations)
      this.addresses.push(
        { offset: offset + 4 * low, type: RELOCATION.abs32Low, symbol: area, addend },
        { offset: offset + 4 * high, type: RELOCATION.abs32High, symbol: area, addend },
      );
  }

  symbols(): readonly ElfSymbol[] {
    return this.all;
  }

  contents({ index }: ElfSection): Part {
    return this.parts[index]!;
  }

  relocations({ info }: ElfSection): readonly ElfRelocation[] {
    if (info === SECTION.data) return this.pointers;
    return info === SECTION.text ? this.addresses : this.entries;
  }
}

/**
 * @param modules those of one program
 * @param target LLVM's name of the chip whose agents load the object
 * @throws AtollError naming module and place
 */
export function hsailCodeObject(modules: readonly { readonly bytes: Uint8Array }[], target: string): Uint8Array {
  const chip = CHIPS.find((each) => each.llvm === target);
  if (!chip) throw new AtollError('UNSUPPORTED', `there is no chip ${target}`, 'Use the ISA of an agent.');
  return linkSharedObject(new HsailObject(chip.elfMachine, target, joinModules(modules.map(({ bytes }) => bytes))));
}
