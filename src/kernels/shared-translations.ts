// Translations that all threads of a run share: the first thread translates a kernel for all. They lie in shared
// memory, by name. V8 keeps one copy of the machine code of equal modules in a process: sharing the bytes shares what
// it makes of them, too.

import type { FreshTranslation, PersistentStore, Translation, TranslationStore } from '../jit/engine/translation.js';
import { required } from '../util/required.js';

/**
 * Words of the directory: its lock, its entries, bytes of data that are used, entries that were completed or changed.
 */
const WORD = { lock: 0, entries: 1, used: 2, changes: 3, first: 4 } as const;
const MAX_ENTRIES = 2048;
/** Words of an entry: eight of its name, its state, where its data begins, bytes of its two parts. */
const ENTRY = { name: 0, state: 8, offset: 9, header: 10, binary: 11, words: 12 } as const;
const STATE = { empty: 0, claimed: 1, complete: 2, replaced: 3 } as const;
const DIRECTORY_BYTES = 4 * (WORD.first + MAX_ENTRIES * ENTRY.words);
/** Of the whole; the system gives pages where something is written. What does not fit is not shared. */
const BYTES = 64 << 20;
/** Entries are written in microseconds: without the lock in this time a thread continues alone. */
const LOCK_MS = 1000;

/** The memory of a run's translations, for the threads' settings. */
export const createSharedTranslations = (): SharedArrayBuffer => new SharedArrayBuffer(BYTES);

interface Entry {
  readonly header: unknown;
  readonly binary: Uint8Array;
}

/** @param name 64 hexadecimal digits */
const wordsOf = (name: string): readonly number[] =>
  Array.from({ length: ENTRY.state }, (_, index) => Number.parseInt(name.slice(8 * index, 8 * index + 8), 16) | 0);

/** Named pieces of data, written once each. */
class SharedDirectory {
  private readonly words: Int32Array;
  private readonly bytes: Uint8Array;

  constructor(buffer: SharedArrayBuffer) {
    this.words = new Int32Array(buffer, 0, DIRECTORY_BYTES / 4);
    this.bytes = new Uint8Array(buffer, DIRECTORY_BYTES);
  }

  get changes(): number {
    return Atomics.load(this.words, WORD.changes);
  }

  get(name: string): Entry | undefined {
    const at = this.find(wordsOf(name), STATE.complete);
    if (at === undefined) return undefined;
    const field = (place: number): number => required(this.words[at + place], 'word of the table');
    const [offset, header, binary] = [field(ENTRY.offset), field(ENTRY.header), field(ENTRY.binary)];
    const bytes = this.bytes.slice(offset, offset + header + binary);
    return { header: JSON.parse(new TextDecoder().decode(bytes.subarray(0, header))), binary: bytes.subarray(header) };
  }

  /** Announces an entry; false when another thread has done so, or written it. */
  claim(name: string): boolean {
    const words = wordsOf(name);
    return this.locked(() => {
      if (this.find(words, STATE.claimed) !== undefined || this.find(words, STATE.complete) !== undefined) return false;
      this.add(words, STATE.claimed);
      return true;
    }, true);
  }

  /** The entry that was claimed will not come. */
  abandon(name: string): void {
    const words = wordsOf(name);
    this.locked(() => this.mark(this.find(words, STATE.claimed), STATE.replaced), undefined);
  }

  /** Takes an entry out. */
  drop(name: string): void {
    const words = wordsOf(name);
    this.locked(() => this.mark(this.find(words, STATE.complete), STATE.replaced), undefined);
  }

