// Loads a bundle of src/setup/bundle.mjs with V8's code cache. It is copied beside them.

const { existsSync, readFileSync, writeFileSync } = require('node:fs');
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

/** What has been loaded, by its name. */
const loaded = new Map();

/** What a bundle asks for: another part of it, or a file that Node knows how to load. */
function requireInside(id) {
  const [, name] = /^\.\/([\w.-]+)\.js$/.exec(id) ?? [];
  return name !== undefined && existsSync(fileOf(name)) ? exports.load(name) : require(id);
}

/** Runs a bundle, or a part of one, once; gives what its first module exports. */
exports.load = (name) => {
  if (loaded.has(name)) return loaded.get(name).exports;
  const script = compile(name, read(cacheOf(name)));
  const module = { exports: {} };
  loaded.set(name, module);
  // As if the text were in the file that loads it: folders above are those of a module in dist/src.
  const url = pathToFileURL(join(__dirname, `${name}.js`)).href;
  script.runInThisContext()(module.exports, requireInside, module, url);
  return module.exports;
};

/** Compiles every function of a bundle, and keeps the result. */
exports.writeCodeCache = (name) => {
  const v8 = require('node:v8');
  v8.setFlagsFromString('--no-lazy');
  const script = compile(name);
  v8.setFlagsFromString('--lazy');
  writeFileSync(cacheOf(name), script.createCachedData());
};

/** Maps of the bundles that have been asked for. */
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
