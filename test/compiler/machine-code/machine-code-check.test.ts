// Machine code of functions that does not preserve registers of callers is found, compiled in another way, or refused
// by name.

import { join } from 'node:path';
import test from 'ava';
import { overwrittenRegister } from '../../../src/compiler/machine-code/preserved-registers.js';
import { assemble } from '../../../src/isa/assemble.js';
import { southernIslands } from '../../../src/isa/southern-islands/index.js';
import { build, bytes, newFrontEnd, scriptedClang, temporaryFolder } from '../setup.js';

const check = (lines: readonly string[], version = 22): string | undefined => {
  const { words, problems } = assemble(southernIslands, lines.join('\n'));
  if (problems.length > 0) throw new Error(problems[0]!.message);
  const defect = overwrittenRegister(southernIslands, words, version);
  return defect && `${defect.register} ${defect.problem}`;
};

const SAVE = ['v_writelane_b32 v1, s48, 0', 'v_writelane_b32 v1, s49, 1'];
const RESTORE = ['v_readlane_b32 s49, v1, 1', 'v_readlane_b32 s48, v1, 0'];
const LONG_BRANCH = (first: number): string[] => [
  `s_getpc_b64 s[${first}:${first + 1}]`,
  `s_add_u32 s${first}, s${first}, 0x20000`,
  `s_addc_u32 s${first + 1}, s${first + 1}, 0`,
  `s_setpc_b64 s[${first}:${first + 1}]`,
];
const RETURN = 's_setpc_b64 s[30:31]';

test('long branches through registers of callers, or through the return address', (t) => {
  t.is(check([...LONG_BRANCH(4), RETURN]), undefined);
  t.is(check([...LONG_BRANCH(48), RETURN]), 's48 notSaved');
  t.is(check([...LONG_BRANCH(30), RETURN]), 's30 notSaved');
  t.is(check([...SAVE, ...LONG_BRANCH(48), ...RESTORE, RETURN]), undefined);
});

test('a copy of the return address leaves its pair free for long branches', (t) => {
  const copied = ['s_mov_b64 s[28:29], s[30:31]', ...SAVE, 's_mov_b32 s48, 1', 's_add_u32 s4, s48, s48'];
  const back = 's_setpc_b64 s[28:29]';
  t.is(check([...copied, ...LONG_BRANCH(30), ...RESTORE, back]), undefined);
  t.is(check([...copied, ...LONG_BRANCH(30), back]), 's48 notRestored');
  t.is(check([...copied, 's_mov_b64 s[30:31], s[28:29]', RETURN]), 's48 notRestored');
  t.is(check([...copied, 's_getpc_b64 s[30:31]', 's_mov_b64 s[30:31], s[28:29]', RETURN]), 's48 notRestored');
});

test('saved registers have to be restored', (t) => {
  t.is(check([...SAVE, 's_mov_b32 s48, 1', 's_add_u32 s4, s48, s48', RETURN]), 's48 notRestored');
  t.is(check([...SAVE, 's_mov_b32 s48, 1', 's_add_u32 s4, s48, s48', ...RESTORE, RETURN]), undefined);
});

test('vector registers, and those that depend on the version', (t) => {
  t.is(check(['v_mov_b32 v40, 0', RETURN]), 'v40 notSaved');
  t.is(check(['v_mov_b32 v39, 0', 'v_mov_b32 v48, 0', RETURN]), undefined);
  t.is(check(['s_mov_b32 s40, 0', RETURN], 22), undefined);
  t.is(check(['s_mov_b32 s40, 0', RETURN], 19), 's40 notSaved');
  t.is(check(['s_mov_b32 s40, 0', RETURN], 0), undefined);
});

/** A function that overwrites a register behind the compiler's back. */
const SOURCE = `__attribute__((noinline)) int spoils(int x) { __asm__ volatile("s_mov_b32 s48, 0"); return x * 3; }
__kernel void k(__global int *out) { out[get_global_id(0)] = spoils(out[0]); }`;
const WHAT = "function 'spoils' overwrites s48 of its callers without saving it first";

test('code that is wrong in every way is refused by name', async (t) => {
  const { status, log } = await build(SOURCE);
  t.is(status, 'failure');
  t.regex(log, new RegExp(`^error: the compiler \\S+ generates wrong code: ${WHAT} \\(at \\+0x[0-9a-f]+\\)$`, 'm'));
});

test('code that is right in another way is accepted, with a note in the log', async (t) => {
  const folder = temporaryFolder(t);
  const script = `case "$*" in *-O0*) sed -i 's/s_mov_b32 s48, 0/s_nop 0/' program.ll ;; esac`;
  const front = newFrontEnd({ clang: scriptedClang(folder, script), cacheDir: join(folder, 'cache') });
  try {
    const { status, log } = await front.build({ kind: 'build', source: bytes(SOURCE), options: '', device: 'tahiti' });
    t.is(status, 'success', log);
    t.regex(
      log,
      new RegExp(`^warning: .* generated wrong code \\(${WHAT} .*\\); compiled again without optimisation`, 'm'),
    );
  } finally {
    await front.dispose();
  }
});
