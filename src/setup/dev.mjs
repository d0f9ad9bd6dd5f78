// `npm run dev -- FILE...`: compiles TypeScript after each change, and runs these test files when that succeeds.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ava } from './node.mjs';
import { main, root, SetupError, say } from './steps.mjs';

const HELP = `Usage: npm run dev -- [test files]

compile TypeScript after each change of a file, and run test files after each compilation that succeeds

Arguments:
  test files  as in the source (test/util/expand.test.ts), or patterns of ava for dist/

Without a test file it only compiles. Ctrl-C ends it. What is not TypeScript is built by npm run build.
`;

/** The compiled file of a test; patterns are ava's own. */
function compiled(name) {
  const path = relative(root, resolve(root, name));
  if (!path.endsWith('.ts')) return name;
  if (!existsSync(join(root, path)))
    throw new SetupError(`${name}: there is no such test file\n  git ls-files 'test/**/*.test.ts' lists them`);
  return join('dist', path.replace(/\.ts$/, '.js'));
}

/** Runs the tests; a run that has not ended is stopped first. */
class Tests {
  #files;
  #running;
  constructor(files) {
    this.#files = files;
  }
  stop() {
    this.#running?.kill();
    this.#running = undefined;
  }
  run() {
    this.stop();
    if (this.#files.length === 0) return;
    const [node, args] = ava(this.#files);
    const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    this.#running = child;
    child.on('exit', (code) => {
      if (this.#running === child) say(code === 0 ? 'passed; waiting for changes' : 'failed; waiting for changes');
    });
  }
}

/** Calls with each line of a stream. */
function eachLine(stream, take) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach(take);
  });
}

await main(async () => {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(HELP);
  const tests = new Tests(words.map(compiled));
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  const watch = spawn(compiler, ['-p', root, '--watch', '--preserveWatchOutput', '--pretty', 'false'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      tests.stop();
      watch.kill();
    });
  }
  eachLine(watch.stdout, (line) => {
    const end = /Found (\d+) errors?\./.exec(line);
    if (end) return end[1] === '0' ? tests.run() : say(`${end[1]} errors; waiting for changes`);
    if (/Starting (incremental )?compilation|File change detected/.test(line)) return tests.stop();
    if (line.trim()) process.stderr.write(`${line}\n`);
  });
  return new Promise((done, failed) => {
    watch.on('error', (error) => failed(new SetupError(`${compiler}: ${error.message}\n  run: npm ci`)));
    watch.on('exit', (code, signal) => done(signal ? 0 : (code ?? 1)));
  });
});
