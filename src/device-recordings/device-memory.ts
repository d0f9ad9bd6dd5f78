// Memory of replayed devices: files that programs map, and what they held in the recording at the same place.

import { readSync, writeSync } from 'node:fs';
import { type MemoryDifference, ProgramWrites } from './program-writes.js';
import type { DeviceRecording, RecordedCall } from './reader.js';
import { RecordedImage } from './recorded-image.js';
import { isWrittenByBoth, programWords, requestWords } from './requests/known.js';

const WORD = 4;

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
  private readonly images = new Map<number, RecordedImage>();
  private readonly descriptors = new Map<number, number>();
  /** Changes between calls that were made before their call came. */
  private readonly early = new Set<number>();
  /** Undefined where the time of a program's writes is not determined: with several threads it varies. */
  private readonly writes: ProgramWrites | undefined;

  constructor({ calls, nodes }: DeviceRecording) {
    this.programWords = new Set(nodes.flatMap(({ path }) => programWords(path)));
    this.requestWords = [...new Set(nodes.flatMap(({ path }) => requestWords(path)))];
    const isApart = (offset: number): boolean =>
      this.programWords.has(offset) || nodes.some(({ path }) => isWrittenByBoth(path, offset));
    const isOfOneThread = new Set(calls.map(({ thread }) => thread)).size <= 1;
    this.writes = isOfOneThread ? new ProgramWrites(isApart) : undefined;
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

  /** Address of a recorded wait in the file. */
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

  /** Recorded value of a word so far. */
  recordedWord(file: number, offset: number): number {
    return this.images.get(file)?.read(offset) ?? 0;
  }

  /** Recorded value when the call begins. */
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

  /** True if the program had a different number of requests when it made the call than it has now. */
  isApart(file: number, call: RecordedCall): boolean {
    const woken = call.name === 'futex' ? this.wordOf(call) : undefined;
    return this.requestWords.some((offset) => {
      const change = this.valueBefore(call, { file, offset }) - (this.wordAt(file, offset) ?? 0);
      return change !== (woken?.offset === offset ? 1 : 0);
    });
  }

  set(file: number, offset: number, word: number): void {
    const fd = this.descriptors.get(file);
    const bytes = Buffer.alloc(WORD);
    bytes.writeUInt32LE(word);
    if (fd !== undefined) writeSync(fd, bytes, 0, WORD, offset);
    this.writes?.ignore(file, offset);
  }

  /**
   * Writes of the program up to a call that differ from the recorded ones.
   * @param isAddress whether a value is one of the program's memory, which lies elsewhere in every run
   */
  programDifference(call: RecordedCall, isAddress: (value: bigint) => boolean): MemoryDifference | undefined {
    if (!this.writes || this.early.has(call.number)) return undefined;
    const changed = new Map<number, Map<number, number>>();
    for (const { change, runs } of call.changes.length > 0 ? call.memory().changes : []) {
      const place = change.when === 'before' ? this.places.get(change.mapping) : undefined;
      if (!place) continue;
      const words = changed.get(place.file) ?? new Map<number, number>();
      changed.set(place.file, words);
      for (const { offset, bytes } of runs)
        for (let at = 0; at + WORD <= bytes.length; at += WORD)
          words.set(place.offset + offset + at, Buffer.from(bytes.buffer, bytes.byteOffset).readUInt32LE(at));
    }
    for (const [file, fd] of this.descriptors) {
      const [image, words] = [this.imageOf(file), changed.get(file) ?? new Map<number, number>()];
      const difference = this.writes.difference({ file, fd, image, changed: words, isAddress });
      if (difference) return difference;
    }
    return undefined;
  }

  /** Applies the changes before the call: by the program, which repeats them, and by the device. */
  changeBefore(call: RecordedCall): void {
    if (this.early.has(call.number)) return;
    this.early.add(call.number);
    this.change(call, 'before', false);
  }

  /** Applies the changes of the call; during a wait others change memory, too. */
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

  private imageOf(file: number): RecordedImage {
    const image = this.images.get(file) ?? new RecordedImage();
    this.images.set(file, image);
    return image;
  }

  private write(file: number, fd: number, offset: number, bytes: Uint8Array, always: boolean): void {
    const image = this.imageOf(file);
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
