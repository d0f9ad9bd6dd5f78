// test/jit/groups.test.ts once more, with V8's optimising compiler.

import './compiler.js';
import '../groups.test.js';
