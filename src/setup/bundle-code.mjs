// Writes the code of a bundle: functions of chunks, in a few scripts. The bundler cuts modules into chunks at dynamic
// imports; chunks that are loaded together stand in one script, with one code cache of V8's.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const bundler = () => createRequire(import.meta.url)('esbuild');
const nameOf = (path) => basename(path, '.js');

/** The statement's text with names bound as `const` patterns have them; lines stay, for the source map. */
const pattern = (names) => names.replace(/ as /g, ': ');

/**
 * A chunk as statements of a function that gets `chunk` and `importMetaUrl`. What it takes from other chunks are
 * constants of its own: through properties, as the bundler itself has it, interpreted code is slower. No export of ours
 * changes after its module has run.
 */
function functionText(text) {
  return text
    .replace(/^import \{([^}]*)\} from ("\.\/[^"]+");$/gm, (_, names, from) => {
      return `const {${pattern(names)}} = chunk.require(${from});`;
    })
    .replace(/^import ("\.\/[^"]+");$/gm, 'chunk.require($1);')
    .replace(/\bimport\(("\.\/[^"]+")\)/g, 'chunk.import($1)')
    .replace(/^export \{([^}]*)\};$/gm, (_, names) => {
      return `chunk.exports = {${names.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1')}};`;
    });
}

/** A chunk without imports of other chunks, as CommonJS, and its source map. */
function scriptOf({ path, text }, { platform, target }) {
  const { code, map } = bundler().transformSync(functionText(text), {
    format: 'cjs',
    platform,
    target,
    // Scripts are loaded without a way to import: other packages are required.
    supported: { 'dynamic-import': false },
    sourcefile: basename(path),
    sourcemap: 'external',
    sourcesContent: false,
  });
  return { code, map: JSON.parse(map) };
}

/** Chunks that a chunk needs at once, itself last; a circle would leave constants undefined. */
function neededBy(chunk, outputs, path = []) {
  if (path.includes(chunk)) throw new Error(`chunks need one another: ${[...path, chunk].join(' -> ')}`);
  const next = outputs[chunk].imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
  return [...new Set([...next.flatMap((each) => neededBy(each.path, outputs, [...path, chunk])), chunk])];
}

/** A module that CommonJS requires is run late by the bundler, after others have taken their constants from it. */
function checkRequired({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs))
    for (const { kind, path: required } of imports)
      if (kind === 'require-call' && inputs[required]?.format === 'esm')
        throw new Error(`${path} requires ${required}, which is no CommonJS`);
}

/** Assignment of chunks to scripts: those of the packs, in their order, then each other one by itself. */
function packsOf(outputs, packs) {
  const placed = new Set();
  const chunkOf = (module) => Object.keys(outputs).find((path) => outputs[path].entryPoint === module);
  const found = Object.entries(packs).map(([name, modules]) => {
    const chunks = modules.flatMap((module) => {
      const chunk = chunkOf(module);
      if (chunk === undefined) throw new Error(`${module} is no entry of a chunk`);
      return neededBy(chunk, outputs);
    });
    const own = [...new Set(chunks)].filter((chunk) => !placed.has(chunk));
    for (const chunk of own) placed.add(chunk);
    return { name, chunks: own };
  });
  const rest = Object.keys(outputs).filter((path) => !placed.has(path));
  return [...found, ...rest.map((path) => ({ name: nameOf(path), chunks: [path] }))];
}

/** One expression: an object with a function for each chunk; and its map. */
function writeScript(folder, { name, chunks }) {
  let text = '({\n';
  const sections = [];
  for (const { path, code, map } of chunks) {
    text += `${JSON.stringify(nameOf(path))}: function (chunk, require, importMetaUrl) {\n`;
    sections.push({ offset: { line: text.split('\n').length - 1, column: 0 }, map });
    text += `${code}\n},\n`;
  }
  writeFileSync(join(folder, `${name}.code`), `${text}})`);
  writeFileSync(join(folder, `${name}.code.map`), JSON.stringify({ version: 3, sections }));
}

/**
 * @param options of the bundler, with the folder to write to and one entry
 * @param packs modules whose chunks are loaded together, by the name of the script that they are in
 * @returns the names of the scripts
 */
export function writeCode(options, packs) {
  const [bundle] = Object.keys(options.entryPoints);
  const { outputFiles, metafile } = bundler().buildSync({
    ...options,
    format: 'esm',
    splitting: true,
    chunkNames: `${bundle}.[name]-[hash]`,
    sourcesContent: false,
    sourcemap: 'inline',
    metafile: true,
    write: false,
  });
  checkRequired(metafile);
  const texts = new Map(outputFiles.map(({ path, text }) => [nameOf(path), text]));
  const scripts = packsOf(metafile.outputs, packs);
  /** The scripts of chunks that have another name than their script. */
  const places = {};
  const entries = {};
  for (const { name, chunks } of scripts) {
    const converted = chunks.map((path) => ({ path, ...scriptOf({ path, text: texts.get(nameOf(path)) }, options) }));
    writeScript(options.outdir, { name, chunks: converted });
    for (const path of chunks) {
      if (name !== nameOf(path)) places[nameOf(path)] = name;
      const { entryPoint } = metafile.outputs[path];
      if (entryPoint !== undefined) entries[entryPoint] = nameOf(path);
    }
  }
  writeFileSync(join(options.outdir, `${bundle}.places.json`), JSON.stringify(places));
  writeFileSync(join(options.outdir, `${bundle}.entries.json`), JSON.stringify(entries));
  return scripts.map(({ name }) => name);
}
