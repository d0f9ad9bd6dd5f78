// Reads files of a device's requests. They may come from anywhere: everything in them is checked.

import { closeSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { openRegular } from '../util/checked-file.js';
import { AtollError } from '../util/errors.js';
import { declaredSize, expand } from '../util/expand.js';
import {
  type Area,
  type ByteRun,
  type CallRecord,
  DATA_LIMIT,
  dataBytes,
  type End,
  FRAME,
  HEAD,
  HEAD_LIMIT,
  MAGIC,
  type MemoryChange,
  type Node,
  PREFIX,
  unpackRuns,
  VERSION,
} from './layout.js';

/** A call of the recording; its memory is read on access. */
export interface RecordedCall extends CallRecord {
  /** From 1 on. */
  readonly number: number;
  /** Position in the file. */
  readonly at: number;
  /** Memory of the program and of the device. @throws AtollError BAD_INPUT when the file has changed meanwhile */
  readonly memory: () => CallMemory;
}

export interface CallMemory {
  readonly areas: readonly { readonly area: Area; readonly bytes: Buffer }[];
  readonly changes: readonly { readonly change: MemoryChange; readonly runs: readonly ByteRun[] }[];
}

export interface DeviceRecording {
  readonly file: string;
  readonly nodes: readonly Node[];
  readonly calls: readonly RecordedCall[];
  readonly end: End;
  close(): void;
}

/** Beyond, a list of calls would not fit into memory. */
const MAX_CALLS = 2 ** 22;

interface Frame {
  readonly at: number;
  readonly head: z.infer<typeof HEAD>;
  /** As it stands in the file. */
  readonly contents: Buffer;
  readonly end: number;
}

class DeviceFile {
  private readonly fd: number;
  private readonly size: number;

  constructor(readonly file: string) {
    try {
      const { fd, stats } = openRegular(file, true);
      [this.fd, this.size] = [fd, stats.size];
    } catch (error) {
      throw new AtollError('BAD_INPUT', `cannot read the recording ${file}: ${(error as Error).message}`);
    }
  }

  refuse(at: number, text: string): never {
    throw new AtollError('BAD_INPUT', `${this.file}, offset ${at}: ${text}`, 'repeat atoll record-device');
  }

  /** Exactly so many bytes. */
  bytes(at: number, length: number): Buffer {
    if (at + length > this.size)
      this.refuse(this.size, `the recording is truncated, ${at + length} bytes are declared`);
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const count = readSync(this.fd, bytes, done, length - done, at + done);
      if (count === 0) this.refuse(at + done, 'the recording is truncated');
      done += count;
    }
    return bytes;
  }

  checkPrefix(): void {
    if (this.size < MAGIC.length || this.bytes(0, MAGIC.length).toString('latin1') !== MAGIC)
      this.refuse(0, 'not a recording of a device');
    const version = this.bytes(0, PREFIX).readUInt32LE(8);
    if (version !== VERSION) this.refuse(8, `version ${version} of such recordings, this Atoll reads ${VERSION}`);
  }

  frame(at: number): Frame {
    const frame = this.bytes(at, FRAME);
    const [headBytes, kept] = [frame.readUInt32LE(0), frame.readUInt32LE(4)];
    if (headBytes > HEAD_LIMIT || kept > DATA_LIMIT)
      this.refuse(at, `a part of ${headBytes} and ${kept} bytes: the recording is damaged`);
    const body = this.bytes(at + FRAME, headBytes + kept);
    if (crc32(body) !== frame.readUInt32LE(8)) this.refuse(at, 'the recording is damaged (its CRC differs)');
    const head = this.parse(at, body.subarray(0, headBytes));
    return { at, head, contents: body.subarray(headBytes), end: at + FRAME + body.length };
  }

  private parse(at: number, text: Buffer): z.infer<typeof HEAD> {
    try {
      return HEAD.parse(JSON.parse(text.toString()));
    } catch (error) {
      const [first] = error instanceof z.ZodError ? error.issues : [];
      return this.refuse(
        at + FRAME,
        first ? `${first.path.join('.') || 'a part'}: ${first.message}` : (error as Error).message,
      );
    }
  }

  /** Bytes of its data, without unpacking it: a small file may hold more than there is time for. */
  dataLength({ at, head: { packed }, contents }: Frame): number {
    if (packed !== undefined && declaredSize(contents) !== packed)
      this.refuse(at, `packed: ${packed} bytes, its data declares ${declaredSize(contents) ?? 'none'}`);
    return packed ?? contents.length;
  }

  private unpacked({ at, head: { packed }, contents }: Frame): Buffer {
    if (packed === undefined) return contents;
    try {
      return expand(contents, packed);
    } catch (error) {
      return this.refuse(at, `packed: ${(error as Error).message}`);
    }
  }

  memoryOf(at: number): CallMemory {
    const frame = this.frame(at);
    const { head } = frame;
    if (head.is !== 'call') return this.refuse(at, 'the recording has changed while it was read');
    const data = this.unpacked(frame);
    let place = 0;
    const take = (length: number): Buffer => data.subarray(place, (place += length));
    const areas = head.areas.map((area) => ({ area, bytes: take(area.length) }));
    const changes = head.changes.map((change) => {
      try {
        return { change, runs: unpackRuns(take(change.bytes), change.runs) };
      } catch (error) {
        return this.refuse(at, (error as Error).message);
      }
    });
    return { areas, changes };
  }

  isEnd(at: number): boolean {
    return at === this.size;
  }

  close(): void {
    closeSync(this.fd);
  }
}

