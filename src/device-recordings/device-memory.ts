// Memory of replayed devices: files that programs map, and what they held in the recording at the same place.

import { readSync, writeSync } from 'node:fs';
import type { DeviceRecording, RecordedCall } from './reader.js';
import { programWords, requestWords } from './requests/known.js';

const PAGE = 4096;
const WORD = 4;

/** Contents as the recording has them, page by page; zero where nothing is known. */
class Image {
  private readonly pages = new Map<number, Uint8Array>();

  read(offset: number): number {
    const page = this.pages.get(Math.floor(offset / PAGE));
    return page ? new DataView(page.buffer).getUint32(offset % PAGE, true) : 0;
  }

  write(offset: number, word: number): void {
    const number = Math.floor(offset / PAGE);
    const page = this.pages.get(number) ?? new Uint8Array(PAGE);
    this.pages.set(number, page);
    new DataView(page.buffer).setUint32(offset % PAGE, word, true);
  }
}

interface Place {
  readonly file: number;
  readonly offset: number;
}

export class DeviceMemory {
  private readonly places: ReadonlyMap<number, Place>;
  /** Words that programs count in: no recording writes them for them. */
  private readonly programWords: ReadonlySet<number>;
  /** Of these, such that count requests. */
  private readonly requestWords: readonly number[];
  private readonly images = new Map<number, Image>();
  private readonly descriptors = new Map<number, number>();
  /** Changes between calls that were made before their call came. */
  private readonly early = new Set<number>();

  constructor({ calls, nodes }: DeviceRecording) {
    this.programWords = new Set(nodes.flatMap(({ path }) => programWords(path)));
    this.requestWords = [...new Set(nodes.flatMap(({ path }) => requestWords(path)))];
    this.places = new Map(
      calls.flatMap(({ mapping, name, file, offset }) =>
        mapping === undefined || name === 'futex' ? [] : [[mapping, { file, offset: Number(offset) }] as const],
      ),
    );
  }

  /** @param fd of the memory that programs map */
  opened(file: number, fd: number): void {
    this.descriptors.set(file, fd);
  }

  released(file: number): void {
    this.descriptors.delete(file);
  }

  /** Where a recorded wait looks in the file. */
  wordOf({ mapping, offset }: RecordedCall): Place | undefined {
    const place = mapping === undefined ? undefined : this.places.get(mapping);
    return place && { file: place.file, offset: place.offset + Number(offset) };
  }

  wordAt(file: number, offset: number): number | undefined {
    const fd = this.descriptors.get(file);
    if (fd === undefined) return undefined;
    const bytes = Buffer.alloc(WORD);
    return readSync(fd, bytes, 0, WORD, offset) === WORD ? bytes.readUInt32LE() : undefined;
  }

  /** What the recording has in a word by now. */
  recordedWord(file: number, offset: number): number {
    return this.images.get(file)?.read(offset) ?? 0;
  }

  /** What it has there when the call begins. */
  valueBefore(call: RecordedCall, { file, offset }: Place): number {
    for (const { change, runs } of call.changes.length > 0 ? call.memory().changes : []) {
      const place = change.when === 'before' ? this.places.get(change.mapping) : undefined;
      if (!place || place.file !== file) continue;
      const run = runs.find((each) => {
        const start = place.offset + each.offset;
        return offset >= start && offset + WORD <= start + each.bytes.length;
      });
      if (run) return Buffer.from(run.bytes).readUInt32LE(offset - place.offset - run.offset);
    }
    return this.recordedWord(file, offset);
  }

  /** Whether the program had asked for more, or less, when it made the call than it has by now. */
  isApart(file: number, call: RecordedCall): boolean {
    const woken = call.name === 'futex' ? this.wordOf(call) : undefined;
    return this.requestWords.some((offset) => {
      const asked = this.valueBefore(call, { file, offset }) - (this.wordAt(file, offset) ?? 0);
      return asked !== (woken?.offset === offset ? 1 : 0);
    });
  }

  set(file: number, offset: number, word: number): void {
    const fd = this.descriptors.get(file);
    const bytes = Buffer.alloc(WORD);
    bytes.writeUInt32LE(word);
    if (fd !== undefined) writeSync(fd, bytes, 0, WORD, offset);
  }

  /** What had changed when the call began: by the program, which does it again, and by the device. */
  changeBefore(call: RecordedCall): void {
    if (this.early.has(call.number)) return;
    this.early.add(call.number);
    this.change(call, 'before', false);
  }

  /** What the call has changed; during a wait others change memory, too. */
  changeAfter(call: RecordedCall): void {
    this.change(call, 'after', call.name !== 'futex');
  }

  /** @param always also where the program has something else than then */
  private change(call: RecordedCall, when: 'before' | 'after', always: boolean): void {
    if (!call.changes.some((each) => each.when === when)) return;
    for (const { change, runs } of call.memory().changes) {
      const place = change.when === when ? this.places.get(change.mapping) : undefined;
      const fd = place && this.descriptors.get(place.file);
      if (!place || fd === undefined) continue;
      for (const { offset, bytes } of runs) this.write(place.file, fd, place.offset + offset, bytes, always);
    }
  }

  private write(file: number, fd: number, offset: number, bytes: Uint8Array, always: boolean): void {
    const image = this.images.get(file) ?? new Image();
    this.images.set(file, image);
    const now = Buffer.alloc(bytes.length);
    readSync(fd, now, 0, now.length, offset);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + WORD <= bytes.length; at += WORD) {
      const word = view.getUint32(at, true);
      const isFree = !this.programWords.has(offset + at);
      if (isFree && (always || now.readUInt32LE(at) === image.read(offset + at))) now.writeUInt32LE(word, at);
      image.write(offset + at, word);
    }
    writeSync(fd, now, 0, now.length, offset);
  }
}
