// Accesses beyond their object: memory objects of the launch, local memory, private memory, texels; and memory objects
// that have been released. An address does not show from which argument it was made: allowed is what any argument of
// the launch covers.

import { TRAP_NUMBERS, TRAP_TEXTS } from '../abi/trap-numbers.js';
import type { GpuFault } from '../emulator/faults.js';
import { allocatedLds } from '../emulator/launch.js';
import type { MemoryAccess } from '../emulator/probes.js';
import { LDS_SIZE } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { scratchAddressOf } from '../emulator/wavefronts.js';
import type { Instruction } from '../isa/instruction.js';
import { accessText } from './access-text.js';
import { texelsBeyond } from './images.js';
import type { LaunchView } from './launch-view.js';
import { eachLocalPlace, type LocalAccess } from './local-places.js';
import { type AllowedRange, MEM, type MemoryObject, type Objects, objectText, relation } from './objects.js';
import { type PrivatePlace, refusedPlaces } from './private-places.js';
import type { Reports } from './reports.js';

/** Bytes around a memory object without other allocations (src/driver/core/video-memory.ts). */
const NEAR = 64 * 1024;

/** Details of faults. */
const OVERFLOWS = [TRAP_NUMBERS.callDepth, TRAP_NUMBERS.allocation].map((number) => TRAP_TEXTS[number]!);

const BAD_CALL = TRAP_TEXTS[TRAP_NUMBERS.codeHandle]!;

export class BoundsCheck {
  /** The memory object of the last access that was allowed; undefined for what belongs to the kernel itself. */
  lastObject: MemoryObject | undefined;
  private ranges: readonly AllowedRange[] | undefined;
  private last: AllowedRange | undefined;

  constructor(
    private readonly objects: Objects,
    private readonly reports: Reports,
  ) {}

  /**
   * True if other launches may use the memory of the last global access: that of an object, or all memory of a program
   * that reports no objects.
   */
  get isShared(): boolean {
    return this.lastObject !== undefined || this.ranges === undefined;
  }

  begin({ ranges }: LaunchView): void {
    this.ranges = ranges;
    this.last = undefined;
  }

  /** Checks the bounds of an access, and reports a violation. */
  access(w: Wavefront, access: MemoryAccess, isLocal: boolean, isScratch: boolean): boolean {
    if (isLocal) return this.local(w, access);
    if (isScratch) return this.scratch(w, access);
    const { address, size } = access;
    const { last } = this;
    if (last && address >= last.start && address + size <= last.end) {
      this.lastObject = last.object;
      if (last.limited) this.flags(last, access);
      return true;
    }
    return this.global(access);
  }

  private global(access: MemoryAccess): boolean {
    const { address, size } = access;
    this.lastObject = undefined;
    if (!this.ranges) return true;
    for (const range of this.ranges) {
      if (address < range.start || address + size > range.end) continue;
      this.last = range;
      this.lastObject = range.object;
      if (range.limited) this.flags(range, access);
      return true;
    }
    const object = this.ownNear(address) ?? this.objects.at(address) ?? this.objects.near(address, NEAR);
    // Memory of the library beside memory objects: descriptors of images, the printf buffer.
    if (!object) return true;
    this.reportGlobal(access, object);
    return false;
  }

  /** An access within an object that kernels may not write to, or not read, and that no other argument allows. */
  private flags({ object, argument }: AllowedRange, { kind, address, size, lane }: MemoryAccess): void {
    const forbidden = (flags: number): boolean =>
      (kind !== 'store' && (flags & MEM.writeOnly) !== 0) || (kind !== 'load' && (flags & MEM.readOnly) !== 0);
    const allows = (range: AllowedRange): boolean =>
      address >= range.start && address + size <= range.end && !(range.object && forbidden(range.object.flags));
    if (!object || !forbidden(object.flags) || this.ranges?.some(allows)) return;
    const flag = (object.flags & MEM.readOnly) !== 0 ? 'CL_MEM_READ_ONLY' : 'CL_MEM_WRITE_ONLY';
    const name = `argument '${argument}', a ${objectText(object)}`;
    const text = `${accessText(kind)} of ${size} bytes ${relation(object, address)} ${name} with ${flag}`;
    this.reports.memory('forbidden-access', text, lane, { space: 'global', address, bytes: size }, object, name);
  }

  /** An argument that begins before the address and ends right before or in the access. */
  private ownNear(address: number): MemoryObject | undefined {
    const released = this.objects.at(address);
    if (released?.released) return released;
    return this.ranges!.find(({ start, end, object }) => object && address >= start && address <= end)?.object;
  }

