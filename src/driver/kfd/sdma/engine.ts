// Execution of a copy engine's packets in memory.

import { type GpuMemory, PERMISSION } from '../../../emulator/memory.js';
import {
  ADD_64,
  address,
  atomicOperation,
  type BoxSide,
  boxCopy,
  CopyKind,
  EQUAL,
  fill,
  fillUnit,
  kindOf,
  linearCopy,
  Opcode,
  opcodeOf,
  type Packet,
  poll,
  trapContext,
  wordIn,
} from './packets.js';

/** Why an engine does nothing more. */
export class CopyError extends Error {
  /** @param address what it could not reach, if that is why */
  constructor(
    message: string,
    readonly address?: bigint,
    readonly writes = false,
  ) {
    super(message);
    this.name = 'CopyError';
  }
}

const WORD = 4;
const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

/** Comparisons of a poll, by their numbers. */
const COMPARISONS: Readonly<Record<number, (value: number, reference: number) => boolean>> = {
  0: () => true,
  1: (value, reference) => value < reference,
  2: (value, reference) => value <= reference,
  [EQUAL]: (value, reference) => value === reference,
  4: (value, reference) => value !== reference,
  5: (value, reference) => value >= reference,
  6: (value, reference) => value > reference,
};

export interface EngineHost {
  /** Memory is about to be read and written. */
  touching(): void;
  /** Called before a completion is reported. */
  telling(): void;
  /** An event is set. */
  interrupt(event: number): void;
}

/** Continuation after a packet: the next one, the same one again at once, or the same one when memory has changed. */
export interface CopyOutcome {
  readonly goOn: 'next' | 'again' | 'wait';
  /** Bytes that were moved. */
  readonly moved: number;
}

/** Rows of a box, and their bytes, after which others get their turn. */
const MAX_ROWS = 4096;
const MAX_BYTES = 16 << 20;

const DONE: CopyOutcome = { goOn: 'next', moved: 0 };
export const WAITS: CopyOutcome = { goOn: 'wait', moved: 0 };

export class CopyEngine {
  /** Rows of the box at the head that are copied already. */
  private rows = 0;

  constructor(
    private readonly memory: GpuMemory,
    private readonly host: EngineHost,
  ) {}

  /**
   * Executes a packet of a known kind.
   * @throws CopyError
   */
  execute(packet: Packet): CopyOutcome {
    switch (opcodeOf(packet)) {
      case Opcode.COPY:
        return kindOf(packet) === CopyKind.LINEAR ? this.copyLine(packet) : this.copyBox(packet);
      case Opcode.FILL:
        return this.fill(packet);
      case Opcode.POLL:
        return this.poll(packet) ? DONE : WAITS;
      case Opcode.FENCE:
        this.host.telling();
        Atomics.store(this.memory.i32, this.place(address(packet, 1), WORD, WORD, true) / WORD, wordIn(packet, 3) | 0);
        return DONE;
      case Opcode.ATOMIC:
        this.host.telling();
        this.add(packet);
        return DONE;
      case Opcode.TIMESTAMP:
        Atomics.store(this.memory.i64, this.place(address(packet, 1), 8, 8, true) / 8, process.hrtime.bigint());
        return DONE;
      case Opcode.TRAP:
        this.host.telling();
        this.host.interrupt(trapContext(packet));
        return DONE;
      default:
        return DONE;
    }
  }

  /** Offset of bytes in GPU memory. @throws CopyError where there is no memory, or none that may be written */
  private place(at: bigint, bytes: number, alignment: number, writes: boolean): number {
    const offset = this.memory.space.translate(at, bytes);
    const permission = writes ? PERMISSION.readWrite : PERMISSION.read;
    if (offset === undefined || !this.memory.allows(offset, bytes, permission))
      throw new CopyError(`${writes ? 'writes' : 'reads'} ${bytes} bytes at ${hex(at)}`, at, writes);
    if (offset % alignment !== 0)
      throw new CopyError(`uses ${hex(at)}, which is no multiple of ${alignment}`, at, writes);
    return offset;
  }

  private copyLine(packet: Packet): CopyOutcome {
    this.host.touching();
    const { bytes, from, to } = linearCopy(packet);
    this.move(from, to, bytes);
    return { goOn: 'next', moved: bytes };
  }

  private move(from: bigint, to: bigint, bytes: number): void {
    const source = this.place(from, bytes, 1, false);
    this.memory.u8.copyWithin(this.place(to, bytes, 1, true), source, source + bytes);
  }

  /** A box may take for longer than others can wait. */
  private copyBox(packet: Packet): CopyOutcome {
    this.host.touching();
    const { size, from, to } = boxCopy(packet);
    const [width, height, slices] = size;
    const first = this.rows;
    const most = Math.min(height * slices, first + Math.min(MAX_ROWS, Math.ceil(MAX_BYTES / width)));
    const at = ({ start, row, slice }: BoxSide, n: number): bigint =>
      start + BigInt((n % height) * row + Math.floor(n / height) * slice);
    for (; this.rows < most; this.rows++) this.move(at(from, this.rows), at(to, this.rows), width);
    const moved = (most - first) * width;
    if (most < height * slices) return { goOn: 'again', moved };
    this.rows = 0;
    return { goOn: 'next', moved };
  }

  private fill(packet: Packet): CopyOutcome {
    this.host.touching();
    const { to, value, bytes } = fill(packet);
    if (fillUnit(packet) !== WORD || bytes % WORD !== 0)
      throw new CopyError(`fills ${bytes} bytes by ${fillUnit(packet)}, which is done by words only`);
    const first = this.place(to, bytes, WORD, true) / WORD;
    this.memory.u32.fill(value, first, first + bytes / WORD);
    return { goOn: 'next', moved: bytes };
  }

  /** True if the polled condition holds. */
  private poll(packet: Packet): boolean {
    const { ofMemory, comparison, at, value, mask } = poll(packet);
    // Registers are those that say that the host's writes have arrived, which they have.
    if (!ofMemory) return true;
    const compare = COMPARISONS[comparison];
    if (!compare) throw new CopyError(`uses an unknown comparison (${comparison})`);
    const word = Atomics.load(this.memory.i32, this.place(at, WORD, WORD, false) / WORD) >>> 0;
    return compare((word & mask) >>> 0, value);
  }

  private add(packet: Packet): void {
    const operation = atomicOperation(packet);
    if (operation !== ADD_64) throw new CopyError(`has the atomic operation ${operation}, only ${ADD_64} is supported`);
    const at = this.place(address(packet, 1), 8, 8, true);
    Atomics.add(this.memory.i64, at / 8, BigInt.asIntN(64, address(packet, 3)));
  }
}
