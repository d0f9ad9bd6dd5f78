// A campaign over generated kernels: node dist/test/hsail/printer/main.js FIRST COUNT

import { compareGenerated } from './generated.js';

const [first = 1, count = 20] = process.argv.slice(2).map(Number);
const totals = { equal: 0, different: 0, refused: 0, failed: 0 };
for (let seed = first; seed < first + count; seed++) {
  try {
    const { status, detail } = await compareGenerated(seed);
    totals[status]++;
    if (status !== 'equal') process.stdout.write(`seed ${seed}: ${status}: ${detail}\n`);
  } catch (error) {
    totals.failed++;
    process.stdout.write(`seed ${seed}: failed: ${(error as Error).stack}\n`);
  }
}
process.stdout.write(`${JSON.stringify(totals)}\n`);
