// A board that listens, for tests: its address, its token, and the processes that it has started.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { root } from '../benchmarks/programs.js';
import { scratchFolder } from '../cli/atoll.js';

export interface Listening {
  readonly board: ChildProcess;
  /** As `--engine` takes it, and as `--board` does. */
  readonly engine: string;
  readonly address: string;
  readonly port: number;
  /** The file of its token. */
  readonly token: string;
  /** Processes of its connections. */
  readonly connections: () => number[];
}

const childrenOf = (pid: number): number[] => {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S)/.exec(line))
    .flatMap((match) => (match?.[2] === String(pid) && match[3] !== 'Z' ? [Number(match[1])] : []));
};

/**
 * Starts one on its own port; it ends with the test. @param gives what it gives, as options @param outer what it
 * runs under
 */
export async function listening(
  t: ExecutionContext,
  gives: readonly string[] = ['--platform', 'pocl'],
  outer: readonly string[] = [],
): Promise<Listening> {
  const token = join(scratchFolder(t), 'token');
  writeFileSync(token, 'a token of more than sixteen characters\n', { mode: 0o600 });
  const main = [process.execPath, join(root, 'dist/src/cli/main.js')];
  const words = [...main, 'board', '--listen', '127.0.0.1:0', '--board-token', token, ...gives];
  const [file, ...rest] = outer.length > 0 ? [...main, ...outer, '--', ...words] : words;
  const board = spawn(file!, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => void board.kill());
  let text = '';
  while (!text.includes('listening on ')) text += String((await once(board.stderr!, 'data'))[0]);
  board.stderr!.resume();
  const engine = `opencl:${/listening on (\S+)/.exec(text)![1]}`;
  const address = engine.slice('opencl:'.length);
  return {
    board,
    engine,
    address,
    port: Number(/\d+$/.exec(engine)![0]),
    token,
    connections: () => childrenOf(board.pid!),
  };
}
