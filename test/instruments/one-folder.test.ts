// A new instrument is one folder: a copy of the sources with a toy in it shows it in the help, in the summary, in the
// JSON report and on the page.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { buildSync } from 'esbuild';
import { root } from '../../src/util/paths.js';
import { compile, kernelProgram, scratchFolder } from '../cli/atoll.js';

const TOY: Readonly<Record<string, string>> = {
  'options.ts': `import { optionGroup } from '../../util/option-spec.js';
export const selectedBy = 'toy' as 'trace';
export const options = optionGroup('Toy:', { toy: { kind: 'flag', default: false, text: 'count barriers like a toy' } });
`,
  'worker.ts': `import type { InstrumentWorker } from '../instrument.js';
export function createWorker(): InstrumentWorker {
  let barriers = 0;
  return { probe: () => ({ onBarrier: () => void barriers++ }), result: () => barriers };
}
`,
  'text.ts': `export const toyText = (barriers: number): string => \`  toy: \${barriers} barriers\`;
`,
  'page.ts': `export const toySection = (barriers: number) => ({ title: 'Toy', html: \`<p>\${barriers} barriers</p>\` });
`,
  'collect.ts': `import type { Instrument } from '../instrument.js';
import { toySection } from './page.js';
import { toyText } from './text.js';
export function createInstrument(): Instrument {
  let barriers = 0;
  return {
    name: 'toy',
    worker: { builtIn: 'toy' },
    collect: (result) => void (barriers = result as number),
    reports: async () => ({
      summary: () => toyText(barriers),
      json: () => ({ barriers }),
      page: () => ({ sections: [toySection(barriers)] }),
    }),
  };
}
`,
};
const KERNEL = `__kernel void k(__global uint *out) {
  __local uint shared[64];
  for (uint n = 0; n < 3; n++) {
    shared[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}`;

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() && /(?<!\.d)\.c?ts$/.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  );

interface ProjectCopy {
  readonly command: string;
  /** Files outside of the instrument that the build has changed. */
  readonly changed: readonly string[];
}

const textsIn = (folder: string): Map<string, string> =>
  new Map(sourcesIn(folder).map((file) => [relative(folder, file), readFileSync(file, 'utf8')]));

/** A copy of the project with another instrument, built without its bundle. */
function copyWith(folder: string, name: string, parts: Readonly<Record<string, string>>): ProjectCopy {
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const shared of ['bin', 'node_modules', 'build', 'runtime', 'native'])
    symlinkSync(join(root, shared), join(folder, shared));
  const outbase = join(folder, 'src');
  const before = textsIn(outbase);
  const own = join(outbase, 'instruments', name);
  mkdirSync(own);
  for (const [file, text] of Object.entries(parts)) writeFileSync(join(own, file), text);
  const list = pathToFileURL(join(folder, 'src/setup/list-instruments.mjs')).href;
  const script = `import('${list}').then(({ listInstruments }) => listInstruments())`;
  execFileSync(process.execPath, ['-e', script]);
  const changed = [...textsIn(outbase)]
    .filter(([file, text]) => !file.startsWith(`instruments/${name}/`) && before.get(file) !== text)
    .map(([file]) => file);
  const all = sourcesIn(outbase);
  for (const [extension, format] of [
    ['.ts', 'esm'],
    ['.cts', 'cjs'],
  ] as const) {
    const entryPoints = all.filter((file) => file.endsWith(extension));
    const outExtension = { '.js': extension.replace('ts', 'js') };
    const outdir = join(folder, 'dist/src');
    buildSync({ entryPoints, outbase, outdir, format, platform: 'node', target: 'node24', outExtension });
  }
  for (const file of readdirSync(join(root, 'dist/src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.wasm')) continue;
    mkdirSync(dirname(join(folder, 'dist/src', file)), { recursive: true });
    cpSync(join(root, 'dist/src', file), join(folder, 'dist/src', file));
  }
  return { command: join(folder, 'dist/src/cli/main.js'), changed };
}

test('a folder with options, worker, collect, text and page is all that an instrument needs', (t) => {
  const folder = scratchFolder(t);
  const { command, changed } = copyWith(folder, 'toy', TOY);
  const generated = ['collectors', 'options', 'worker-modules'].map((list) => `instruments/${list}.ts`);
  t.deepEqual(changed.toSorted(), generated, 'only generated lists differ');
  const atoll = (...args: string[]): string =>
    execFileSync(process.execPath, [command, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  t.regex(atoll('run', '--help'), /Toy:\n +--toy +count barriers like a toy/);
  const [log, json, page] = ['log', 'run.json', 'run.html'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const guest = compile(t, kernelProgram(KERNEL));
  atoll('run', '--toy', '--summary', '--log', log, '--report-json', json, '--report', page, '--', guest);
  t.regex(readFileSync(log, 'utf8'), /^ {2}toy: 6 barriers$/m);
  t.like(JSON.parse(readFileSync(json, 'utf8')), { instruments: { toy: { barriers: 6 } } });
  t.regex(readFileSync(page, 'utf8'), /<h2 id="i0">Toy<\/h2>\n<p>6 barriers<\/p>/);
});
