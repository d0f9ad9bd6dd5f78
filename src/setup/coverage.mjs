// `npm run coverage`: runs tests and writes a page of the lines of src that they executed, by c8.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { ava } from './node.mjs';
import { main, root, say } from './steps.mjs';
import { unitTests } from './unit-tests.mjs';

const HELP = `Usage: npm run coverage -- [--unit] [arguments of ava]

run tests and write the lines, branches and functions of src/ that they execute to build/coverage/index.html

  --unit  only the tests of npm run test:unit
`;

/** Code of the bundle is mapped back to its sources, which then count; a process that is killed has no record. */
const C8 = [
  ...['--include', 'src/**', '--exclude', 'src/setup/**', '--exclude-after-remap'],
  ...['--reporter', 'html', '--reporter', 'lcovonly', '--reporter', 'text-summary', '-o', 'build/coverage'],
];

await main(() => {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(HELP);
  bootstrap();
  const unit = words.includes('--unit');
  const rest = words.filter((word) => word !== '--unit');
  const [node, args] = ava(unit ? [...unitTests(), ...rest] : rest);
  const c8 = join(root, 'node_modules', 'c8', 'bin', 'c8.js');
  const { status } = spawnSync(node, [c8, ...C8, node, ...args], { cwd: root, stdio: 'inherit' });
  say('coverage: build/coverage/index.html');
  return status ?? 1;
});
