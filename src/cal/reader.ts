// Reads CAL images: ours, genuine AMD Catalyst ones, and those that Multi2Sim's compiler wrote.
import { ByteReader, badImage, latin1 } from '../elf/bytes.js';
import type { ElfSymbol } from '../elf/elf.js';
import type { ElfFile } from '../elf/reader.js';
import { readElf } from '../elf/reader.js';
import { NO_DEBUG_INFO } from '../source/debug-info.js';
import { groupOf } from '../util/required.js';
import { checkCatalyst } from './check-catalyst.js';
import { IMPLICIT_ARGS, KERNARG_HEADER } from './convention.js';
import { chipByMachine } from './devices.js';
import { type ExtraKernel, readExtraLines } from './extra-lines.js';
import type { CalImage, CalKernel } from './image.js';
import { type CalKernelMetadata, readMetadata } from './metadata-read.js';
import { type Encoding, readInnerElf } from './read-inner.js';

/** Kernels, options and metadata have symbols in every image. */
const SYMBOL_PREFIX = '__OpenCL_';
const KERNEL_SYMBOL = /^__OpenCL_(.+)_kernel$/;
const OPTIONS_SYMBOL = '__OpenCL_compile_options';
const GLOBAL_DATA_SYMBOL = '__OpenCL_2_global';
const MAX_KERNELS = 4096;
/** The name in errors of an image that came without one. */
const DEFAULT_NAME = 'CAL image';

/** The outer file with its symbols, by name. */
class Outer {
  readonly elf: ElfFile;
  readonly symbols: ReadonlyMap<string, ElfSymbol>;

  constructor(elf: ElfFile) {
    this.elf = elf;
    this.symbols = new Map(elf.symbols().map((symbol) => [symbol.name, symbol]));
  }

  /** The bytes that a symbol names. */
  contents(symbol: ElfSymbol): ByteReader {
    const section = this.elf.sections[symbol.section];
    if (!section)
      throw this.elf.reader.error(0, `symbol '${symbol.name}' is in section ${symbol.section}, which does not exist`);
    return this.elf
      .contents(section)
      .part(symbol.value, symbol.size, `${this.elf.reader.name}, symbol '${symbol.name}'`);
  }

  bytes(name: string): Uint8Array {
    const symbol = this.symbols.get(name);
    return symbol ? this.contents(symbol).bytes.slice() : new Uint8Array(0);
  }

  sectionBytes(name: string): Uint8Array {
    const section = this.elf.section(name);
    return section ? this.elf.contents(section).bytes.slice() : new Uint8Array(0);
  }
}

/** COMPUTE_PGM_RSRC1 fields that our lines do not repeat. */
const floatModeOf = (rsrc1: number): number => (rsrc1 >>> 12) & 0xff;

/** Fields of notes and genuine lines, the same for every maker. */
function sharedFields(name: string, encoding: Encoding, metadata: CalKernelMetadata): CalKernel {
  const { notes, text, data } = encoding;
  const info = notes.progInfo;
  return {
    name,
    convention: 'amd',
    code: text.bytes.slice(),
    textSize: text.length,
    entryOffset: 0,
    codeRelocations: [],
    data: data.bytes.slice(),
    vgprs: info.vgprs,
    sgprs: info.sgprs,
    rsrc1: undefined,
    rsrc2: info.rsrc2,
    floatMode: info.floatMode,
    ieeeMode: info.ieeeMode !== 0,
    ldsBytes: metadata.ldsBytes,
    scratchBytesPerLane: info.scratchDwords * 4,
    uavPrivateBytes: metadata.privateBytes,
    userElements: info.userElements,
    uavs: notes.uavs,
    constantBuffers: notes.constantBuffers,
    samplers: notes.samplers,
    inlineSamplers: metadata.inlineSamplers,
    reqdWorkGroupSize: metadata.reqdWorkGroupSize,
    workGroupLimit: undefined,
    workGroupSizeHint: undefined,
    vecTypeHint: undefined,
    groupsUnseen: false,
    args: metadata.args,
    kernargSize: metadata.kernargSize,
    implicitArgOffset: 0,
    printfFormats: [],
    debug: NO_DEBUG_INFO,
  };
}

