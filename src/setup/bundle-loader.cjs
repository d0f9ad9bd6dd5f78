// Loads chunks of the bundles of src/setup/bundle.mjs, with V8's code cache. It is copied beside them.

const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const fileOf = (name) => join(__dirname, `${name}.code`);
const cacheOf = (name) => join(__dirname, `${name}.cache`);

function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * The bundles are ASCII. A cache of another version of V8, or of other flags, is refused by V8: then the text is
 * compiled.
 */
function compile(name, cachedData) {
  const filename = fileOf(name);
  return new Script(readFileSync(filename, 'latin1'), { filename, ...(cachedData ? { cachedData } : {}) });
}

/** The scripts that have been compiled: functions by the names of chunks. */
const scripts = new Map();

function functionsOf(script) {
  if (!scripts.has(script)) scripts.set(script, compile(script, read(cacheOf(script))).runInThisContext());
  return scripts.get(script);
}

/** Loader of a bundle's chunks, each once. */
function createLoader(bundle) {
  const readTable = (name) => JSON.parse(readFileSync(join(__dirname, `${bundle}.${name}.json`), 'utf8'));
  const places = readTable('places');
  // As if the text were in the file that loads it: folders above are those of a module in dist/src.
  const url = pathToFileURL(join(__dirname, `${bundle}.js`)).href;
  const loaded = new Map();
  const nameIn = (id) => id.slice('./'.length, -'.js'.length);
  /** A package, one of Node's modules, or a module of the bundle by the end of its path (src/isa/load-isa.ts). */
  function requireInside(id) {
    if (!id.startsWith('./')) return require(id);
    const entries = readTable('entries');
    const entry = Object.keys(entries).find((path) => path.endsWith(id.slice(1)));
    if (entry === undefined) throw new Error(`the bundle '${bundle}' has no entry ${id}`);
    return load(entries[entry]);
  }
  const chunkRequire = (id) => load(nameIn(id));
  const chunkImport = async (id) => load(nameIn(id));
  function load(name) {
    const known = loaded.get(name);
    if (known) return known.exports;
    const chunk = { exports: {}, require: chunkRequire, import: chunkImport };
    loaded.set(name, chunk);
    functionsOf(places[name] ?? name)[name](chunk, requireInside, url);
    return chunk.exports;
  }
  return load;
}

const loaders = new Map();

/** Runs a bundle once; gives what its entry exports. */
exports.load = (bundle) => {
  if (!loaders.has(bundle)) loaders.set(bundle, createLoader(bundle));
  return loaders.get(bundle)(bundle);
};

/** Compiles every function of a script, and keeps the result. */
exports.writeCodeCache = (name) => {
  const v8 = require('node:v8');
  v8.setFlagsFromString('--no-lazy');
  const script = compile(name);
  v8.setFlagsFromString('--lazy');
  writeFileSync(cacheOf(name), script.createCachedData());
};

/** Maps of the loaded bundles. */
const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) {
    const text = file.endsWith('.code') && read(`${file}.map`);
    const { SourceMap } = require('node:module');
    maps.set(file, text ? new SourceMap(JSON.parse(text.toString())) : undefined);
  }
  return maps.get(file);
}

/** A line of a stack trace, by the source where there is a map. */
function describeCall(call) {
  const text = String(call);
  const file = call.getFileName();
  const map = file ? mapOf(file) : undefined;
  if (!map) return text;
  const { originalSource, originalLine, originalColumn } = map.findEntry(
    call.getLineNumber() - 1,
    call.getColumnNumber() - 1,
  );
  if (originalSource === undefined) return text;
  const place = `${originalSource}:${originalLine + 1}:${originalColumn + 1}`;
  return text.replace(`${file}:${call.getLineNumber()}:${call.getColumnNumber()}`, place);
}

// Called when a trace is read for the first time, which is rare.
Error.prepareStackTrace = (error, calls) =>
  [String(error), ...calls.map((call) => `    at ${describeCall(call)}`)].join('\n');
