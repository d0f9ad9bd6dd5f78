// test/jit/linear.property.test.ts once more, with V8's optimising compiler.

import './compiler.js';
import '../linear.property.test.js';
