// A campaign: `node dist/test/hpvm/leaf-fuzz/main.js FIRST_SEED PROGRAMS [options of atoll run]`.

import { compareLeaves, LEAVES_OF_PROGRAM } from './campaign.js';

const [first = '1', count = '10', ...options] = process.argv.slice(2);
let problems = 0;
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const own = await compareLeaves(seed, options);
  problems += own.length;
  const leaves = (seed - Number(first) + 1) * LEAVES_OF_PROGRAM;
  process.stdout.write(`${[...own, `seed ${seed}: ${leaves} leaves, ${problems} problems`].join('\n')}\n`);
}
process.exitCode = problems > 0 ? 1 : 0;
