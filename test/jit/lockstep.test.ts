// Compiled code in lock step with the interpreter runs every scenario: no difference is found. One unit at a time:
// work-groups that run side by side on two units change memory in an order that the copy cannot repeat.

import test from 'ava';
import { Dispatcher, type Engine } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createLockstep } from '../../src/emulator/lockstep.js';
import { WORD } from '../../src/emulator/state.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { createMemory, launchOf } from '../emulator/harness.js';
import { code, testScenarios } from '../emulator/scenarios.js';
import { denormals } from './denormals.js';

testScenarios(
  (memory) =>
    createLockstep(
      memory,
      (own) => createJit(own, { exact: true, denormals }),
      (copy) => createInterpreter(copy),
    ),
  false,
);

/** An interpreter that changes its counts before they are read. */
const miscounting = (
  engine: Engine,
  spoil: (engine: { last: { code: { ran(a: number, b: number, n: number): void } } }) => void,
): Engine => {
  const state: { last?: never } = {};
  return {
    name: engine.name,
    prepare: (launch) => engine.prepare(launch),
    run: (wavefront, budget) => {
      Object.assign(state, { last: wavefront.counts });
      return engine.run(wavefront, budget);
    },
    pause: () => spoil(state as never),
  };
};

test('engines with equal results and different counts are distinguished, by instruction', (t) => {
  const memory = createMemory();
  const engine = createLockstep(
    memory,
    (own) => createInterpreter(own),
    (copy) => miscounting(createInterpreter(copy), ({ last }) => last.code.ran(1, 2, 1)),
  );
  const launch = launchOf(memory, code('v_mov_b32 v1, 7\n v_mov_b32 v2, 8\n s_endpgm'), {});
  const dispatch = new Dispatcher(memory, engine).start(launch);
  const error = t.throws(() => dispatch.run());
  t.regex(error!.message, /count differently in kernel \S+: executions of 'v_mov_b32_e32 v2, 8' at offset 4: 1 \/ 2$/);
});

test('a difference in state is named, not the counts that differ because of it', (t) => {
  const memory = createMemory();
  const spoilt = (engine: Engine): Engine => {
    const counts = miscounting(engine, ({ last }) => last.code.ran(1, 2, 1));
    return {
      ...counts,
      run: (wavefront, budget) => {
        const outcome = counts.run(wavefront, budget);
        wavefront.u[WORD.scalars + 3] = 77;
        return outcome;
      },
    };
  };
  const engine = createLockstep(
    memory,
    (own) => createInterpreter(own),
    (copy) => spoilt(createInterpreter(copy)),
  );
  const launch = launchOf(memory, code('v_mov_b32 v1, 7\n v_mov_b32 v2, 8\n s_endpgm'), {});
  const error = t.throws(() => new Dispatcher(memory, engine).start(launch).run());
  t.regex(error!.message, /differ in kernel \S+ from pc 0x[0-9a-f]+ 'v_mov_b32_e32 v1, 7'.*s3 /);
});
