// Bundles what `atoll run` loads, a file for each thread, with V8's code cache beside it: this saves most of the time that Node needs
// to find, read and compile some two hundred modules.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pinnedNode } from './node.mjs';
import { command, filesBelow, root, say, step } from './steps.mjs';

const folder = join(root, 'dist', 'bundle');
/** Names of the bundles, and the modules that they start with. */
const ENTRIES = {
  'run-only': 'dist/src/cli/run-only.js',
  'processor-thread': 'dist/src/processor-thread.js',
  'executor-thread': 'dist/src/executor-thread.js',
};
/** Threads are started by file: these load the bundle of their name. */
const THREADS = ['processor-thread', 'executor-thread'];

/** What decides how a kernel is translated. Its hash is part of the names of kept translations (src/translations.ts). */
const TRANSLATOR = ['dist/src/isa', 'dist/src/emulator', 'dist/src/jit'];

function translatorHash() {
  const hash = createHash('sha256');
  for (const file of TRANSLATOR.flatMap(filesBelow).sort())
    if (file.endsWith('.js')) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Loaded only by runs that are watched, which do not use the bundle. */
const OUTSIDE = ['*/watch.js', '*/debug-console.js'];

/** The text is one function expression, so that the loader can pass what a module would find around it. */
const options = (name, entry, translator) => ({
  absWorkingDir: root,
  entryPoints: [entry],
  outfile: join(folder, `${name}.code`),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  external: OUTSIDE,
  define: { 'import.meta.url': 'importMetaUrl', ATOLL_TRANSLATOR: JSON.stringify(translator) },
  banner: { js: '(function (exports, require, module, importMetaUrl) {' },
  footer: { js: '})' },
  sourcemap: 'external',
  sourcesContent: false,
  logLevel: 'silent',
});

function writeBundles() {
  const { buildSync } = createRequire(import.meta.url)('esbuild');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Modules here are CommonJS: only scripts can have a code cache.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  copyFileSync(join(root, 'src', 'setup', 'bundle-loader.cjs'), join(folder, 'loader.cjs'));
  const translator = translatorHash();
  for (const [name, entry] of Object.entries(ENTRIES)) buildSync(options(name, entry, translator));
  for (const name of THREADS) writeFileSync(join(folder, `${name}.js`), `require('./loader.cjs').load('${name}');\n`);
  const caches = Object.keys(ENTRIES).map((name) => `loader.writeCodeCache('${name}');`);
  command(pinnedNode(), [
    '-e',
    `const loader = require(${JSON.stringify(join(folder, 'loader.cjs'))}); ${caches.join(' ')}`,
  ]);
  writeFileSync(join(folder, 'translator'), translator);
  // Last: with it the bundle counts. src/cli/main.ts compares.
  const { size, mtimeMs } = statSync(join(root, 'dist', 'tsconfig.tsbuildinfo'));
  writeFileSync(join(folder, 'stamp'), `${size} ${mtimeMs}`);
}

export function bundle() {
  step({
    name: 'bundle',
    text: 'bundling what `atoll run` loads',
    inputs: [
      'dist/src',
      'dist/tsconfig.tsbuildinfo',
      'src/setup/bundle.mjs',
      'src/setup/bundle-loader.cjs',
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