class Contents {
  readonly nodes: Node[] = [];
  readonly calls: RecordedCall[] = [];
  end: End | undefined;

  constructor(private readonly file: DeviceFile) {}

  take(frame: Frame): void {
    const { at, head } = frame;
    if (this.end) this.file.refuse(at, 'unexpected data after the end of the recording');
    if (head.is === 'end') this.takeEnd(at, head);
    else if (head.is === 'node') this.takeNode(at, head);
    else this.takeCall(at, head, this.file.dataLength(frame));
  }

  private takeNode(at: number, node: Node): void {
    if (node.node !== this.nodes.length)
      this.file.refuse(at, `node ${node.node}, where ${this.nodes.length} would follow`);
    this.nodes.push(node);
  }

  private takeCall(at: number, call: CallRecord, bytes: number): void {
    if (call.node >= this.nodes.length)
      this.file.refuse(at, `a call of node ${call.node}, which was not defined before`);
    if (dataBytes(call) !== bytes)
      this.file.refuse(at, `${bytes} bytes of memory, where the call has ${dataBytes(call)}`);
    for (const { masked = [], length } of call.areas)
      if (masked.length % 2 !== 0 || masked.some((value) => value > length))
        this.file.refuse(at, 'areas.masked: not within the area');
    if (this.calls.length === MAX_CALLS) this.file.refuse(at, `more than ${MAX_CALLS} calls`);
    this.calls.push({ ...call, at, number: this.calls.length + 1, memory: () => this.file.memoryOf(at) });
  }

  private takeEnd(at: number, end: End): void {
    if (end.calls !== this.calls.length)
      this.file.refuse(at, `${end.calls} calls are declared, found ${this.calls.length}`);
    this.end = end;
  }
}

/**
 * Reads a recording, one part at a time: memory of its calls stays in the file until it is accessed.
 * @throws AtollError BAD_INPUT naming file and offset
 */
export function readDeviceRecording(path: string): DeviceRecording {
  const file = new DeviceFile(path);
  try {
    file.checkPrefix();
    const contents = new Contents(file);
    let at = PREFIX;
    while (!file.isEnd(at)) {
      const frame = file.frame(at);
      contents.take(frame);
      at = frame.end;
    }
    const { nodes, calls, end } = contents;
    if (!end) return file.refuse(at, 'the recording is truncated: it has no end');
    return { file: path, nodes, calls, end, close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}
