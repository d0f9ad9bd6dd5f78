// Compiled code in lock step with the interpreter runs every scenario: no difference is found. One unit at a time: work-groups
// that run side by side on two units change memory in an order that the copy cannot repeat.

import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createLockstep } from '../../src/emulator/lockstep.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { testScenarios } from '../emulator/scenarios.js';
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
