// Compiles Atoll's builtin library (OpenCL C in library/) to bitcode, once for each compiler and chip, and caches it.
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makePrivateFolders } from '../../util/checked-file.js';
import { AtollError } from '../../util/errors.js';
import { sha256 } from '../../util/hash.js';
import { required } from '../../util/required.js';
import { temporaryFolder } from '../../util/temporary.js';
import { distrust } from '../../util/trust.js';
import { LIBRARY } from '../cache/cache-place.js';
import { COMMON_ARGS, FLOAT_ARGS, LIMITS, targetArgs } from '../clang/clang-args.js';
import type { BuildJob } from '../clang/job.js';
import { run } from '../clang/process.js';
import { libclcOf, type Toolchain } from '../clang/toolchain.js';
import type { BuiltinLibrary } from '../clang/tools.js';
import { TESTED_VERSIONS } from '../clang-versions.js';
import { mapSymbols, symbolsOf } from '../ir/symbols.js';
import { changeText } from '../ir/write.js';
import { LIBRARY_FOLDER } from '../project.js';
import { namesOfLibclc } from './libclc-use.js';
import { LIBRARY_FILES, readLibrary, writeManifest } from './library-files.js';

/** The builtins of the library: one translation unit, which includes the other files. */
const BUILTINS_SOURCE = 'builtins.cl';
const PRINTF_SOURCE = 'printf.cl';

const EMIT_ARGS: readonly string[] = ['-O2', '-Xclang', '-disable-llvm-passes', '-emit-llvm'];

interface LibraryJob {
  readonly toolchain: Toolchain;
  /** The target chip, by LLVM's name. */
  readonly processor: string;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Set if clang runs in a separate session. */
  readonly apart: boolean;
}

async function runClang(job: LibraryJob, source: string, words: readonly string[]): Promise<void> {
  const { toolchain, processor, folder, signal, apart } = job;
  const args = [...targetArgs(processor), ...COMMON_ARGS, ...EMIT_ARGS, ...words];
  const result = await run(toolchain.clang, args, { cwd: folder, signal, apart, ...LIMITS });
  if (result.status === 0) return;
  if (result.signal !== undefined) {
    const what = `${toolchain.clang} was ended by ${result.signal} while it compiled the builtin library (${source})`;
    throw new AtollError('TOOLCHAIN', what, 'Build the program again.');
  }
  throw new AtollError(
    'TOOLCHAIN',
    `${toolchain.clang} cannot compile the builtin library (${source}): ${result.stderr.slice(0, 2000)}`,
    `Use one of the tested compilers: clang ${TESTED_VERSIONS.join(', ')}.`,
  );
}

const sourceWords = (source: string): string[] => [
  '-x',
  'cl',
  '-cl-std=CL1.2',
  ...FLOAT_ARGS,
  join(LIBRARY_FOLDER, source),
];

/** Functions called `own_f` in the library's source replace libclc's `f`, which they may call. */
const OWN_NAME = /^@_Z(\d+)own_/;
const OWN_PREFIX_LENGTH = 'own_'.length;

const publicName = (symbol: string): string =>
  symbol.replace(OWN_NAME, (_, length: string) => `@_Z${Number(length) - OWN_PREFIX_LENGTH}`);

/**
 * Renames the library's replacements to the names of libclc's functions. The used functions of libclc are internal
 * functions of the same text; replaced ones among them are renamed.
 */
export const nameOwnFunctions = (irText: string): string =>
  changeText(irText, (module) => {
    const own = symbolsOf(module).filter((symbol) => OWN_NAME.test(symbol));
    const replaced = new Set(own.map(publicName));
    return mapSymbols(module, (symbol) => (replaced.has(symbol) ? `${symbol}.libclc` : publicName(symbol)));
  });

/** The builtins, with the functions that they use of libclc. */
async function compileBuiltins(job: LibraryJob): Promise<void> {
  const libclc = libclcOf(job.toolchain, job.processor);
  const link = ['-Xclang', '-mlink-builtin-bitcode', '-Xclang', libclc];
  await runClang(job, BUILTINS_SOURCE, [...sourceWords(BUILTINS_SOURCE), ...link, '-S', '-o', 'builtins.ll']);
  const path = join(job.folder, 'builtins.ll');
  writeFileSync(path, nameOwnFunctions(readFileSync(path, 'latin1')), 'latin1');
  await runClang(job, BUILTINS_SOURCE, ['-x', 'ir', 'builtins.ll', '-c', '-o', 'builtins.bc']);
  rmSync(path);
}

