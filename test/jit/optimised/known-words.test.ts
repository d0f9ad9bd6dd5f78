// test/jit/known-words.test.ts once more, with V8's optimising compiler.

import './compiler.js';
import '../known-words.test.js';
