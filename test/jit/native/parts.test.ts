// The tests of machine code by clang once more, on kernels that are cut into functions of a few instructions.

import '../small-limits.js';
import './kernels.test.js';
import './programs.property.test.js';
