// Kernels as packets name them: by the address of a descriptor that the program's runtime has put into memory.

import { limitsOfProcessor } from '../../../chips/chips.js';
import { ByteReader } from '../../../elf/bytes.js';
import { type GpuMemory, PERMISSION } from '../../../emulator/memory.js';
import type { KernelSymbol } from '../../../hsa/debug-info.js';
import { demangled } from '../../../hsa/demangle.js';
import { CODE_HEADER_SIZE, DESCRIPTOR_SIZE, isCodeHeader, readKernelCode } from '../../../hsa/descriptor.js';
import { HSA, type HsaData } from '../../../hsa/load/convention.js';
import { generation, initialRegisters } from '../../../hsa/load/registers.js';
import { type HsailDescriptor, readHsailDescriptor } from '../../../hsail/load/descriptor.js';
import { decode } from '../../../isa/decode.js';
import type { Isa } from '../../../isa/isa.js';
import { isaOfProcessor } from '../../../isa/isas.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { KernelImage } from '../../../launch/image.js';
import type { NamedAllocation } from '../../../launch/nearest-allocation.js';
import { NO_DEBUG_INFO } from '../../../source/debug-info.js';
import { AtollError } from '../../../util/errors.js';
import { required } from '../../../util/required.js';
import { FAMILY } from '../../device-models.js';
import type { PageSources } from '../sources/sources.js';
import { codeEnd } from './code-end.js';
import { hsailCode, hsailExtent } from './hsail-kernel.js';
import type { Ranges } from './messages.js';
import type { AqlDispatch } from './packet.js';
import { codeAt, symbolAt } from './symbols.js';

/** Maximum work-group size: HSA's own limit. */
const MAX_GROUP = 1024;

interface KernelEntry {
  /** Or header, of code objects up to version 2. */
  readonly descriptor: Uint8Array;
  readonly codes: Map<string, LoadedCode>;
  readonly extent: { readonly address: number; readonly size: number };
  readonly name: string;
  /** The program has a name for it. */
  readonly named: boolean;
  /** Its code is HSAIL. */
  readonly hsail: HsailDescriptor | undefined;
}

/** Observes kernels. */
export interface KernelObserver {
  readonly sources: PageSources;
  /** Called with each kernel at its first launch. */
  seen(image: KernelImage): void;
}

const refuse = (address: bigint, problem: string): never => {
  throw new AtollError('BAD_INPUT', `the kernel at 0x${address.toString(16)} ${problem}`);
};

export class Kernels {
  private readonly entries = new Map<number, KernelEntry>();
  private ranges: Ranges = [];
  private observed: KernelObserver | undefined;
  /** Code of reported kernels, by name. */
  private readonly reported = new Map<string, Uint8Array>();

  constructor(private readonly memory: GpuMemory) {}

  /**
   * Memory that kernels can reach, as what arguments may point to. The runtime gives programs parts of what it has
   * requested.
   */
  get allocations(): readonly NamedAllocation[] {
    const { space } = this.memory;
    return this.ranges.map(([start, size]) => ({ address: space.addressOf(start), size, maker: undefined }));
  }

  get isObserved(): boolean {
    return this.observed !== undefined;
  }

  /** Starts to report kernels and their sources. */
  observe(observer: KernelObserver): void {
    this.observed = observer;
    this.forget();
  }

  /** Memory has changed hands. */
  update(ranges: Ranges): void {
    this.ranges = ranges;
    this.forget();
  }

  /** Code may be another one now. */
  forget(): void {
    this.entries.clear();
  }

  /**
   * The kernel that a packet names, with the memory that it requests.
   * @throws AtollError BAD_INPUT, BAD_IMAGE for one that cannot be executed
   */
  find(dispatch: AqlDispatch, chip: string): LoadedCode {
    const { kernel, groupBytes, privateBytes } = dispatch;
    const at = this.memory.space.translate(kernel, DESCRIPTOR_SIZE) ?? 0;
    if (at % DESCRIPTOR_SIZE !== 0 || !this.memory.allows(at, DESCRIPTOR_SIZE, PERMISSION.read))
      return refuse(kernel, 'is not in allocated memory');
    const entry = this.current(at, kernel, chip);
    const key = `${chip} ${groupBytes} ${privateBytes}`;
    const loaded = entry.codes.get(key) ?? this.load(entry, kernel, dispatch, chip);
    entry.codes.set(key, loaded);
    return loaded;
  }

  /** Entry of the descriptor's present contents. */
  private current(at: number, address: bigint, chip: string): KernelEntry {
    const before = this.entries.get(at);
    if (before && Buffer.compare(before.descriptor, this.bytes(at, before.descriptor.length)) === 0) return before;
    const descriptor = this.descriptor(at, address);
    const hsail = readHsailDescriptor(descriptor);
    const { entry } = hsail ?? readKernelCode(new ByteReader(descriptor, `kernel at 0x${address.toString(16)}`));
    const first = at + entry;
    const range = this.ranges.find(([start, size]) => first >= start && first < start + size);
    if (!range || first % 4 !== 0) return refuse(address, 'begins outside of allocated memory');
    const extent = hsail ? hsailExtent(hsail, first, range) : this.extent(isaOf(chip), first, range);
    if (!extent) return refuse(address, 'has code that ends outside of allocated memory');
    const symbol = symbolAt(this.memory, this.ranges, at);
    const name = symbol !== undefined ? demangled(symbol) : `0x${address.toString(16)}`;
    const named = symbol !== undefined;
    const created = { descriptor, codes: new Map(), extent, name, named, hsail };
    this.entries.set(at, created);
    return created;
  }

