// The interpreter runs every scenario.

import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { testScenarios } from './scenarios.js';

testScenarios((memory) => createInterpreter(memory));
