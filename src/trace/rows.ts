// The rows of a timeline: whose they are, and which of several a span goes to that may overlap others.

import { readFileSync } from 'node:fs';
import type { Track, TrackGroup } from './writer.js';

/** Name of a process or one of its threads; empty when it is gone. */
function nameOf(process: number, thread: number): string {
  try {
    return readFileSync(`/proc/${process}/task/${thread}/comm`, 'utf8').trimEnd();
  } catch {
    return '';
  }
}

interface Lane {
  readonly track: number;
  endNs: number;
}

export interface RowListener {
  group(group: TrackGroup): void;
  track(track: Track): void;
}

export class Rows {
  private ids = 0;
  private readonly groups = new Map<number, TrackGroup>();
  private readonly threads = new Map<string, number>();
  private readonly lanes = new Map<string, Lane[]>();

  constructor(private readonly listener: RowListener) {}

  /** The row of a guest's thread. */
  thread(process: number, thread: number): number {
    const key = `${process} ${thread}`;
    const row = this.threads.get(key);
    if (row !== undefined) return row;
    const name = nameOf(process, thread) || `thread ${thread}`;
    const id = this.add({ id: ++this.ids, group: this.group(process), name, thread });
    this.threads.set(key, id);
    return id;
  }

  /** A row of ours of that name on which nothing is in the way: further ones are made as they are needed. */
  own(name: string, startNs: number, endNs: number): number {
    let lanes = this.lanes.get(name);
    if (!lanes) this.lanes.set(name, (lanes = []));
    let lane = lanes.find((one) => one.endNs <= startNs);
    if (!lane) {
      const shown = lanes.length === 0 ? name : `${name} (${lanes.length + 1})`;
      const track = this.add({ id: ++this.ids, group: this.group(process.pid), name: shown });
      lanes.push((lane = { track, endNs }));
    }
    lane.endNs = endNs;
    return lane.track;
  }

  private add(track: Track): number {
    this.listener.track(track);
    return track.id;
  }

  private group(pid: number): TrackGroup {
    const row = this.groups.get(pid);
    if (row) return row;
    const name = pid === process.pid ? 'atoll' : nameOf(pid, pid) || `process ${pid}`;
    const group = { id: ++this.ids, process: pid, name };
    this.groups.set(pid, group);
    this.listener.group(group);
    return group;
  }
}
