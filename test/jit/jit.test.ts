// Compiled code runs every scenario.

import { createJit } from '../../src/jit/engine/jit.js';
import { testScenarios } from '../emulator/scenarios.js';
import { denormals } from './denormals.js';

testScenarios((memory) => createJit(memory, { denormals }));
