// test/jit/programs.property.test.ts once more, with V8's optimising compiler.

import './compiler.js';
import '../programs.property.test.js';