async function compileInto(job: LibraryJob): Promise<void> {
  const { toolchain, processor, folder } = job;
  await Promise.all([
    compileBuiltins(job),
    runClang(job, PRINTF_SOURCE, [...sourceWords(PRINTF_SOURCE), '-c', '-o', 'printf.bc']),
  ]);
  const names = namesOfLibclc(
    readFileSync(libclcOf(toolchain, processor)),
    readFileSync(join(folder, LIBRARY_FILES.builtins)),
  );
  writeManifest(folder, names);
}

/**
 * A new folder below the cache's; undefined if it cannot be created (no home folder, full or read-only disk), or if
 * other users could change its content.
 */
function folderBelow(parent: string): string | undefined {
  try {
    makePrivateFolders(parent);
    return mkdtempSync(join(parent, 'new-'));
  } catch {
    return undefined;
  }
}

/** The library in a folder, if complete. */
function libraryIn(folder: string): BuiltinLibrary | undefined {
  const names = readLibrary(folder);
  return names && libraryOf(folder, names);
}

const libraryOf = (folder: string, names: readonly string[]): BuiltinLibrary => ({
  builtins: join(folder, LIBRARY_FILES.builtins),
  printf: join(folder, LIBRARY_FILES.printf),
  prelude: join(LIBRARY_FOLDER, 'prelude.h'),
  libclcNames: new Set(names),
});

const COPY = 'lib';

/** The library for a compiler that cannot read this user's files: in the folder of its job, by relative names. */
export function copyLibrary(library: BuiltinLibrary, job: Pick<BuildJob, 'write'>): BuiltinLibrary {
  const copy = (path: string): string => {
    const name = `${COPY}/${basename(path)}`;
    job.write(name, readFileSync(path));
    return name;
  };
  for (const name of readdirSync(LIBRARY_FOLDER)) if (name.endsWith('.h')) copy(join(LIBRARY_FOLDER, name));
  const { builtins, printf, prelude, libclcNames } = library;
  return { builtins: copy(builtins), printf: copy(printf), prelude: copy(prelude), libclcNames };
}

/** Removes an invalid library. Nothing in folders that other users can change. */
function clearPlace(folder: string): void {
  if (distrust(folder) === undefined) rmSync(folder, { recursive: true, force: true });
}

/**
 * The library for a compiler and a chip: from the cache folder, or built into it. Without a usable cache it is built
 * into the folder `temporary`, which the caller removes.
 *
 * @param work target and limits of the compilation; the signal ends the compiler
 * @throws AtollError TOOLCHAIN with clang's message if it cannot be compiled
 */
export async function builtinLibrary(
  toolchain: Toolchain,
  cacheDir: string,
  sourceHash: string,
  work: Pick<LibraryJob, 'processor' | 'signal' | 'apart'>,
): Promise<BuiltinLibrary> {
  const parts = [toolchain.identity, sourceHash, work.processor];
  const key = sha256(parts.join('\0')).slice(0, 32);
  const parent = join(cacheDir, LIBRARY);
  const finished = join(parent, key);
  const library = libraryIn(finished);
  if (library) return library;
  const shared = folderBelow(parent);
  if (shared) {
    try {
      await compileInto({ ...work, toolchain, folder: shared });
      return libraryIn(finished) ?? moveInto(finished, shared);
    } catch (error) {
      if (work.signal.aborted) throw error;
      // The disk may be full: try another folder. An error of the compiler would occur there, too.
    } finally {
      rmSync(shared, { recursive: true, force: true });
    }
  }
  const folder = temporaryFolder('library');
  try {
    await compileInto({ ...work, toolchain, folder });
    return { ...required(libraryIn(folder), 'built library'), temporary: folder };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Moves a new library to its place. Another process may do the same: both libraries are valid.
 * @throws Error if there is none afterwards
 */
function moveInto(finished: string, built: string): BuiltinLibrary {
  clearPlace(finished);
  try {
    renameSync(built, finished);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
  const library = libraryIn(finished);
  if (!library) throw new AtollError('HOST', `the builtin library in ${finished} was changed concurrently`);
  return library;
}
