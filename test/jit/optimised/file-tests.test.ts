// test/isa/file-tests.test.ts once more, with V8's optimising compiler.

import './compiler.js';
import '../../isa/file-tests.test.js';
