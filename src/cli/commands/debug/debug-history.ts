// Lines typed at the debugger's prompt in earlier sessions, in the state folder of the XDG Base Directory
// Specification.

import { appendFileSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolders } from '../../../util/folders.js';
import { writeWhole } from '../../../util/whole-file.js';

/** Lines offered at the prompt, and the length above which the file is shortened to these. */
const [OFFERED_LINES, MAX_LINES] = [500, 1000];
const MAX_LINE_LENGTH = 1000;
/** Control characters, which a terminal would interpret. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** `$XDG_STATE_HOME/atoll/debugger-history`, or below `~/.local/state`; undefined without a home folder. */
function historyFile(): string | undefined {
  const named = process.env['XDG_STATE_HOME'] ?? '';
  try {
    const folder = isAbsolute(named) ? named : join(homedir(), '.local', 'state');
    return isAbsolute(folder) ? join(folder, 'atoll', 'debugger-history') : undefined;
  } catch {
    return undefined;
  }
}

/** Errors of the history are ignored: the debugger works without it. */
export class DebugHistory {
  private readonly file = historyFile();
  private latest: string | undefined;

  /** The newest line first, as readline expects. */
  load(): string[] {
    if (this.file === undefined) return [];
    try {
      const lines = readFileSync(this.file, 'utf8').split('\n').filter(isStorable);
      if (lines.length > MAX_LINES)
        writeWhole(
          this.file,
          lines
            .slice(-OFFERED_LINES)
            .map((line) => `${line}\n`)
            .join(''),
        );
      this.latest = lines.at(-1);
      return lines.slice(-OFFERED_LINES).reverse();
    } catch {
      return [];
    }
  }

  /** Appends, so that concurrent sessions lose no lines. */
  add(line: string): void {
    const text = line.trim();
    if (this.file === undefined || !isStorable(text) || text === this.latest) return;
    this.latest = text;
    try {
      makeFolders(dirname(this.file), 0o700);
      appendFileSync(this.file, `${text}\n`, { mode: 0o600 });
    } catch {
      // Not writable: the next session starts without this line.
    }
  }
}

const isStorable = (line: string): boolean => line !== '' && line.length <= MAX_LINE_LENGTH && !CONTROL.test(line);
