// Requests of compute units for lines, until what they share has answered them: in the order of cycle, compute unit, number.

/** Who asked, and what the answer is for. */
export interface Requester {
  /** @param data what was given with the request */
  /** When a line arrives that another request has asked for; infinite when it has to be asked for. */
  arrivalOf(line: number, place: number, data: number): number;
  answered(line: number, place: number, data: number, done: number): void;
}

export class Requests {
  private cycles: number[] = [];
  private lines: number[] = [];
  private kinds: number[] = [];
  private places: number[] = [];
  private data: number[] = [];
  private owners: Requester[] = [];

  /** Compute units add theirs one after the other, each in the order of its cycles. */
  add(cycle: number, line: number, kind: number, place: number, data: number, owner: Requester): void {
    this.cycles.push(cycle);
    this.lines.push(line);
    this.kinds.push(kind);
    this.places.push(place);
    this.data.push(data);
    this.owners.push(owner);
  }

  /** The cycle of the earliest one; infinite when there is none. */
  get first(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const cycle of this.cycles) if (cycle < first) first = cycle;
    return first;
  }

  get count(): number {
    return this.cycles.length;
  }

  /** Answers those before a cycle; the others stay. */
  answer(before: number, serve: (line: number, cycle: number, kind: number) => number): void {
    const { cycles, lines, kinds, places, data, owners } = this;
    const order = [...cycles.keys()]
      .filter((n) => cycles[n]! < before)
      .sort((a, b) => cycles[a]! - cycles[b]! || a - b);
    for (const n of order) {
      const [owner, line, place, own] = [owners[n]!, lines[n]!, places[n]!, data[n]!];
      const merged = owner.arrivalOf(line, place, own);
      const known = merged !== Number.POSITIVE_INFINITY;
      owner.answered(line, place, own, known ? Math.max(merged, cycles[n]!) : serve(line, cycles[n]!, kinds[n]!));
    }
    if (order.length === cycles.length) {
      for (const list of [cycles, lines, kinds, places, data, owners]) list.length = 0;
      return;
    }
    const left = [...cycles.keys()].filter((n) => cycles[n]! >= before);
    const keep = <Value>(list: readonly Value[]): Value[] => left.map((n) => list[n]!);
    [this.cycles, this.lines, this.kinds] = [keep(cycles), keep(lines), keep(kinds)];
    [this.places, this.data, this.owners] = [keep(places), keep(data), keep(owners)];
  }
}
