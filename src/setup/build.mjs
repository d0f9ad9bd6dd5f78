// `npm run build`: brings the checkout to the state in which `bin/atoll` works.

import { bootstrap } from './bootstrap.mjs';
import { ensurePackages, FOR_DEMO } from './packages.mjs';
import { main, say } from './steps.mjs';

await main(() => {
  ensurePackages(FOR_DEMO);
  bootstrap();
  say('built: bin/atoll --help');
});
