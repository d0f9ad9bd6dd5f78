// The file tests test/isa/*.s with V8's optimising compiler.

import './compiler.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { EngineDriver } from '../../isa/engine.js';
import { defineFileTests } from '../../isa/file-tests.js';
import { createJitDriver } from '../../isa/launch-driver.js';

defineFileTests([new EngineDriver((memory) => createJit(memory, { exact: true })), createJitDriver()]);
