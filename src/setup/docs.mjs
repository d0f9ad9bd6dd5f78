// `npm run docs`: builds the documentation site into build/docs. `--serve` shows it while pages are edited.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { command, main, root, say, step } from './steps.mjs';

const vitepress = join(root, 'docs', 'node_modules', '.bin', 'vitepress');

/** The site's packages stay apart: nothing that runs programs needs them. */
function installPackages() {
  step({
    name: 'docs-npm',
    text: 'installing the npm packages of the documentation site (npm ci)',
    inputs: ['docs/package.json', 'docs/package-lock.json'],
    outputs: ['docs/node_modules/.package-lock.json'],
    run: () => command('npm', ['ci', '--prefix', 'docs', '--no-audit', '--no-fund'], { hint: 'needs network' }),
  });
}

await main(() => {
  installPackages();
  if (process.argv.includes('--serve'))
    return spawnSync(vitepress, ['dev', 'docs'], { cwd: root, stdio: 'inherit' }).status ?? 1;
  say('building the documentation site');
  command(vitepress, ['build', 'docs']);
  say('built: build/docs/index.html');
});
