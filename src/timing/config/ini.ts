// INI files as Multi2Sim writes them: `[ section ]`, `key = value`, comments behind `;` and `#`. Names do not mind
// their case.

import { AtollError } from '../../util/errors.js';
import { groupsOf } from '../../util/required.js';

interface Entry {
  readonly value: string;
  readonly line: number;
}

/** A file of something else may be one line. */
const shortened = (line: string): string => (line.length > 60 ? `${line.slice(0, 60)}...` : line);

export class IniFile {
  private readonly sections = new Map<string, Map<string, Entry>>();
  private readonly read = new Set<Entry>();

  /** @throws AtollError BAD_INPUT naming file and line */
  constructor(
    readonly name: string,
    text: string,
  ) {
    let keys: Map<string, Entry> | undefined;
    text.split(/\r?\n/).forEach((raw, n) => {
      const line = raw.replace(/[;#].*/, '').trim();
      const [, section] = /^\[(.*)\]$/.exec(line) ?? [];
      const entry = /^([^=]+?)\s*=\s*(.*)$/.exec(line);
      if (section !== undefined) this.sections.set(section.trim().toLowerCase(), (keys = new Map()));
      else if (entry && keys) {
        const [key, value] = groupsOf(entry, 2);
        keys.set(key.toLowerCase(), { value, line: n + 1 });
      } else if (line !== '') this.refuse(n + 1, `'${shortened(line)}' is neither a section nor a key with its value`);
    });
  }

  refuse(line: number, text: string): never {
    throw new AtollError('BAD_INPUT', `${this.name}, line ${line}: ${text}`, 'see docs/timing.md');
  }

  /** Names of the sections that begin with a word. */
  named(word: string): string[] {
    return [...this.sections.keys()].filter((name) => name === word || name.startsWith(`${word} `));
  }

  keysOf(section: string): string[] {
    return [...(this.sections.get(section)?.keys() ?? [])];
  }

  text(section: string, key: string): string | undefined {
    return this.entry(section, key)?.value;
  }

  private entry(section: string, key: string): Entry | undefined {
    const entry = this.sections.get(section.toLowerCase())?.get(key.toLowerCase());
    if (entry) this.read.add(entry);
    return entry;
  }

  /** @throws AtollError BAD_INPUT when it is not a whole number from 0 on */
  number(section: string, key: string): number | undefined {
    const entry = this.entry(section, key);
    if (entry === undefined) return undefined;
    const { value, line } = entry;
    return /^\d+$/.test(value) ? Number(value) : this.refuse(line, `${key}: '${value}' is not a whole number`);
  }

  /** @throws AtollError BAD_INPUT for a key that has not been read */
  checkAllRead(): void {
    for (const [section, keys] of this.sections)
      for (const [key, entry] of keys)
        if (!this.read.has(entry)) this.refuse(entry.line, `[${section}] ${key} is unknown to the timing model`);
  }
}
