// test/jit/lockstep.test.ts once more, with V8's optimising compiler.

import './compiler.js';
import '../lockstep.test.js';
