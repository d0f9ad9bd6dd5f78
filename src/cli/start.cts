// What bin/atoll starts, CommonJS: Node takes 3 ms longer to its first line of a module. Everything else comes from the
// bundle when that is up to date, and from the modules otherwise.

import fs = require('node:fs');
import path = require('node:path');

const { constants, existsSync, openSync, readFileSync } = fs;
const { join } = path;

interface Entry {
  /** Executes this process's command line. */
  main(): Promise<void>;
}

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

/** The bundle of src/setup/bundle.mjs; undefined when there is none, or the modules have been compiled since. */
function bundledEntry(): Entry | undefined {
  if (process.env['ATOLL_BUNDLE'] === '0') return undefined;
  const loader = fileOf('bundle/loader.cjs');
  if (!existsSync(loader) || !isUpToDate()) return undefined;
  return (require(loader) as { load: (name: string) => Entry }).load('main');
}

async function main(): Promise<void> {
  leaveRemovedFolder();
  await (bundledEntry() ?? (await import('./entry.js'))).main();
}

void main();
