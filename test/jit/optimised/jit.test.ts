// test/jit/jit.test.ts once more, with V8's optimising compiler.

import './compiler.js';
import '../jit.test.js';
