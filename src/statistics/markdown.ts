// docs/statistics.md: every statistic with its unit and definition, and where reports have it.

import { COLLECTIONS } from './statistic.js';
import { STATISTICS } from './statistics.js';

const HEAD = `# Statistics

<!-- Written by \`npm run build\` from src/statistics/rows/. -->

What Atoll counts while kernels run; [measuring.md](measuring.md) shows how to ask for it. What engines count is the same, exactly, on every one:
interpreter, oracle, WebAssembly and machine code by clang; after a fault, too. Numbers are sums over wavefronts and launches, and exact up to 2^53.

\`atoll run --report-json FILE\` has all of them as \`statistics\`, for each kernel (of all its launches) and for each launch that is listed.
A number that is 0 was counted, and was nothing; \`null\` says that it was not counted, or that there is no such number. Those that have had
fields of their own keep them: \`workGroups\`, \`wavefronts\`, \`barriers\`, \`instructions\` (by class, without the prefix), and \`exits\`
(by mnemonic). \`--summary\` gives those that are marked with the words in the last column.

Classes are those of the instruction set; [isa.md](isa.md) has its instructions. Those of scope \`instruction\` are also known of each single
instruction, where \`--stats-by instruction\` asks for it. How a number is collected says what it costs:

`;

const collections = (): string =>
  Object.entries(COLLECTIONS)
    .map(([name, definition]) => `- \`${name}\`: ${definition}.`)
    .join('\n');

/** The text of docs/statistics.md. */
export function statisticsMarkdown(): string {
  const rows = STATISTICS.map(
    ({ name, unit, definition, collection, scope, brief }) =>
      `| \`${name}\` | ${unit} | ${definition} | ${collection} | ${scope} | ${brief ?? ''} |`,
  );
  const head = '| name | unit | definition | collection | scope | summary |\n|---|---|---|---|---|---|';
  return `${HEAD}${collections()}\n\n${head}\n${rows.join('\n')}\n`;
}
