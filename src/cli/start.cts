// Entry point of bin/atoll, CommonJS: an ES module starts 3 ms later. Everything else comes from the bundle if it is up
// to date, otherwise from the modules.

import fs = require('node:fs');
import path = require('node:path');

const { constants, existsSync, openSync, readFileSync } = fs;
const { join } = path;

interface Entry {
  /** Executes this process's command line. */
  main(): Promise<void>;
}

/**
 * Node starts no thread in a removed folder: this process changes to another one, and run.ts starts the guest in the
 * original one.
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
 * True if the bundle was made from the present modules: it contains the compiler's build record, with a hash of each
 * file. Times and inodes differ in a copied tree, the record does not. An installed package has no record and does not
 * change.
 */
function isUpToDate(): boolean {
  const compiled = contentOf('tsconfig.tsbuildinfo');
  return compiled === undefined || contentOf('bundle/stamp')?.equals(compiled) === true;
}

/** The bundle of src/setup/bundle.mjs; undefined if there is none, or if the modules are newer. */
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
