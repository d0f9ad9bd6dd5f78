// A timeline as an SQLite database. Its tables are documented in docs/timeline.md.

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Details, TimelineWriter, TraceSlice, Track, TrackGroup } from './writer.js';

const TABLES = `
  CREATE TABLE processes (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, name TEXT NOT NULL);
  CREATE TABLE tracks (id INTEGER PRIMARY KEY, process INTEGER NOT NULL REFERENCES processes, name TEXT NOT NULL, thread INTEGER);
  CREATE TABLE spans (id INTEGER PRIMARY KEY, track INTEGER NOT NULL REFERENCES tracks, category TEXT NOT NULL, name TEXT NOT NULL,
    start_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL, details TEXT NOT NULL);
  CREATE TABLE about (name TEXT PRIMARY KEY, value NOT NULL);
`;

/** The file has its name only when it is whole: nothing of it need survive a crash before. */
const NO_JOURNAL = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;';

export class DatabaseWriter implements TimelineWriter {
  private readonly database: DatabaseSync;
  private readonly inserts: Readonly<Record<'group' | 'track' | 'span', StatementSync>>;

  /** @throws Error of SQLite */
  constructor(path: string) {
    this.database = new DatabaseSync(path);
    this.database.exec(`${NO_JOURNAL} BEGIN; ${TABLES}`);
    this.inserts = {
      group: this.database.prepare('INSERT INTO processes VALUES (?, ?, ?)'),
      track: this.database.prepare('INSERT INTO tracks VALUES (?, ?, ?, ?)'),
      span: this.database.prepare('INSERT INTO spans VALUES (NULL, ?, ?, ?, ?, ?, ?)'),
    };
  }

  group({ id, process, name }: TrackGroup): void {
    this.inserts.group.run(id, process, name);
  }

  track({ id, group, name, thread }: Track): void {
    this.inserts.track.run(id, group.id, name, thread ?? null);
  }

  span({ track, category, name, startNs, endNs, details }: TraceSlice): void {
    this.inserts.span.run(track, category, name, startNs, endNs, JSON.stringify(details));
  }

  finish(about: Details): void {
    const insert = this.database.prepare('INSERT INTO about VALUES (?, ?)');
    for (const [name, value] of Object.entries(about)) insert.run(name, value);
    this.database.exec('CREATE INDEX spans_by_start ON spans (start_ns); COMMIT');
    this.database.close();
  }

  abandon(): void {
    this.database.close();
  }
}
