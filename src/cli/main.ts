// The command `atoll` as an ES module for Node; bin/atoll starts faster, without Node's module loader.

import './start.cjs';
