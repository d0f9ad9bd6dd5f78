// The file of a timeline: written beside its place, and put there when it is whole. Nothing is left of one that did not
// become whole.

import { lstatSync, renameSync, rmSync } from 'node:fs';
import { AtollError } from '../util/errors.js';
import { PerfettoWriter } from './perfetto.js';
import { DatabaseWriter } from './trace-database.js';
import type { Details, TimelineWriter } from './writer.js';

const DATABASE = /\.(db|sqlite3?)$/i;

export class TimelineFile {
  private readonly temporary: string;
  private writer: TimelineWriter | undefined;

  /**
   * @param onError called once when the file can take no more (disk full): there will be no timeline, and the run goes
   * on
   * @throws AtollError BAD_OPTION when it cannot be written
   */
  constructor(
    private readonly path: string,
    private readonly onError: (text: string) => void,
  ) {
    this.temporary = `${path}.${process.pid}.tmp`;
    try {
      const existing = lstatSync(path, { throwIfNoEntry: false });
      if (existing && !existing.isFile()) throw new Error('it is not a regular file');
      this.writer = DATABASE.test(path) ? new DatabaseWriter(this.temporary) : new PerfettoWriter(this.temporary);
    } catch (error) {
      rmSync(this.temporary, { force: true });
      const text = `cannot write the trace ${path}: ${(error as Error).message}`;
      throw new AtollError('HOST', text, 'choose a file in an existing folder with write permission');
    }
  }

  /** True if something may still be written. */
  get isOpen(): boolean {
    return this.writer !== undefined;
  }

  write(what: (writer: TimelineWriter) => void): void {
    if (!this.writer) return;
    try {
      what(this.writer);
    } catch (error) {
      this.giveUp(error);
    }
  }

  finish(about: Details): void {
    this.write((writer) => {
      writer.finish(about);
      renameSync(this.temporary, this.path);
      this.writer = undefined;
    });
  }

  /** There will be no file. */
  discard(): void {
    const { writer } = this;
    this.writer = undefined;
    try {
      writer?.abandon();
    } catch {
      // It is closed already.
    }
    rmSync(this.temporary, { force: true });
  }

  private giveUp(error: unknown): void {
    this.discard();
    this.onError(`the trace ${this.path} was not written: ${(error as Error).message}; check free space`);
  }
}
