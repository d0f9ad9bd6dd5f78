// `atoll cache --export`, `--import`: the cache as one file (a tar archive with gzip), for another machine or user.

import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, Parser, type ReadEntry } from 'tar';
import { buildFiles } from '../../../compiler/cache/build-cache.js';
import { checkCacheOwner } from '../../../compiler/cache/cache-place.js';
import { isLibraryFile, libraryFileNames, putLibrary } from '../../../compiler/library/library-files.js';
import { nativeCodeFiles } from '../../../kernels/native-code.js';
import { routineFiles } from '../../../kernels/native-routines.js';
import { interpretedFiles, machineCodeFiles, partFiles, translationFiles } from '../../../kernels/translations.js';
import { AtollError } from '../../../util/errors.js';
import type { FileCache } from '../../../util/file-cache.js';
import { makeWhole } from '../../../util/whole-file.js';
import { ExitStatus } from '../../command-line/exit.js';
import { writeError } from '../../command-line/output.js';
import { cacheFolder } from '../../inputs/cache-folder.js';

export interface ArchiveFlags {
  readonly dir?: string;
  readonly json?: boolean;
  /** File name; - for standard output or input. */
  readonly export?: string;
  readonly import?: string;
}

const STANDARD = '-';
/** Maximum of bytes of an entry: no entry has that many. */
const MAX_BYTES = 256 << 20;
/** Maximum of bytes of all files of builtin libraries, which are in memory together. */
const LIBRARY_BYTES = 256 << 20;
/** Maximum of printed names of refused entries. */
const MAX_NAMED = 10;
const BACK = '\r\x1b[K';

const cachesIn = (folder: string): readonly FileCache<unknown>[] =>
  [buildFiles, translationFiles, partFiles, interpretedFiles, machineCodeFiles, routineFiles, nativeCodeFiles].map(
    (files) => files(folder),
  ) as readonly FileCache<unknown>[];

/** A progress line that is overwritten, only on a terminal. */
function progress(count: number, what: string): void {
  if (process.stderr.isTTY) writeError(`${BACK}${count} ${what}`);
}
function endProgress(): void {
  if (process.stderr.isTTY) writeError(BACK);
}

/** @throws AtollError HOST when others can change the cache, or the file cannot be written */
export async function exportCache({ dir, json, export: file = STANDARD }: ArchiveFlags): Promise<void> {
  const folder = cacheFolder(dir);
  checkCacheOwner(folder);
  const entries = cachesIn(folder).flatMap((files) =>
    files.keys().flatMap((key) => (files.has(key) ? [files.nameOf(key)] : [])),
  );
  const names = [...entries, ...libraryFileNames(folder)];
  if (names.length === 0) throw new AtollError('BAD_INPUT', `${folder} is empty`, 'run a program first');
  let done = 0;
  const options = {
    cwd: folder,
    gzip: true,
    // Without owners and times of this machine.
    portable: true,
    onWriteEntry: () => progress(++done, `of ${names.length} files`),
  };
  try {
    if (file === STANDARD) await pipeline(create(options, names), process.stdout, { end: false });
    else makeWhole(file, (temporary) => create({ ...options, file: temporary, sync: true }, names));
  } catch (cause) {
    throw new AtollError('HOST', `cannot write ${file}: ${(cause as Error).message}`, 'name another file', { cause });
  } finally {
    endProgress();
  }
  if (file === STANDARD) return;
  process.stdout.write(
    json
      ? `${JSON.stringify({ schema: 1, exported: names.length, file }, null, 2)}\n`
      : `exported: ${names.length} files\n`,
  );
}

interface Tally {
  imported: number;
  /** Entries already in the cache. */
  kept: number;
  readonly refused: string[];
}

/** Write errors of the cache, as distinct from errors of the archive. @throws AtollError HOST */
function stored<T>(folder: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const hint = 'the entries before the error are in the cache; free space, and import the file again';
    throw new AtollError('HOST', `cannot write to the cache ${folder}: ${(cause as Error).message}`, hint, { cause });
  }
}

