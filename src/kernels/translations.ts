// Compiled kernels on disk, beside the builds: what one thread or run has translated and optimised, the others need
// not.

import { join } from 'node:path';
import type { InterpretedTime } from '../jit/analysis/code-profile.js';
import type { FreshTranslation, PersistentStore, Translation, TranslationStore } from '../jit/engine/translation.js';
import type { ModuleCode } from '../jit/wasm/module-code.js';
import { packModule, unpackModule } from '../jit/wasm/packed.js';
import { FileCache, type FileCacheEntry } from '../util/file-cache.js';
import { sha256 } from '../util/hash.js';
import { KEPT_LIMIT, keptFolder, translator } from './kernel-store.js';

interface Header extends Omit<Translation, 'bytes'> {
  /** Owner of the translation. */
  readonly by: string;
  /** Bytes of its module; operations follow. */
  readonly moduleBytes: number;
}

/** All translations in a cache folder, of any thread and process. */
export const translationFiles = (cacheDir: string): FileCache<Header> =>
  new FileCache(keptFolder(cacheDir), '.kernel', KEPT_LIMIT);

/** The operations that the module of a kept translation was printed from. @throws RangeError when they are not whole */
export const operationsOf = ({ header, binary }: FileCacheEntry<Header>): ModuleCode =>
  unpackModule(binary.subarray(header.moduleBytes));

/** Translated parts of large kernels. */
export const partFiles = (cacheDir: string): FileCache<readonly number[]> =>
  new FileCache(keptFolder(cacheDir), '.part', KEPT_LIMIT);

/** Interpreted time of kernels. */
export const interpretedFiles = (cacheDir: string): FileCache<InterpretedTime> =>
  new FileCache(keptFolder(cacheDir), '.interpreted', KEPT_LIMIT);

/** The machine code of all of them. */
export const machineCodeFiles = (cacheDir: string): FileCache<null> =>
  new FileCache(join(cacheDir, 'machine-code'), '.code', KEPT_LIMIT);

/** Name of a translation's file. @param by names the translator: others' translations are not its own */
export const translationFileKey = (by: string, key: string): string => sha256(`${by} ${key}`);

/** Those of one translator. */
export class TranslationFiles implements TranslationStore, PersistentStore {
  readonly later: PersistentStore = this;
  private readonly files: FileCache<Header>;
  private readonly machineCode: FileCache<null>;
  private readonly parts: FileCache<readonly number[]>;
  private readonly interpreted: FileCache<InterpretedTime>;

  constructor(
    cacheDir: string,
    private readonly by: string,
  ) {
    this.files = translationFiles(cacheDir);
    this.machineCode = machineCodeFiles(cacheDir);
    this.parts = partFiles(cacheDir);
    this.interpreted = interpretedFiles(cacheDir);
  }

  private key(key: string): string {
    return translationFileKey(this.by, key);
  }

  get(key: string): Translation | undefined {
    const entry = this.files.get(this.key(key));
    if (!entry) return undefined;
    const { blocks, instructions, moduleBytes } = (entry.header ?? {}) as Partial<Header>;
    if (Array.isArray(blocks) && Array.isArray(instructions) && isCount(moduleBytes))
      return { ...entry.header, bytes: entry.binary.slice(0, moduleBytes) };
    this.drop(key);
    return undefined;
  }

  put(key: string, { translation: { bytes, ...header }, operations }: FreshTranslation): void {
    const binary = Buffer.concat([bytes, packModule(operations)]);
    this.files.put(this.key(key), { header: { ...header, by: this.by, moduleBytes: bytes.length }, binary });
  }

  drop(key: string): void {
    this.files.drop(this.key(key));
    this.machineCode.drop(this.key(key));
  }

  getPart(key: string): readonly number[] | undefined {
    const ranges: unknown = this.parts.get(this.key(key))?.header;
    return Array.isArray(ranges) && ranges.every(Number.isInteger) ? ranges : undefined;
  }

  putPart(key: string, ranges: readonly number[]): void {
    this.parts.put(this.key(key), { header: ranges, binary: new Uint8Array(0) });
  }

  getInterpreted(key: string): InterpretedTime | undefined {
    const { total, ranges } = (this.interpreted.get(this.key(key))?.header ?? {}) as Partial<InterpretedTime>;
    return isCount(total) && Array.isArray(ranges) && ranges.every(isCount) ? { total, ranges } : undefined;
  }

  putInterpreted(key: string, interpreted: InterpretedTime): void {
    this.interpreted.put(this.key(key), { header: interpreted, binary: new Uint8Array(0) });
  }

  getMachineCode(key: string): Uint8Array | undefined {
    return this.machineCode.get(this.key(key))?.binary;
  }

  putMachineCode(key: string, code: Uint8Array): void {
    this.machineCode.put(this.key(key), { header: null, binary: code });
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

/** The store of this program. @param cacheDir undefined: nothing is kept */
export function translationStore(cacheDir: string | undefined): TranslationStore | undefined {
  const by = translator();
  return cacheDir === undefined || by === undefined ? undefined : new TranslationFiles(cacheDir, by);
}
