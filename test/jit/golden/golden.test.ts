// Code that the JIT emits for ten kernels, beside golden files: a change of the emitter shows its effect, and a fast
// path that is no longer taken is a difference.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { CodeReader } from '../../../src/emulator/code.js';
import { modeKey } from '../../../src/emulator/float-mode.js';
import { initialMode } from '../../../src/emulator/launch.js';
import { translate } from '../../../src/jit/engine/translation.js';
import { root } from '../../../src/util/paths.js';
import { createMemory, DATA, launchOf } from '../../emulator/harness.js';
import { code } from '../../emulator/scenarios.js';
import { KERNELS } from './kernels.js';
import { functionsOf, hotLoops, wholeText } from './module-text.js';

const FOLDER = join(root, 'test', 'jit', 'golden');
const RENEW = 'ATOLL_GOLDEN';

/** As every host with a fused multiply-add and a switch for denormals gets it. */
const OPTIONS = { exact: false, fused: true, switchesDenormals: true } as const;

function emitted(name: string): string {
  const kernel = KERNELS[name]!;
  const memory = createMemory();
  const userSgprs = Uint32Array.of(DATA, 0, DATA, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const launch = launchOf(memory, code(`${kernel.code}\n s_endpgm`), { userSgprs, vgprs: 16, ...kernel.launch });
  const entry = { pc: launch.entry, mode: modeKey(initialMode(launch)) };
  const functions = functionsOf(translate(new CodeReader(memory, launch), [entry], OPTIONS).translation.bytes);
  const parts = functions.flatMap((each) => {
    if (each.name === 'groups') return kernel.groups ? [[`function groups`, ...wholeText(each)]] : [];
    return hotLoops(each).map((loop, n) => [`${each.name}, vector loop ${n + 1}`, ...loop]);
  });
  return `${[`${name}: ${kernel.about}`, ...parts.map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}

for (const name of Object.keys(KERNELS))
  test(`${name}: emitted code equals its golden file`, (t) => {
    const file = join(FOLDER, `${name}.txt`);
    const text = emitted(name);
    if (process.env[RENEW]) writeFileSync(file, text);
    const golden = readFileSync(file, 'utf8');
    t.deepEqual(
      text.split('\n'),
      golden.split('\n'),
      `where the new text is better: ${RENEW}=1 npx ava dist/test/jit/golden/golden.test.js, and read the difference in git`,
    );
  });

test('docs/compiled-code.md shows the emitted code', (t) => {
  const page = readFileSync(join(root, 'docs', 'compiled-code.md'), 'utf8');
  const shown = [...page.matchAll(/```wasm\n([^`]*)```/g)].flatMap(([, lines]) => lines!.trimEnd().split('\n'));
  const loop = emitted('linear').split('\n\n')[1]!.trimEnd().split('\n').slice(1);
  // The page leaves out the second half of a turn, which is like the first.
  const [head, ...body] = loop.slice(0, -2);
  const half = body.length / 2;
  t.deepEqual(body.slice(0, half), body.slice(half));
  t.deepEqual(
    shown.map((line) => line.replace(/ *;;.*/, '')),
    [head!, ...body.slice(0, half), ...loop.slice(-2)],
  );
});
