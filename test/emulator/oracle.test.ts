// The oracle runs every scenario.

import { createOracle } from '../../src/emulator/oracle.js';
import { testScenarios } from './scenarios.js';

testScenarios(createOracle);
