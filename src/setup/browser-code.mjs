// Checks the code of pages, which runs in a browser, and bundles it: one script for each page.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { command, filesBelow, root, step } from './steps.mjs';

const FOLDER = 'src/browser';
/** The first module of each page; pages embed them by these names (browserCode of src/report/page.ts). */
const PAGES = ['live/main', 'report/run-page', 'report/comparison-page', 'report/timing-page', 'bench/page'];

const bundler = () => createRequire(import.meta.url)('esbuild').buildSync;

function bundlePages() {
  command(join(root, 'node_modules', '.bin', 'tsc'), ['-p', FOLDER]);
  // The bundler escapes `</script` in texts.
  bundler()({
    absWorkingDir: root,
    entryPoints: PAGES.map((page) => `${FOLDER}/${page}.ts`),
    outdir: `dist/${FOLDER}`,
    outbase: FOLDER,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
  });
}

/** Files and those that they import, their types too: the data of pages is described outside of the folder. */
function withImports(files) {
  const all = new Set(files);
  for (const file of all) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, path] of text.matchAll(/from '(\.[^']+)\.js'/g)) {
      const next = `${join(dirname(file), path)}.ts`;
      if (existsSync(join(root, next))) all.add(next);
    }
  }
  return [...all];
}

export function compileBrowserCode() {
  step({
    name: 'browser-code',
    text: 'compiling the code of pages for the browser',
    inputs: [...withImports(filesBelow(FOLDER)), 'tsconfig.json', 'src/setup/browser-code.mjs', 'package-lock.json'],
    outputs: PAGES.map((page) => `dist/${FOLDER}/${page}.js`),
    run: bundlePages,
  });
}
