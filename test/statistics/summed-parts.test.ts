// Sums of addresses once more, of kernels that are cut into functions of a few instructions: each has groups of
// accesses of LDS of its own, and none may be taken for that of another.

import '../jit/small-limits.js';
import './summed.test.js';
