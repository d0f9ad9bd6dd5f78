// What was typed at the debugger's prompt in earlier sessions, in the folder that the XDG Base Directory Specification
// has for histories.

import { appendFileSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { makeFolders } from '../../../util/folders.js';
import { writeWhole } from '../../../util/whole-file.js';

/** Lines that are offered, and lines of the file at which it is cut back to these. */
const [OFFERED, MOST] = [500, 1000];
const LONGEST = 1000;
/** What a terminal would take for more than text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** `$XDG_STATE_HOME/atoll/debugger-history`, or below `~/.local/state`; undefined for who has no home. */
function historyFile(): string | undefined {
  const named = process.env['XDG_STATE_HOME'] ?? '';
  try {
    const folder = isAbsolute(named) ? named : join(homedir(), '.local', 'state');
    return isAbsolute(folder) ? join(folder, 'atoll', 'debugger-history') : undefined;
  } catch {
    return undefined;
  }
}

/** A history that cannot be read or kept is none: a debugger needs it not. */
export class DebugHistory {
  private readonly file = historyFile();
  private latest: string | undefined;

  /** The newest line first, as readline has it. */
  load(): string[] {
    if (this.file === undefined) return [];
    try {
      const lines = readFileSync(this.file, 'utf8').split('\n').filter(isKept);
      if (lines.length > MOST)
        writeWhole(
          this.file,
          lines
            .slice(-OFFERED)
            .map((line) => `${line}\n`)
            .join(''),
        );
      this.latest = lines.at(-1);
      return lines.slice(-OFFERED).reverse();
    } catch {
      return [];
    }
  }

  /** Sessions at the same time lose nothing of one another. */
  add(line: string): void {
    const text = line.trim();
    if (this.file === undefined || !isKept(text) || text === this.latest) return;
    this.latest = text;
    try {
      makeFolders(dirname(this.file), 0o700);
      appendFileSync(this.file, `${text}\n`, { mode: 0o600 });
    } catch {
      // No place for it: the next session begins without.
    }
  }
}

const isKept = (line: string): boolean => line !== '' && line.length <= LONGEST && !CONTROL.test(line);