  private reportGlobal({ kind, address, size, lane }: MemoryAccess, object: MemoryObject): void {
    const argument = this.ranges?.find((range) => range.object === object)?.argument;
    const name = argument ? `argument '${argument}', a ${objectText(object)}` : `a ${objectText(object)}`;
    const bytes = `${accessText(kind)} of ${size} byte${size === 1 ? '' : 's'}`;
    const memory = { space: 'global' as const, address, bytes: size };
    if (object.released) {
      const text = `${bytes} ${relation(object, address)} a released ${objectText(object)}`;
      this.reports.memory('use-after-free', text, lane, memory, object, name);
      return;
    }
    const inside = address >= object.address && address < object.address + object.size;
    const foreign = inside && !argument ? ', which is not an argument of this launch' : '';
    const over = inside && argument ? `, ${address + size - object.address - object.size} bytes over its end` : '';
    this.reports.memory(
      'out-of-bounds',
      `${bytes} ${relation(object, address)} ${name}${foreign}${over}`,
      lane,
      memory,
      object,
      name,
    );
  }

  private local(
    { workGroup: { launch } }: Wavefront,
    { kind, address, size, lane }: Pick<MemoryAccess, 'kind' | 'address' | 'size' | 'lane'>,
  ): boolean {
    if (address + size <= launch.ldsBytes) return true;
    const outcome =
      address + size <= allocatedLds(launch)
        ? 'is within the memory that the device allocates'
        : kind === 'store'
          ? 'is dropped'
          : 'gives 0';
    const text = `${accessText(kind)} of ${size} bytes at ${address | 0} of local memory, the work-group has ${launch.ldsBytes} bytes: it ${outcome}`;
    this.reports.memory('out-of-bounds', text, lane, { space: 'local', address, bytes: size });
    return false;
  }

  /** Checks addresses that local accesses do not show: those that the device drops, or rounds down. */
  localPlaces(w: Wavefront, access: LocalAccess): void {
    const { kind, bytes } = access;
    eachLocalPlace(w, access, (lane, address) => {
      const memory = { space: 'local' as const, address, bytes };
      if (address >= LDS_SIZE) this.local(w, { kind, address, size: bytes, lane });
      if (kind !== 'atomic' || address % bytes === 0) return;
      const text = `an atomic of ${bytes} bytes at ${address} of local memory, not a multiple of ${bytes}: the device rounds it down`;
      this.reports.memory('unaligned-atomic', text, lane, memory);
    });
  }

  /** Private memory lies dword by dword for all lanes of a wavefront. */
  private scratch(
    { unit, slot, workGroup: { launch } }: Wavefront,
    { kind, address, size, lane }: MemoryAccess,
  ): boolean {
    const at = address - scratchAddressOf(launch, unit, slot);
    const offset = Math.floor(at / 256) * 4 + (at & 3);
    if (at >= 0 && offset + size <= launch.scratchBytesPerLane) return true;
    this.outsidePrivate(launch.scratchBytesPerLane, kind, { offset, bytes: size, lane });
    return false;
  }

  /** Before an instruction on a buffer: what the device does not do, after the end of private memory. */
  refused(w: Wavefront, instruction: Instruction): void {
    const { launch } = w.workGroup;
    for (const { kind, lane, bytes, offset } of refusedPlaces(w, instruction))
      this.outsidePrivate(launch.scratchBytesPerLane, kind, { offset, bytes, lane });
  }

  private outsidePrivate(size: number, kind: MemoryAccess['kind'], place: PrivatePlace): void {
    const { offset, bytes, lane } = place;
    const text = `${accessText(kind)} of ${bytes} bytes at ${offset} of private memory, the work-item has ${size} bytes`;
    this.reports.memory('out-of-bounds', text, lane, { space: 'private', address: offset, bytes });
  }

  /** Before an instruction that names texels. */
  texels(w: Wavefront, instruction: Instruction): void {
    for (const { lane, base, coordinates, sizes, texelBytes } of texelsBeyond(w, instruction)) {
      const object = this.ranges?.find((range) => range.object && base >= range.start && base < range.end);
      const name = object?.object ? `argument '${object.argument}', an ${objectText(object.object)}` : 'an image';
      const text = `texel (${coordinates.join(', ')}) of ${name}, which has ${sizes.join(' x ')}`;
      this.reports.memory(
        'out-of-bounds',
        text,
        lane,
        { space: 'image', address: base, bytes: texelBytes },
        object?.object,
        name,
      );
    }
  }

  /** The launch ends because of an access to unmapped memory. */
  fault({ reason, lane = -1, address, detail }: GpuFault): void {
    if (reason === 'trap' && OVERFLOWS.includes(detail)) this.reports.simple('stack-overflow', detail, -1);
    if (address === undefined) return;
    const at = Number(address);
    if (reason === 'trap' && detail === BAD_CALL)
      this.reports.simple('bad-call', `${detail} at address 0x${address.toString(16)}`, lane);
    const memory = { space: 'global' as const, address: at, bytes: 0 };
    if (reason === 'misaligned')
      this.reports.memory('unaligned-atomic', `${detail}, at address 0x${at.toString(16)}`, lane, memory);
    if (reason !== 'read' && reason !== 'write') return;
    const object = this.objects.at(at) ?? this.objects.near(at, 2 ** 30);
    const where = object ? `, ${relation(object, at)} a ${objectText(object)}` : '';
    this.reports.memory(
      'out-of-bounds',
      `${detail}, at address 0x${at.toString(16)}${where}; the launch has been stopped`,
      lane,
      memory,
      object,
    );
  }
}
