// The command `atoll` for whoever has Node execute it as a module; bin/atoll goes the shorter way, without Node's
// loader of modules.

import './start.cjs';
