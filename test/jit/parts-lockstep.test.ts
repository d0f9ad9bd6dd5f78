// Compiled code that is cut into functions of a few instructions, in lock step with the interpreter.

import './small-limits.js';
import './lockstep.test.js';
