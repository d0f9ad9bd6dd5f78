// Bundles what `atoll run`, `atoll check` and `atoll serve` load, a file for each thread, with V8's code cache beside
// it: this saves most of the time that Node needs to find, read and compile some two hundred modules.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeCode } from './bundle-code.mjs';
import { pinnedNode } from './node.mjs';
import { command, root, say, step } from './steps.mjs';

const folder = join(root, 'dist', 'bundle');
/** Names of the bundles, and the modules that they start with. */
const ENTRIES = {
  'run-only': 'dist/src/cli/bundle-run.js',
  'run-details': 'dist/src/cli/commands/run/run-details.js',
  'run-statistics': 'dist/src/cli/commands/run/run-statistics.js',
  'run-pages': 'dist/src/cli/commands/run/run-pages.js',
  'machine-code-check': 'dist/src/compiler/machine-code/machine-code-check.js',
  'processor-thread': 'dist/src/threads/processor-thread.js',
  'executor-thread': 'dist/src/threads/executor-thread.js',
  'check-only': 'dist/src/cli/check-only.js',
  'watched-thread': 'dist/src/threads/processor-thread.js',
  'run-watched': 'dist/src/cli/run-watched.js',
  'serve-only': 'dist/src/cli/serve-only.js',
  'served-thread': 'dist/src/threads/processor-thread.js',
  'serve-rocm': 'dist/src/cli/serve-rocm.js',
  'served-rocm-thread': 'dist/src/threads/processor-thread.js',
  'run-rocm': 'dist/src/cli/run-rocm.js',
  'rocm-thread': 'dist/src/threads/processor-thread.js',
  'rocm-executor': 'dist/src/threads/executor-thread.js',
};
/** Loaded in parts: most runs ask for no device, or wait for other things when they do. */
const SPLIT = ['run-only'];
/** Loaded by file, threads by those who start them: each file loads the bundle of its name. */
const BY_FILE = [
  'processor-thread',
  'executor-thread',
  'watched-thread',
  'served-thread',
  'served-rocm-thread',
  'run-details',
  'run-statistics',
  'run-pages',
  'machine-code-check',
  'rocm-thread',
  'rocm-executor',
];

/**
 * What translates kernels, what packs translations, what makes machine code of them, and what describes instructions
 * for statistics: the hash of all that they are made of is part of the names of what is kept.
 */
const TRANSLATOR = [
  'dist/src/jit/engine/jit.js',
  'dist/src/jit/wasm/packed.js',
  'dist/src/isa/load-isa.js',
  'dist/src/kernels/kernel-compiler.js',
  'dist/src/statistics/describe-code.js',
];
/** What machine code that is kept is loaded by, and calls: it has to fit. */
const LOADER = ['native/kernel_code.cc', 'native/kernel_imports.h', 'native/kernel_sites.cc', 'native/kernel_sites.h'];

/** What watches kernels. */
const WATCH = ['*/instrumentation.js'];
/** What chips that ROCm knows need. */
const ROCM = ['*/rocm.js', '*/kfd/device.js'];
/** What few runs need: they use the modules; what tells of a run has bundles of its own. */
const RARE = [
  '*/debug-console.js',
  '*/machine-code-check.js',
  '*/run-details.js',
  '*/run-statistics.js',
  '*/run-pages.js',
  '*/client/boards.js',
  '*/run-board.js',
  '*/timing-instrumentation.js',
  '*/live-monitor.js',
  '*/timing-report.js',
];

/** Families of bundles other than those of plain runs: what they leave out, and the threads that they start. */
const WATCHED = { outside: [...ROCM, ...RARE], processor: './watched-thread.js' };
/** What looks on is a part of these. */
const SERVED = {
  outside: [...WATCH, ...ROCM, ...RARE.filter((name) => name !== '*/live-monitor.js')],
  processor: './served-thread.js',
};
/** What tells of a run looks its instructions up where the run has put their set: it is in the same bundle. */
const NOT_WITH_ROCM = RARE.filter((name) => name !== '*/run-details.js');
const WITH_ROCM = {
  outside: [...WATCH, ...NOT_WITH_ROCM],
  processor: './rocm-thread.js',
  executor: './rocm-executor.js',
};
const SERVED_WITH_ROCM = {
  outside: [...WATCH, ...NOT_WITH_ROCM.filter((name) => name !== '*/live-monitor.js')],
  processor: './served-rocm-thread.js',
  executor: './rocm-executor.js',
};
const FAMILIES = {
  'check-only': WATCHED,
  'run-watched': WATCHED,
  'watched-thread': WATCHED,
  'serve-only': SERVED,
  'served-thread': SERVED,
  'serve-rocm': SERVED_WITH_ROCM,
  'served-rocm-thread': SERVED_WITH_ROCM,
  'run-rocm': WITH_ROCM,
  'rocm-thread': WITH_ROCM,
  'rocm-executor': WITH_ROCM,
};
const PLAIN = { outside: [...WATCH, ...ROCM, ...RARE] };
const familyOf = (name) => FAMILIES[name] ?? PLAIN;

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  // Scripts are loaded without a way to import: what is outside is required.
  supported: { 'dynamic-import': false },
  external: PLAIN.outside,
  define: { 'import.meta.url': 'importMetaUrl' },
  alias: { 'node:crypto': './src/setup/lazy-crypto.mjs' },
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

/** Where threads begin, if not where those of plain runs do: src/threads/entries.ts. */
const threadValues = ({ processor, executor }) => ({
  ...(processor ? { ATOLL_PROCESSOR: JSON.stringify(processor) } : {}),
  ...(executor ? { ATOLL_EXECUTOR: JSON.stringify(executor) } : {}),
});

const options = (name, entry, values) => ({
  ...COMMON,
  entryPoints: { [name]: entry },
  outdir: folder,
  define: { ...COMMON.define, ...values, ...threadValues(familyOf(name)) },
  external: familyOf(name).outside,
});

function writeBundles() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Modules here are CommonJS: only scripts can have a code cache.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  copyFileSync(join(root, 'src', 'setup', 'bundle-loader.cjs'), join(folder, 'loader.cjs'));
  const translator = translatorHash();
  const values = { ATOLL_TRANSLATOR: JSON.stringify(translator), ATOLL_V8: JSON.stringify(testedV8()) };
  const names = Object.entries(ENTRIES).flatMap(([name, entry]) => {
    return writeCode(options(name, entry, values), SPLIT.includes(name) ? name : undefined);
  });
  for (const name of BY_FILE)
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
    text: 'bundling what `atoll run` loads',
    inputs: [
      'dist/src',
      'dist/tsconfig.tsbuildinfo',
      ...LOADER,
      'src/setup/bundle.mjs',
      'src/setup/bundle-code.mjs',
      'src/setup/bundle-loader.cjs',
      'src/setup/lazy-crypto.mjs',
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
