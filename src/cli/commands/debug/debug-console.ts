// The prompt of `atoll run --break`: the controlling terminal, because standard input belongs to the guest; or a file
// of commands, with output on standard error.

import { openSync, readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { ReadStream, WriteStream } from 'node:tty';
import { completions } from '../../../debug/completion.js';
import { type NamedWords, NO_WORDS } from '../../../debug/known-words.js';
import type { DebugTerminal } from '../../../machine/machine-options.js';
import { AtollError } from '../../../util/errors.js';
import { writeError } from '../../command-line/output.js';
import { DebugHistory } from './debug-history.js';

const PROMPT = '(atoll) ';
const TERMINAL = '/dev/tty';

/** Commands from a file, one a line. */
class ScriptedTerminal implements DebugTerminal {
  private readonly lines: string[];

  constructor(file: string) {
    try {
      this.lines = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
    } catch (error) {
      throw new AtollError('HOST', `cannot read the commands ${file}: ${(error as Error).message}`);
    }
  }

  write(text: string): void {
    writeError(text);
  }

  request(answer: (line: string | undefined) => void): void {
    const line = this.lines.shift();
    if (line !== undefined) writeError(`${PROMPT}${line}\n`);
    answer(line);
  }

  close(): void {}
}

/** The controlling terminal, with line editing and a history. In raw mode only while waiting for a line. */
class PersonTerminal implements DebugTerminal {
  private readonly input: ReadStream;
  private readonly output: WriteStream;
  private readonly storedHistory = new DebugHistory();
  private history = this.storedHistory.load();
  private reading: Interface | undefined;

  /** @throws AtollError BAD_OPTION without a terminal */
  constructor() {
    this.input = new ReadStream(openTerminal('r'));
    this.output = new WriteStream(openTerminal('w'));
    this.input.pause();
    this.input.unref();
    process.on('SIGWINCH', this.resized);
  }

  /** Node determines the size of its standard streams only. */
  private readonly resized = (): void => {
    const now = new WriteStream(openTerminal('w'));
    Object.assign(this.output, { columns: now.columns, rows: now.rows });
    now.destroy();
    this.output.emit('resize');
  };

  write(text: string): void {
    this.output.write(text);
  }

  request(answer: (line: string | undefined) => void, words: NamedWords = NO_WORDS): void {
    this.cancel();
    const reading = createInterface({
      input: this.input,
      output: this.output,
      prompt: PROMPT,
      history: this.history,
      completer: (line: string) => completions(line, words),
      terminal: true,
    });
    this.reading = reading;
    this.input.ref();
    const finish = (line: string | undefined): void => {
      if (this.reading !== reading) return;
      this.cancel();
      answer(line);
    };
    reading.on('history', (history: string[]) => {
      this.history = history;
    });
    reading.on('line', (line) => {
      this.storedHistory.add(line);
      finish(line);
    });
    // Ctrl-C at the prompt ends the program, Ctrl-D the debugger. Ctrl-Z is of no use: it would stop this process, but
    // not the guest.
    reading.on('SIGINT', () => finish('quit'));
    reading.on('SIGTSTP', () => {});
    reading.on('close', () => finish(undefined));
    reading.prompt();
  }

  private cancel(): void {
    const reading = this.reading;
    this.reading = undefined;
    reading?.close();
    this.input.pause();
    this.input.unref();
  }

  close(): void {
    this.cancel();
    process.off('SIGWINCH', this.resized);
    this.input.destroy();
    this.output.destroy();
  }
}

function openTerminal(mode: 'r' | 'w'): number {
  try {
    return openSync(TERMINAL, mode === 'r' ? 'r+' : 'w');
  } catch (error) {
    throw new AtollError(
      'BAD_OPTION',
      `--break needs a terminal for its prompt: ${(error as Error).message}`,
      'use --break-commands FILE',
    );
  }
}

/** @throws AtollError BAD_OPTION without file and terminal */
export function openDebugTerminal(commands: string | undefined): DebugTerminal {
  return commands === undefined ? new PersonTerminal() : new ScriptedTerminal(commands);
}
