// Checks the code of pages, which runs in a browser, and bundles it into one script for the page.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { command, root, step } from './steps.mjs';

const FOLDER = 'src/serve/browser';
const OUTPUT = 'dist/src/serve/browser/main.js';

const bundler = () => createRequire(import.meta.url)('esbuild').buildSync;

function bundlePage() {
  command(join(root, 'node_modules', '.bin', 'tsc'), ['-p', FOLDER]);
  // The bundler escapes `</script` in texts.
  bundler()({
    absWorkingDir: root,
    entryPoints: [`${FOLDER}/main.ts`],
    outfile: OUTPUT,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
  });
}

export function compileBrowserCode() {
  step({
    name: 'browser-code',
    text: 'compiling the code of pages for the browser',
    inputs: [
      FOLDER,
      'src/serve/protocol.ts',
      'src/serve/requests.ts',
      'src/setup/browser-code.mjs',
      'package-lock.json',
    ],
    outputs: [OUTPUT],
    run: bundlePage,
  });
}