  private bytes(at: number, size: number): Uint8Array {
    return this.memory.u8.subarray(at, at + size);
  }

  /** A copy of what stands at a kernel's address, as long as it is by its own words. */
  private descriptor(at: number, address: bigint): Uint8Array {
    const descriptor = this.bytes(at, DESCRIPTOR_SIZE).slice();
    if (!isCodeHeader(new ByteReader(descriptor, 'kernel'))) return descriptor;
    if (!this.memory.allows(at, CODE_HEADER_SIZE, PERMISSION.read))
      return refuse(address, `has a header of ${CODE_HEADER_SIZE} bytes that is not all in allocated memory`);
    const rest = this.bytes(at + DESCRIPTOR_SIZE, CODE_HEADER_SIZE - DESCRIPTOR_SIZE);
    return Uint8Array.of(...descriptor, ...rest);
  }

  private extent(isa: Isa, first: number, range: readonly [number, number]): KernelEntry['extent'] {
    const [start, size] = range;
    const words = this.memory.u32.subarray(first / 4, (start + size) >>> 2);
    const end = codeEnd((index) => decode(isa, words, index), words.length);
    // With calls and computed jumps all of the object's code may be meant.
    return end === undefined ? codeAt(this.memory, range, first) : { address: first, size: 4 * end };
  }

  private load(entry: KernelEntry, address: bigint, dispatch: AqlDispatch, chip: string): LoadedCode {
    const code = entry.hsail
      ? this.loadHsail(entry, entry.hsail, dispatch, chip)
      : this.loadMachineCode(entry, address, dispatch, chip);
    if (entry.named) this.show(code);
    return code;
  }

  private loadHsail(
    { extent, name }: KernelEntry,
    descriptor: HsailDescriptor,
    { groupBytes, privateBytes }: AqlDispatch,
    chip: string,
  ): LoadedCode {
    const about = this.observed && this.about(this.observed, extent, { entry: 0, lds: descriptor.groupBytes });
    const place = { name, code: extent, lds: groupBytes, scratch: privateBytes, ...(about ? { about } : {}) };
    return hsailCode(place, descriptor, groupLimits(chip));
  }

  private loadMachineCode(
    { descriptor: bytes, extent, name }: KernelEntry,
    address: bigint,
    dispatch: AqlDispatch,
    chip: string,
  ): LoadedCode<HsaData> {
    const descriptor = readKernelCode(new ByteReader(bytes, name));
    if (descriptor.wavefront32)
      throw new AtollError(
        'UNSUPPORTED',
        `kernel ${name} has wavefronts of 32 lanes, ${chip} has ${FAMILY.wavefrontSize}`,
        'build it for this chip',
      );
    const at = required(this.memory.space.translate(address), 'place of the kernel');
    const kernel = { entry: at + descriptor.entry - extent.address, lds: descriptor.lds };
    const about = this.observed && this.about(this.observed, extent, kernel);
    return {
      name,
      isa: isaOf(chip).name,
      code: extent,
      entry: at + descriptor.entry,
      registers: initialRegisters(descriptor, chip),
      lds: dispatch.groupBytes,
      scratch: dispatch.privateBytes,
      groups: groupLimits(chip),
      convention: {
        name: HSA,
        segmentBytes: descriptor.kernarg,
        hidden: [],
        registers: descriptor.registers,
        preloaded: descriptor.preloaded,
        generation: generation(chip),
        packet: 0,
        queue: 0,
      },
      ...(about ? { about } : {}),
    };
  }

  /** Facts about a kernel from its source. */
  private about(
    { sources }: KernelObserver,
    { address, size }: KernelEntry['extent'],
    kernel: KernelSymbol,
  ): LoadedCode['about'] {
    const place = this.memory.space.addressOf(address);
    const debug = sources.of(place, size, kernel);
    return { debug, arguments: sources.argumentsOf(place, debug, kernel) };
  }

  /** Once each, as long as its code stays the same. */
  private show(loaded: LoadedCode): void {
    if (!this.observed) return;
    const { address, size } = loaded.code;
    const code = this.memory.u8.slice(address, address + size);
    const earlier = this.reported.get(loaded.name);
    if (earlier && Buffer.compare(earlier, code) === 0) return;
    this.reported.set(loaded.name, code);
    this.observed.seen(imageOf(loaded, code));
  }
}

const imageOf = ({ about, code: place, entry, ...loaded }: LoadedCode, code: Uint8Array): KernelImage => ({
  ...loaded,
  code,
  textSize: code.length,
  entryOffset: entry - place.address,
  signature: { arguments: [], sizeHint: undefined, vectorTypeHint: undefined, printfFormats: [] },
  debug: about?.debug ?? NO_DEBUG_INFO,
});

const groupLimits = (chip: string): LoadedCode['groups'] => ({
  required: undefined,
  limit: MAX_GROUP,
  lds: limitsOfProcessor(chip).ldsPerWorkGroup,
  unseen: true,
});

function isaOf(chip: string): Isa {
  const isa = isaOfProcessor(chip);
  if (!isa) throw new AtollError('INTERNAL', `the instruction set of ${chip} is not loaded`);
  return isa;
}
