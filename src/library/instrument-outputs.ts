// Instruments of the library's user: their modules, and their outputs in the calling thread.

import { rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Instrument, OpeningRun } from '../instruments/instrument.js';
import { loadInstrument } from '../instruments/user/collect.js';
import { cannotWrite } from '../util/whole-file.js';

/** An instrument, or the path or URL of a module that exports `createInstrument`. */
export type InstrumentSource = Instrument | string | URL;

/** @throws AtollError BAD_OPTION naming the file */
export const loadInstruments = (sources: readonly InstrumentSource[]): readonly Instrument[] =>
  sources.map((source) => {
    if (typeof source === 'string') return loadInstrument(source);
    return source instanceof URL ? loadInstrument(fileURLToPath(source)) : source;
  });

/** The files and messages of instruments of one run. */
export class LibraryOpening implements OpeningRun {
  /** A requested output is incomplete. */
  isIncomplete = false;
  private readonly created: string[] = [];

  constructor(readonly say: (text: string) => void) {}

  readonly writeError = (text: string): void => this.say(text.replace(/^atoll: /, '').trimEnd());

  readonly lacks = (text: string): void => {
    this.isIncomplete = true;
    this.say(text);
  };

  readonly createFile = (file: string, what: string): void => {
    try {
      writeFileSync(file, '');
    } catch (error) {
      throw cannotWrite(what, file, error);
    }
    this.created.push(file);
  };

  /** The run has not begun: no empty files stay. */
  removeEmpty(): void {
    for (const file of this.created) {
      const status = statSync(file, { throwIfNoEntry: false });
      if (status?.isFile() && status.size === 0) rmSync(file);
    }
  }
}