  /** Writes an entry, in the place of one that is there. Nothing happens when there is no room. */
  put(name: string, { header, binary }: Entry): void {
    const words = wordsOf(name);
    const text = new TextEncoder().encode(JSON.stringify(header));
    this.locked(() => {
      const offset = required(this.words[WORD.used], 'word of the table');
      const before = this.find(words, STATE.complete);
      const at = this.find(words, STATE.claimed) ?? this.add(words, STATE.empty);
      if (at === undefined) return;
      if (offset + text.length + binary.length > this.bytes.length) return this.mark(at, STATE.replaced);
      this.bytes.set(text, offset);
      this.bytes.set(binary, offset + text.length);
      this.words[WORD.used] = offset + text.length + binary.length;
      this.words[at + ENTRY.offset] = offset;
      this.words[at + ENTRY.header] = text.length;
      this.words[at + ENTRY.binary] = binary.length;
      this.mark(at, STATE.complete);
      this.mark(before, STATE.replaced);
      Atomics.add(this.words, WORD.changes, 1);
    }, undefined);
  }

  private mark(at: number | undefined, state: number): void {
    if (at !== undefined) Atomics.store(this.words, at + ENTRY.state, state);
  }

  private add(words: readonly number[], state: number): number | undefined {
    const number = Atomics.load(this.words, WORD.entries);
    if (number >= MAX_ENTRIES) return undefined;
    const at = WORD.first + number * ENTRY.words;
    this.words.set(words, at);
    this.mark(at, state);
    Atomics.store(this.words, WORD.entries, number + 1);
    return at;
  }

  private find(words: readonly number[], state: number): number | undefined {
    const end = WORD.first + Atomics.load(this.words, WORD.entries) * ENTRY.words;
    for (let at = WORD.first; at < end; at += ENTRY.words) {
      if (Atomics.load(this.words, at + ENTRY.state) !== state) continue;
      if (words.every((word, index) => this.words[at + index] === word)) return at;
    }
    return undefined;
  }

  /** @param otherwise what it gives when the lock cannot be had: a thread has died with it */
  private locked<T>(act: () => T, otherwise: T): T {
    const words = this.words;
    for (const until = performance.now() + LOCK_MS; Atomics.compareExchange(words, WORD.lock, 0, 1) !== 0; ) {
      if (performance.now() > until) return otherwise;
      Atomics.wait(words, WORD.lock, 1, 1);
    }
    try {
      return act();
    } finally {
      Atomics.store(words, WORD.lock, 0);
      Atomics.notify(words, WORD.lock);
    }
  }
}

/** The translations of all threads, in front of those on disk. */
export class SharedTranslations implements TranslationStore {
  private readonly directory: SharedDirectory;

  /** @param disk what is kept for later runs, if anything is */
  constructor(
    buffer: SharedArrayBuffer,
    private readonly disk: TranslationStore | undefined,
  ) {
    this.directory = new SharedDirectory(buffer);
  }

  get changes(): number {
    return this.directory.changes;
  }

  get later(): PersistentStore | undefined {
    return this.disk?.later;
  }

  get(key: string): Translation | undefined {
    const shared = this.directory.get(key);
    if (shared) return { ...(shared.header as Omit<Translation, 'bytes'>), bytes: shared.binary };
    const stored = this.disk?.get(key);
    if (stored) this.share(key, stored);
    return stored;
  }

  put(key: string, fresh: FreshTranslation): void {
    this.share(key, fresh.translation);
    this.disk?.put(key, fresh);
  }

  drop(key: string): void {
    this.directory.drop(key);
    this.disk?.drop(key);
  }

  claim(key: string): boolean {
    return this.directory.claim(key);
  }

  abandon(key: string): void {
    this.directory.abandon(key);
  }

  getPart(key: string): readonly number[] | undefined {
    return (this.directory.get(key)?.header as readonly number[] | undefined) ?? this.disk?.getPart?.(key);
  }

  putPart(key: string, ranges: readonly number[]): void {
    this.directory.put(key, { header: ranges, binary: new Uint8Array(0) });
    this.disk?.putPart?.(key, ranges);
  }

  private share(key: string, { bytes, ...header }: Translation): void {
    this.directory.put(key, { header, binary: bytes });
  }
}
