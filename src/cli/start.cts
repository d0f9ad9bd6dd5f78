// What bin/atoll starts, CommonJS: Node takes 3 ms longer to its first line of a module. Programs start quickly: `atoll
// run`, `atoll check` and `atoll serve` come from their bundles when these are up to date; all other commands, and
// whatever the bundle does not do, from the modules.

import fs = require('node:fs');
import path = require('node:path');

const { constants, existsSync, openSync, readFileSync } = fs;
const { join } = path;

interface RunBundle {
  /**
   * Gives false, with nothing done, when the bundle lacks what the command line asks for, or the name of one that has
   * it.
   */
  runOnly(): Promise<boolean | string>;
}

/** The bundles of commands. */
const BUNDLES: Readonly<Record<string, string>> = { run: 'run-only', check: 'check-only', serve: 'serve-only' };

/** Those with the chips that ROCm knows. */
const ROCM_BUNDLES: Readonly<Record<string, string>> = { run: 'run-rocm', serve: 'serve-rocm' };

/**
 * Node starts no thread in a folder that was removed: this process goes where nothing is made by mistake; run.ts sends
 * the guest back.
 */
function leaveRemovedFolder(): void {
  delete process.env['ATOLL_FOLDER'];
  try {
    process.cwd();
  } catch {
    process.env['ATOLL_FOLDER'] = `/proc/self/fd/${openSync('.', constants.O_RDONLY | constants.O_DIRECTORY)}`;
    process.chdir('/proc/self/fd');
  }
}

const fileOf = (path: string): string => join(__dirname, '..', '..', path);

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(fileOf(path));
  } catch {
    return undefined;
  }
}

/**
 * Whether the bundle was made of the modules that are there: it keeps the compiler's record of them, which has a hash
 * of every file. A copied tree has other times and inodes, and the same record. An installed package has none, and
 * nothing that could have changed.
 */
function isUpToDate(): boolean {
  const compiled = contentOf('tsconfig.tsbuildinfo');
  return compiled === undefined || contentOf('bundle/stamp')?.equals(compiled) === true;
}

/**
 * Loads bundles of src/setup/bundle.mjs; undefined when there are none, or the modules have been compiled since they
 * were made.
 */
function bundleLoader(): ((name: string) => RunBundle) | undefined {
  if (process.env['ATOLL_BUNDLE'] === '0') return undefined;
  const loader = fileOf('bundle/loader.cjs');
  if (!existsSync(loader) || !isUpToDate()) return undefined;
  return (require(loader) as { load: (name: string) => RunBundle }).load;
}

/** The bundle to try first. A chip that only the configuration file names is found out by the first one. */
async function firstBundle([command = '', ...words]: readonly string[]): Promise<string | undefined> {
  const divider = words.indexOf('--');
  const options = divider < 0 ? words : words.slice(0, divider);
  const named = [process.env['ATOLL_DEVICE'], process.env['ATOLL_DEVICES']].filter((value) => value !== undefined);
  const asks = named.length > 0 || options.some((word) => word.startsWith('--device'));
  if (command === 'run' && !asks && options.some((word) => word.startsWith('--stats='))) return 'run-watched';
  const rocm = asks ? ROCM_BUNDLES[command] : undefined;
  if (rocm !== undefined && (await import('./detect-rocm.js')).asksRocm([...options, ...named])) return rocm;
  return BUNDLES[command];
}

/** Words and variables that may be no UTF-8 are looked at by the modules (byte-options.ts). */
const mayBeInexact = (): boolean =>
  [...process.argv, ...Object.values(process.env)].some((text) => text?.includes('\ufffd'));

/** Whether a bundle has executed the command line. */
async function runsBundled(): Promise<boolean> {
  if (mayBeInexact()) return false;
  let next: string | boolean | undefined = await firstBundle(process.argv.slice(2));
  const load = next === undefined ? undefined : bundleLoader();
  while (load && typeof next === 'string') next = await load(next).runOnly();
  return next === true;
}

async function main(): Promise<void> {
  leaveRemovedFolder();
  if (!(await runsBundled())) await (await import('./program.js')).main();
}

void main();
