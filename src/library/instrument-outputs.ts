// Instruments of the library's user: their modules, and their outputs in the calling thread.

import { rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FinishedRun, Instrument } from '../instruments/instrument.js';
import { loadInstrument } from '../instruments/user/collect.js';
import { attemptAll } from '../util/settle-all.js';
import { cannotWrite } from '../util/whole-file.js';

/** An instrument, or the path or URL of a module that exports `createInstrument`. */
export type InstrumentSource = Instrument | string | URL;

/** @throws AtollError BAD_OPTION naming the file */
export const loadInstruments = (sources: readonly InstrumentSource[]): readonly Instrument[] =>
  sources.map((source) => {
    if (typeof source === 'string') return loadInstrument(source);
    return source instanceof URL ? loadInstrument(fileURLToPath(source)) : source;
  });

/** The outputs of instruments, from `open` to `finish` or `discard`. */
export class InstrumentOutputs {
  /** A requested output is incomplete. */
  incomplete = false;
  private readonly created: string[] = [];

  constructor(
    private readonly instruments: readonly Instrument[],
    private readonly say: (text: string) => void,
  ) {}

  /** Reports an incomplete output. */
  readonly lacks = (text: string): void => {
    this.incomplete = true;
    this.say(text);
  };

  /** @throws AtollError; then `discard` is to be called */
  open(): void {
    const { say, lacks } = this;
    const writeError = (text: string): void => say(text.replace(/^atoll: /, '').trimEnd());
    const createFile = (file: string, what: string): void => this.create(file, what);
    for (const instrument of this.instruments) instrument.open?.({ createFile, say, writeError, lacks });
  }

  private create(file: string, what: string): void {
    try {
      writeFileSync(file, '');
    } catch (error) {
      throw cannotWrite(what, file, error);
    }
    this.created.push(file);
  }

  /** The run has not begun: no empty files stay. */
  discard(): void {
    for (const instrument of this.instruments) instrument.discard?.();
    for (const file of this.created) {
      const status = statSync(file, { throwIfNoEntry: false });
      if (status?.isFile() && status.size === 0) rmSync(file);
    }
  }

  /** @throws AtollError after all instruments have finished */
  finish(run: Omit<FinishedRun, 'say' | 'instruments'>): Promise<void> {
    const finished = { ...run, instruments: this.instruments, say: this.say };
    return attemptAll(this.instruments.map((instrument) => () => instrument.finish?.(finished)));
  }
}
