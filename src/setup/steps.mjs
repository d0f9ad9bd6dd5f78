// Set-up steps that run only when something they depend on has changed. Plain JavaScript without packages: it runs
// first.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const stampFolder = join(root, 'build', 'stamps');

/** Prints a line of our own; standard output stays with the programs that we run. */
export const say = (text) => process.stderr.write(`atoll: ${text}\n`);

/** A failure with the command that mends it. */
export class SetupError extends Error {}

/** Paths of the files below a folder of the project, or the file itself. */
export function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => (name === 'node_modules' ? [] : filesBelow(join(path, name))));
}

/**
 * Changes when a file below the inputs is added, removed or changed. A copied or freshly checked out tree is as it was.
 */
function fingerprint(inputs, extra) {
  const hash = createHash('sha256').update(extra);
  for (const file of inputs.flatMap(filesBelow).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Runs a step when its inputs changed since it last succeeded, or an output is missing.
 * @param {{name: string, text: string, inputs: string[], outputs: string[], key?: string, run: () => void}} step
 */
export function step({ name, text, inputs, outputs, key = '', run }) {
  const stamp = join(stampFolder, name);
  const current = fingerprint(inputs, key);
  const done = existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
  if (done && outputs.every((output) => existsSync(join(root, output)))) return;
  say(text);
  run();
  mkdirSync(stampFolder, { recursive: true });
  // The step may have touched its own inputs (generated files): what counts is the state that it left.
  writeFileSync(stamp, fingerprint(inputs, key));
}

/** Runs a command to its end; its output goes to standard error only when it fails or when `show` is set. */
export function command(file, args, { show = false, hint = '', env = {} } = {}) {
  const result = spawnSync(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 2 : 'pipe', show ? 2 : 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (result.error) throw new SetupError(`cannot run ${file}: ${result.error.message}${hint && `\n  ${hint}`}`);
  if (result.status !== 0) {
    const output = show ? '' : `\n${(result.stdout + result.stderr).trim().split('\n').slice(-40).join('\n')}`;
    throw new SetupError(
      `\`${[file, ...args].join(' ')}\` ended with ${result.signal ?? result.status}${output}${hint && `\n  ${hint}`}`,
    );
  }
  return result.stdout ?? '';
}

/** Runs the main function of a set-up script; a failure ends it with status 1 and its text. */
export async function main(run) {
  try {
    process.exitCode = (await run()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
