// `node src/setup/clients.mjs`: installs the Debian packages of the programs that `node
// dist/benchmarks/situations/main.js --clients` runs.

import { ensurePackages, FOR_CLIENTS } from './packages.mjs';
import { main } from './steps.mjs';

await main(() => ensurePackages(FOR_CLIENTS));
