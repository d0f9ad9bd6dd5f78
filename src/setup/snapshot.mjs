// A snapshot of Node's heap in which the modules of a plain `atoll run` are evaluated: a process that is restored from it neither reads nor compiles
// them. bin/atoll starts it where it fits: it is of this Node and of this folder, whose paths are in it.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pinnedNode } from './node.mjs';
import { keepCodeCaches } from './snapshot-file.mjs';
import { command, root, say } from './steps.mjs';

/**
 * Stands before the bundle. What a module asks of the process while it is evaluated would be an answer for all processes: there is none, except of
 * Node's own modules. Of these, `node:v8` and others that have streams of the system (`stream_wrap`) cannot be loaded: with them in its snapshot, Node
 * ends at the first thread that loads them, too. `startupSnapshot` is a part of node:v8, so it comes from where node:v8 has it.
 */
const BEFORE = (url) => `
const importMetaUrl = ${JSON.stringify(url)};
const { setDeserializeMainFunction } = require('internal/v8/startup_snapshot').namespace;
const { getBuiltinModule } = process;
// Found now: a name that is not Node's is one beside the bundle.
const requireModule = (name) =>
  name.startsWith('node:') ? getBuiltinModule(name) : getBuiltinModule('node:module').createRequire(importMetaUrl)(name);
const asked = (what) => () => {
  throw new Error(what + ' is asked for by a module that is evaluated: later, it would be that of the build');
};
const restores = [];
const forbid = (object, key, what) => {
  const before = Object.getOwnPropertyDescriptor(object, key);
  Object.defineProperty(object, key, { configurable: true, get: asked(what) });
  restores.push(() => Object.defineProperty(object, key, before));
};
for (const key of ['env', 'argv', 'pid', 'ppid', 'cwd', 'geteuid', 'getuid', 'stdin', 'stdout', 'stderr', 'execArgv'])
  forbid(process, key, 'process.' + key);
forbid(Date, 'now', 'the time');
forbid(Math, 'random', 'a random number');
const bundled = { exports: {} };
`;

/** Stands behind it. */
const BEHIND = `(bundled.exports, requireModule, bundled, importMetaUrl);
for (const restore of restores) restore();
bundled.exports.rehearse();
const unwanted = process.moduleLoadList.find((name) => /^Internal Binding (stream|tcp|pipe|tty|process)_wrap$/.test(name));
if (unwanted) throw new Error(unwanted + ' is in the snapshot: threads that load it would end the process');
// As the loader of the bundles describes them; it is loaded when a trace is read for the first time.
Error.prepareStackTrace = (error, calls) => {
  requireModule('./loader.cjs');
  return Error.prepareStackTrace(error, calls);
};
setDeserializeMainFunction(() => {
  getBuiltinModule('node:worker_threads').setEnvironmentData('atoll:restored', true);
  const [, , command, ...names] = process.argv;
  if (command !== 'write-code-caches') return bundled.exports.main();
  for (const name of names) requireModule('./loader.cjs').writeCodeCache(name);
});
`;

/** Modules of Node that the main thread and the threads that it starts load later: their code is kept. */
const LATER = `
const { Worker, isMainThread } = require('node:worker_threads');
for (const name of ['child_process', 'crypto', 'diagnostics_channel', 'fs', 'fs/promises', 'module', 'os', 'path', 'perf_hooks', 'timers/promises', 'url', 'v8'])
  require('node:' + name);
console.log(process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')).map((name) => name.slice(13)).join('\\n'));
if (isMainThread) new Worker(__filename);
`;

/** What Node begins threads with; it is not among the modules that Node lists. */
const THREAD_STARTS = [
  ...['domexception', 'messageport', 'primordials'].map((name) => `internal/per_context/${name}`),
  ...[
    'realm',
    'node',
    'switches/does_not_own_process_state',
    'switches/is_not_main_thread',
    'web/exposed-wildcard',
  ].map((name) => `internal/bootstrap/${name}`),
  'internal/bootstrap/web/exposed-window-or-worker',
  'internal/main/worker_thread',
];

function write(build, options, file, names) {
  const builder = options.outfile;
  const url = new URL(`file://${join(dirname(builder), 'run-snapshot.js')}`).href;
  build({
    ...options,
    // The text is in the heap that each start reads.
    minifyWhitespace: true,
    alias: {
      ...options.alias,
      'node:child_process': './src/setup/lazy-child-process.mjs',
      'node:v8': './src/setup/lazy-v8.mjs',
    },
    banner: { js: BEFORE(url) + options.banner.js },
    footer: { js: options.footer.js + BEHIND },
  });
  const node = pinnedNode();
  // Node's own parts by their names: only while it is made. No flag of V8: it would refuse the code of Node's modules in a process without it.
  command(node, ['--expose-internals', '--no-warnings', '--snapshot-blob', file, '--build-snapshot', builder]);
  const script = `${file}.cjs`;
  writeFileSync(script, LATER);
  const later = command(node, [script]).split('\n');
  rmSync(script);
  writeFileSync(file, keepCodeCaches(readFileSync(file), new Set([...later, ...THREAD_STARTS])));
  command(node, ['--snapshot-blob', file, 'atoll', 'write-code-caches', ...names]);
  // Whether it starts.
  command(node, ['--snapshot-blob', file, 'atoll', 'run', '--help']);
  const { version } = JSON.parse(readFileSync(join(dirname(node), '..', 'package.json'), 'utf8'));
  writeFileSync(`${file}.for`, `${root.replace(/\/$/, '')}\n${version}\n`);
}

/**
 * Writes the snapshot beside the bundles, and for which folder and Node it is.
 * @param build the bundler
 * @param options for the module whose `main` is what a restored process does
 * @param names bundles that its processes load
 */
export function writeSnapshot(build, options, names) {
  const file = join(dirname(options.outfile), 'run.snapshot');
  try {
    write(build, options, file, names);
  } catch (error) {
    // Everything works without: `atoll run` starts from its bundle.
    rmSync(file, { force: true });
    say(`no snapshot of Node, programs start more slowly: ${error.message}`);
  }
}
