// The tests of compiled code once more, on kernels that are cut into functions of a few instructions.

import './small-limits.js';
import './groups.test.js';
import './jit.test.js';
import './linear.property.test.js';
import './programs.property.test.js';
