// Code where lanes part and meet, by labels: a branch names its target, the other side, and the point where both meet
// again (src/isa/hsail/rows/control.ts).

import { SCALAR } from '../../isa/hsail/registers.js';
import type { Emitter } from './emitter.js';

const MASK = SCALAR.mask;

export interface BranchLabels {
  readonly target: string;
  /** The next instruction of the code. */
  readonly side: string;
  readonly point: string;
}

/** A point: its number, and the numbers of sides that may wait there. */
interface MeetingPoint {
  readonly number: number;
  readonly sides: Map<string, number>;
}

export class Reconvergence {
  private readonly points = new Map<string, MeetingPoint>();
  private numbers = 1;
  /** Code that resumes sides: behind everything else. */
  private readonly resumptions: (() => void)[] = [];

  constructor(private readonly emitter: Emitter) {}

  /** Makes a branch known: all branches that meet at a point must be known where the point is placed. */
  note({ target, side, point }: BranchLabels): void {
    if (target === side) return;
    const { sides } = this.at(point);
    if (target !== point && side !== point && !sides.has(side)) sides.set(side, this.numbers++);
  }

  private at(point: string): MeetingPoint {
    let meetingPoint = this.points.get(point);
    if (!meetingPoint) this.points.set(point, (meetingPoint = { number: this.numbers++, sides: new Map() }));
    return meetingPoint;
  }

  /** A label: where lanes meet, sides continue and the point is closed. */
  place(label: string): void {
    const { emitter } = this;
    emitter.label(label);
    const point = this.points.get(label);
    if (!point) return;
    const after = `${label}.met`;
    emitter.aid('outside', { label: point.number, to: after });
    if (point.sides.size > 0) emitter.aid('peek');
    for (const [side, number] of point.sides) {
      const target = `${label}.resume.${number}`;
      emitter.aid('resume', { label: number, to: target });
      this.resumptions.push(() => {
        emitter.label(target);
        emitter.aid('pop');
        emitter.aid('jump', { to: side });
      });
    }
    emitter.aid('close');
    emitter.label(after);
  }

  /** @param condition code of a source that is true or not in each lane */
  split(condition: number, labels: BranchLabels): void {
    const { emitter } = this;
    const { target, side, point } = labels;
    this.note(labels);
    emitter.aid('lanes_b1', { d: MASK, s0: condition });
    emitter.emit('cbr_b1', { s0: MASK, to: target });
    if (target === side) return;
    emitter.aid('unless', { s0: MASK, to: side });
    const { number, sides } = this.at(point);
    const opened = `${side}.opened.${this.numbers++}`;
    emitter.aid('within', { label: number, to: opened });
    emitter.aid('open', { label: number });
    emitter.label(opened);
    if (target === point) return emitter.aid('drop', { s0: MASK });
    if (side !== point) emitter.aid('push', { label: sides.get(side)!, s1: MASK });
    emitter.aid('take', { s0: MASK });
    emitter.aid('jump', { to: target });
  }

  finish(): void {
    for (const emitResumption of this.resumptions) emitResumption();
  }
}
