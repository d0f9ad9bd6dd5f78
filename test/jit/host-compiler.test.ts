// The module that V8 11.3 miscompiles: right with the Node that Atoll brings, by either compiler; where the system's
// Node fails, it is refused.

import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { compilerPasses, requireSoundCompiler, trialModule, trialPasses } from '../../src/jit/engine/host-compiler.js';
import { pinnedNodeVersion, root } from '../../src/util/paths.js';

const MAIN = join(root, 'dist/src/cli/main.js');
const CHECK = join(root, 'dist/src/jit/engine/host-compiler.js');
/** Tiered, by the baseline compiler alone, by the optimising one from the first call on, and soon after it. */
const TIERS = [[], ['--liftoff-only'], ['--no-liftoff'], ['--wasm-tiering-budget=1', '--wasm-sync-tier-up']] as const;
const script = `const { trialModule, trialPasses } = await import(${JSON.stringify(CHECK)});
  const module = new WebAssembly.Module(trialModule());
  console.log(Array.from({ length: 100 }, () => trialPasses(module)).every(Boolean));`;

const run = (node: string, args: readonly string[]) => spawnSync(node, args, { encoding: 'utf8' });
const passes = (node: string, flags: readonly string[]): string =>
  run(node, [...flags, '--input-type=module', '-e', script]).stdout.trim();

for (const flags of TIERS)
  test(`the module is compiled right with ${flags.join(' ') || 'no flags'}`, (t) => {
    t.is(passes(process.execPath, flags), 'true');
  });

test('the Node that Atoll brings runs the tests, passes, and is not tested at every start', (t) => {
  t.is(process.versions.node, pinnedNodeVersion);
  t.true(compilerPasses());
  t.true(trialPasses(new WebAssembly.Module(trialModule())));
  t.notThrows(() => requireSoundCompiler());
  t.notThrows(() => requireSoundCompiler('of tomorrow'), 'an unknown one that passes is taken');
});

/** The system's Node, where it is one that is known to fail. */
function failingNode(): string | undefined {
  const nodes = (process.env['PATH'] ?? '')
    .split(':')
    .filter(Boolean)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path) && realpathSync(path) !== realpathSync(process.execPath));
  return nodes.find((path) => run(path, ['--version']).stdout.startsWith('v20.'));
}

const failing = failingNode();
(failing ? test : test.skip)('a Node that fails is refused before the program starts, and the doctor says so', (t) => {
  t.is(passes(failing!, ['--liftoff-only']), 'true');
  t.is(passes(failing!, ['--no-liftoff']), 'false');
  for (const bundle of ['0', '1']) {
    const options = { encoding: 'utf8', env: { ...process.env, ATOLL_BUNDLE: bundle } } as const;
    const refused = spawnSync(failing!, [MAIN, 'run', '--', 'echo', 'started'], options);
    t.deepEqual([refused.status, refused.stdout], [125, '']);
    t.regex(
      refused.stderr,
      /^atoll: the optimising compiler of Node 20\..* generates wrong code for kernels\n {2}.*bin\/atoll/,
    );
    t.is(
      spawnSync(failing!, [MAIN, 'run', '--engine', 'interp', '--', 'echo', 'started'], options).stdout,
      'started\n',
    );
  }
  t.regex(
    run(failing!, [MAIN, 'doctor']).stdout,
    /^MISSING node: Node 20\..*generates wrong code.*\n +fix: .*bin\/atoll/m,
  );
});