/** An entry, read into memory of its size. */
async function contentOf(entry: ReadEntry): Promise<Buffer> {
  const bytes = Buffer.alloc(entry.size);
  let at = 0;
  for await (const chunk of entry) at += (chunk as Buffer).copy(bytes, at);
  return bytes.subarray(0, at);
}

/** Puts the entries of an archive into the cache; refuses other entries. */
class Import {
  readonly tally: Tally = { imported: 0, kept: 0, refused: [] };
  private readonly caches: readonly FileCache<unknown>[];
  /** Files of builtin libraries by their folder. */
  private readonly libraries = new Map<string, Map<string, Buffer>>();
  private libraryBytes = 0;

  constructor(private readonly folder: string) {
    this.caches = cachesIn(folder);
  }

  async take(entry: ReadEntry): Promise<void> {
    const isFile = entry.type === 'File' || entry.type === 'OldFile';
    if (!isFile || entry.size > MAX_BYTES || !this.hasPlace(entry.path, entry.size)) {
      this.tally.refused.push(entry.path);
      entry.resume();
      return;
    }
    this.put(entry.path, await contentOf(entry));
    progress(this.tally.imported + this.tally.kept, 'files');
  }

  /** True if a file of that name and size can belong to a cache: other files are not read into memory. */
  private hasPlace(name: string, size: number): boolean {
    if (this.caches.some((files) => files.keyOf(name) !== undefined)) return true;
    if (!isLibraryFile(name) || this.libraryBytes + size > LIBRARY_BYTES) return false;
    this.libraryBytes += size;
    return true;
  }

  private put(name: string, bytes: Buffer): void {
    for (const files of this.caches) {
      const key = files.keyOf(name);
      if (key === undefined) continue;
      if (files.has(key)) this.tally.kept++;
      else if (stored(this.folder, () => files.putFile(key, bytes))) this.tally.imported++;
      else this.tally.refused.push(name);
      return;
    }
    const parts = this.libraries.get(dirname(name)) ?? new Map<string, Buffer>();
    this.libraries.set(dirname(name), parts.set(name, bytes));
  }

  /** A library is complete with all of its files. */
  finish(): void {
    for (const files of this.libraries.values()) {
      const outcome = stored(this.folder, () => putLibrary(this.folder, files));
      if (outcome === 'refused') this.tally.refused.push(...files.keys());
      else this.tally[outcome] += files.size;
    }
  }
}

/**
 * @throws AtollError BAD_INPUT for a file that is no archive, or truncated; the entries before that stay in the cache
 */
export async function importCache({ dir, json, import: file = STANDARD }: ArchiveFlags): Promise<void> {
  const folder = cacheFolder(dir);
  checkCacheOwner(folder);
  const work = new Import(folder);
  const imports: Promise<void>[] = [];
  const onReadEntry = (entry: ReadEntry): void => {
    const done = work.take(entry);
    // Checked after the whole file has been read.
    done.catch(() => {});
    imports.push(done);
  };
  const parser = new Parser({ strict: true, onReadEntry });
  try {
    await pipeline(
      file === STANDARD ? process.stdin : createReadStream(file),
      parser as unknown as NodeJS.WritableStream,
    );
    await Promise.all(imports);
  } catch (cause) {
    if (cause instanceof AtollError) throw cause;
    const reason = (cause as Error).message;
    throw new AtollError('BAD_INPUT', `cannot read ${file}: ${reason}`, 'use a file of `atoll cache --export`', {
      cause,
    });
  } finally {
    endProgress();
  }
  work.finish();
  report(work.tally, file, json);
}

function report({ imported, kept, refused }: Tally, file: string, json: boolean | undefined): void {
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, imported, kept, refused }, null, 2)}\n`);
  else process.stdout.write(`imported: ${imported} files\npresent already: ${kept}\nrefused: ${refused.length}\n`);
  for (const name of refused.slice(0, MAX_NAMED))
    writeError(`atoll: ${file}: ${JSON.stringify(name)} is not a cache entry\n`);
  if (refused.length > MAX_NAMED) writeError(`atoll: ${file}: and ${refused.length - MAX_NAMED} more\n`);
  if (refused.length > 0) process.exitCode = ExitStatus.CHECK_FAILED;
}
