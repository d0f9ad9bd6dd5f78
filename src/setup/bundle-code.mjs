// Writes the code of a bundle: one file, or several where it loads a part of itself only when that is needed. A part
// that is split off has V8's code cache to itself: a run that does not need it does not pay for it.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const bundler = () => createRequire(import.meta.url)('esbuild');

/** The text is one function expression, so that the loader can pass what a module would find around it. */
const WRAPPED = {
  banner: '(function (exports, require, module, importMetaUrl) {',
  footer: '})',
  sourcesContent: false,
};

const wholeCode = (options) =>
  bundler().buildSync({
    ...options,
    banner: { js: WRAPPED.banner },
    footer: { js: WRAPPED.footer },
    sourcesContent: WRAPPED.sourcesContent,
    sourcemap: 'external',
    write: false,
  }).outputFiles;

/** The bundler splits only what stays modules: they become scripts one by one. */
function splitCode(options, name) {
  const { supported, ...modules } = options;
  const { outputFiles } = bundler().buildSync({
    ...modules,
    format: 'esm',
    splitting: true,
    chunkNames: `${name}.[name]-[hash]`,
    sourcesContent: WRAPPED.sourcesContent,
    sourcemap: 'inline',
    write: false,
  });
  return outputFiles.flatMap(({ path, text }) => {
    const { code, map } = bundler().transformSync(text, {
      ...WRAPPED,
      format: 'cjs',
      platform: options.platform,
      target: options.target,
      supported,
      sourcefile: basename(path),
      sourcemap: 'external',
    });
    return [
      { path, text: code },
      { path: `${path}.map`, text: map },
    ];
  });
}

/**
 * @param options of the bundler, with the folder to write to
 * @param split the name of a bundle that may have parts
 * @returns the names of what was written: NAME.code and NAME.code.map
 */
export function writeCode(options, split) {
  const written = split === undefined ? wholeCode(options) : splitCode(options, split);
  for (const { path, text } of written)
    writeFileSync(join(options.outdir, basename(path).replace(/\.js(?=$|\.)/, '.code')), text);
  return written.map(({ path }) => basename(path)).flatMap((file) => (file.endsWith('.js') ? [file.slice(0, -3)] : []));
}