/** Checks that what our lines say fits the code. */
function checkExtra(extra: ExtraKernel, text: ByteReader): void {
  text.check(0, extra.textSize, 'the instructions');
  text.check(extra.entryOffset, 4, 'the entry point');
  if (extra.entryOffset % 4 !== 0) throw text.error(extra.entryOffset, 'the entry point is not aligned to 4 bytes');
  for (const offset of extra.codeRelocations) text.check(offset, 8, 'a relocated pointer');
  // The driver writes there at every launch.
  const { implicitArgOffset: start, kernargSize } = extra;
  if (start < KERNARG_HEADER.size || start % 4 !== 0 || start + IMPLICIT_ARGS.size > kernargSize) {
    const problem = `implicit arguments at ${start} do not fit a kernarg segment of ${kernargSize} bytes`;
    throw badImage(text.name, Number.NaN, problem);
  }
}

/** Kernels that share bytes would make a small file large in memory. Genuine ones lie one after another. */
function checkDisjoint({ elf }: Outer, symbols: readonly ElfSymbol[], what: string): void {
  const total = symbols.reduce((sum, { size }) => sum + size, 0);
  const { reader } = elf;
  if (total > reader.length) {
    throw reader.error(0, `its ${what} have ${total} bytes in total, more than the ${reader.length} of the whole file`);
  }
}

const metadataSymbol = (kernel: string): string => `__OpenCL_${kernel}_metadata`;

function readKernel(outer: Outer, symbol: ElfSymbol, name: string): CalKernel {
  const image = outer.elf.reader.name;
  const encoding = readInnerElf(outer.contents(symbol), chipByMachine(outer.elf.machine));
  const part = `${image}, metadata of kernel '${name}'`;
  const text = latin1(outer.bytes(metadataSymbol(name)));
  const kernel = sharedFields(name, encoding, readMetadata(text, part));
  const extra = readExtraLines(text, part);
  if (!extra) {
    checkCatalyst(kernel, `${image}, kernel '${name}'`);
    return kernel;
  }
  checkExtra(extra, encoding.text);
  const { rsrc1 } = extra;
  const floatMode = rsrc1 === undefined ? kernel.floatMode : floatModeOf(rsrc1);
  return { ...kernel, ...extra, convention: 'llvm', data: new Uint8Array(0), floatMode };
}

/** The text of a source file stands in the first kernel that names it, and is all kernels'. */
function withSources(kernels: readonly CalKernel[]): CalKernel[] {
  const sources = new Map(kernels.flatMap(({ debug }) => [...debug.sources]));
  return kernels.map((kernel) => (sources.size === 0 ? kernel : { ...kernel, debug: { ...kernel.debug, sources } }));
}

/** Options and driver text, which share .comment: the options' symbol says where they part. */
function readComment(outer: Outer): { compileOptions: string; driverText: string } {
  const comment = latin1(outer.sectionBytes('.comment'));
  const size = outer.symbols.get(OPTIONS_SYMBOL)?.size ?? 0;
  return { compileOptions: comment.slice(0, size), driverText: comment.slice(size) };
}

/**
 * Reads an image.
 *
 * @param bytes the outer ELF file; nothing in it is trusted
 * @param name what to call it in errors, usually a file name
 * @throws AtollError BAD_IMAGE naming the part and the file offset
 */
export function readCalImage(bytes: Uint8Array, name = DEFAULT_NAME): CalImage {
  const reader = new ByteReader(bytes, name);
  const outer = new Outer(readElf(reader));
  const { machine } = outer.elf;
  if (![...outer.symbols.keys()].some((symbol) => symbol.startsWith(SYMBOL_PREFIX)))
    throw reader.error(0, `this ELF file is no CAL image: none of its symbols begins with ${SYMBOL_PREFIX}`);
  const kernels = [...outer.symbols.values()].flatMap((symbol) => {
    const match = KERNEL_SYMBOL.exec(symbol.name);
    return match ? [{ symbol, name: groupOf(match, 1) }] : [];
  });
  if (kernels.length > MAX_KERNELS)
    throw reader.error(0, `it has ${kernels.length} kernels; at most ${MAX_KERNELS} are read`);
  checkDisjoint(
    outer,
    kernels.map(({ symbol }) => symbol),
    'kernels',
  );
  const metadata = kernels.flatMap(({ name: kernelName }) => outer.symbols.get(metadataSymbol(kernelName)) ?? []);
  checkDisjoint(outer, metadata, 'metadata texts');
  return {
    device: chipByMachine(machine)?.id ?? `machine-0x${machine.toString(16)}`,
    ...readComment(outer),
    intermediate: outer.sectionBytes('.llvmir'),
    globalData: outer.bytes(GLOBAL_DATA_SYMBOL),
    kernels: withSources(kernels.map(({ symbol, name: kernelName }) => readKernel(outer, symbol, kernelName))),
  };
}
