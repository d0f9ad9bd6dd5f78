// Bundles what the command and its threads load, with V8's code cache beside it: this saves most of the time that Node
// needs to find, read and compile some two hundred modules.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeCode } from './bundle-code.mjs';
import { pinnedNode } from './node.mjs';
import { command, root, say, step } from './steps.mjs';

const folder = join(root, 'dist', 'bundle');
const module = (path) => `dist/src/${path}.js`;
/** A bundle for each kind of thread, by its first module; named like the thread's file (src/threads/entries.ts). */
const BUNDLES = {
  main: 'cli/entry',
  'processor-thread': 'threads/processor-thread',
  'executor-thread': 'threads/executor-thread',
};
/**
 * Modules behind dynamic imports that are loaded together, by the name of the script that has them and what they need
 * beyond the scripts before. What stands in none has a script for each of its chunks.
 */
const PACKS = {
  main: {
    main: ['cli/entry'],
    run: ['cli/command-line/attempt', 'cli/program', 'cli/commands/run/command', 'cli/commands/run/run'],
    drivers: ['machine/drivers'],
  },
  'processor-thread': { 'processor-thread': ['threads/processor-thread'] },
  'executor-thread': { 'executor-thread': ['threads/executor-thread'] },
};

/**
 * Sources of the translation of kernels, of its packing, of machine code, and of the descriptions of instructions for
 * statistics: their hash is part of the names of cached files.
 */
const TRANSLATOR = [
  'dist/src/jit/engine/jit.js',
  'dist/src/jit/wasm/packed.js',
  'dist/src/isa/load-isa.js',
  'dist/src/kernels/kernel-compiler.js',
  'dist/src/statistics/describe-code.js',
];
/** Files that load cached machine code, or that it calls: they have to fit. */
const LOADER = ['native/kernel_code.cc', 'native/kernel_imports.h', 'native/kernel_sites.cc', 'native/kernel_sites.h'];

/** Packages that are bundled; all others are required when they are needed. */
const BUNDLED = ['commander', 'zod'];
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const PACKAGES = Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  external: PACKAGES,
  define: { 'import.meta.url': 'importMetaUrl', bundledRequire: 'require' },
  alias: { 'node:crypto': './src/setup/lazy-crypto.mjs', 'node:child_process': './src/setup/lazy-processes.cjs' },
  logLevel: 'silent',
};

const bundler = () => createRequire(import.meta.url)('esbuild').buildSync;

/** The modules that kept translations depend on: the translator's and every one below it, as the bundler finds them. */
export function translatorModules() {
  const { metafile } = bundler()({
    ...COMMON,
    entryPoints: TRANSLATOR,
    outdir: 'unused',
    write: false,
    metafile: true,
  });
  return [...Object.keys(metafile.inputs), ...LOADER].sort();
}

/**
 * A hash over all of them.
 * @param contentOf what stands in a module, by its path from the root
 */
export function translatorHash(contentOf = (file) => readFileSync(join(root, file))) {
  const hash = createHash('sha256');
  for (const file of translatorModules()) hash.update(`${file}\n`).update(contentOf(file));
  return hash.digest('hex');
}

/** The version of V8 whose machine code of kernels is kept: that of the Node that the tests run with. */
const testedV8 = () => execFileSync(pinnedNode(), ['-p', 'process.versions.v8'], { encoding: 'utf8' }).trim();

const options = (name, entry, values) => ({
  ...COMMON,
  entryPoints: { [name]: module(entry) },
  outdir: folder,
  define: { ...COMMON.define, ...values },
});

const packsOf = (name) =>
  Object.fromEntries(Object.entries(PACKS[name]).map(([script, modules]) => [script, modules.map(module)]));

/** The hash of the code of the front end and the finalizer, by which builds are cached. */
function codeHash() {
  const sources = JSON.stringify(join(root, module('compiler/own-sources')));
  const text = `import { folderHash } from ${sources}; process.stdout.write(folderHash());`;
  return execFileSync(pinnedNode(), ['--input-type=module', '-e', text], { encoding: 'utf8' });
}

function writeBundles() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Modules here are CommonJS: only scripts can have a code cache.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  copyFileSync(join(root, 'src', 'setup', 'bundle-loader.cjs'), join(folder, 'loader.cjs'));
  const translator = translatorHash();
  const values = {
    ATOLL_TRANSLATOR: JSON.stringify(translator),
    ATOLL_FRONT_END: JSON.stringify(codeHash()),
    ATOLL_V8: JSON.stringify(testedV8()),
  };
  const names = Object.entries(BUNDLES).flatMap(([name, entry]) =>
    writeCode(options(name, entry, values), packsOf(name)),
  );
  for (const name of Object.keys(BUNDLES))
    writeFileSync(join(folder, `${name}.js`), `module.exports = require('./loader.cjs').load('${name}');\n`);
  const caches = names.map((name) => `loader.writeCodeCache('${name}');`);
  command(pinnedNode(), [
    '-e',
    `const loader = require(${JSON.stringify(join(folder, 'loader.cjs'))}); ${caches.join(' ')}`,
  ]);
  writeFileSync(join(folder, 'translator'), translator);
  // Last: with it the bundle counts. src/cli/start.cts compares.
  copyFileSync(join(root, 'dist', 'tsconfig.tsbuildinfo'), join(folder, 'stamp'));
}

export function bundle() {
  step({
    name: 'bundle',
    text: 'bundling what `atoll` loads',
    inputs: [
      'dist/src',
      'dist/tsconfig.tsbuildinfo',
      ...LOADER,
      'src/setup/bundle.mjs',
      'src/setup/bundle-code.mjs',
      'src/setup/bundle-loader.cjs',
      'src/setup/lazy-crypto.mjs',
      'src/setup/lazy-processes.cjs',
      'package-lock.json',
    ],
    outputs: ['dist/bundle/stamp'],
    run: () => {
      try {
        writeBundles();
      } catch (error) {
        // Everything works without: `atoll run` starts later.
        rmSync(folder, { recursive: true, force: true });
        say(`no bundle, programs start more slowly: ${error.message}`);
      }
    },
  });
}
