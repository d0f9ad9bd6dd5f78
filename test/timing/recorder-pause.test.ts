// Launches that never end are distinguished from long ones.

import test from 'ava';
import type { LaunchDescriptor } from '../../src/emulator/index.js';
import { Dispatcher } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { functionalScheduler } from '../../src/emulator/scheduler.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { RecorderPause } from '../../src/timing/records/recorder-pause.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { denormals } from '../jit/denormals.js';
import { wordsOf } from './recorded.js';

const USER = Uint32Array.of(0, 0, DATA, 0, DATA, 0, 0x10_0000, 0x27fac, 0, 0, 0, 0, 0, 0, 0, 0);
const LOOKS = 60;

/** The report on a launch of two work-groups, a second after each look. */
function standstillText(text: string, compiled: boolean, more: Partial<LaunchDescriptor> = {}): string | undefined {
  const memory = createMemory();
  let now = 0;
  const standstill = new RecorderPause(() => now);
  const probe = {
    onWorkGroupStart: standstill.started.bind(standstill),
    onWorkGroupEnd: standstill.ended.bind(standstill),
    onMemory: (_w: unknown, _pc: unknown, instruction: never, { kind }: { kind: 'load' | 'store' | 'atomic' }) =>
      standstill.accessed(instruction, kind),
    sink: {
      wentTo: () => {},
      execBecame: () => {},
      accessed: (_w: unknown, _pc: unknown, instruction: never, { kind }: { kind: 'load' | 'store' | 'atomic' }) =>
        standstill.accessed(instruction, kind),
    },
  };
  const engine = compiled ? createJit(memory, { denormals, probe }) : createInterpreter(memory, { probe });
  const dispatcher = new Dispatcher(memory, engine, { probe, scheduler: () => functionalScheduler(2) });
  const shape = { userSgprs: USER, vgprs: 24, sgprs: 48, globalSize: [128, 1, 1], localSize: [64, 1, 1] } as const;
  const dispatch = dispatcher.start(launchOf(memory, wordsOf(text), { ...shape, ...more }));
  try {
    for (let look = 0; look < LOOKS; look++, now += 1000) {
      if (dispatch.run(301) !== 'budget') return 'over';
      const text = standstill.look();
      if (text !== undefined) return text;
    }
    return undefined;
  } finally {
    dispatcher.close();
  }
}

const LOAD = 's_load_dword s20, s[2:3], 0x40\n s_waitcnt lgkmcnt(0)\n s_cmp_lg_u32 s20, 7\n s_cbranch_scc1 again';
const ADDRESS = 'v_mov_b32 v1, 0\n v_mov_b32 v2, 7\n v_mov_b32 v3, 8\n v_mov_b32 v5, 1\n';
const STUCK: Readonly<Record<string, string>> = {
  'both wait for a word': `again: ${LOAD}`,
  'a lock that is never free': `${ADDRESS} again: v_mov_b32 v4, v2\n v_mov_b32 v5, v3
    buffer_atomic_cmpswap v[4:5], v1, s[4:7], 0 offen glc\n s_waitcnt vmcnt(0)\n s_branch again`,
};
const MOVING: Readonly<Record<string, string>> = {
  'a counter of tries': `s_mov_b32 s21, 0\n again: s_add_u32 s21, s21, 1\n ${LOAD}`,
  'stores between loads': `${ADDRESS} again: buffer_store_dword v3, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)\n ${LOAD}`,
  'a counter in memory': `${ADDRESS} again: buffer_atomic_add v5, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)\n ${LOAD}`,
};

for (const compiled of [false, true]) {
  const engine = compiled ? 'compiled code' : 'the interpreter';
  test(`wavefronts that return to the same state are stuck: ${engine}`, (t) => {
    for (const [name, text] of Object.entries(STUCK)) {
      const report = standstillText(text, compiled);
      t.regex(
        report ?? 'nothing',
        /kernel test is in a deadlock.*\nwork-group \(0, 0, 0\):\n.*\nwork-group \(1, 0, 0\):\n/,
        name,
      );
      t.notRegex(report!, /have not begun/);
    }
    const more = standstillText(STUCK['both wait for a word']!, compiled, { globalSize: [640, 1, 1] });
    t.regex(more ?? 'nothing', /8 work-groups have not begun/);
  });

  test(`wavefronts whose state or memory changes are not stuck: ${engine}`, (t) => {
    for (const [name, text] of Object.entries(MOVING)) t.is(standstillText(text, compiled), undefined, name);
    t.is(standstillText('s_nop 0', compiled), 'over');
  });
}
