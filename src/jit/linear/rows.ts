// Linear runs of wavefronts that are several rows of a work-group: the code before the loop stands there once for each
// row, with locals of its own, so that everything has been checked for all rows before the first one's loop changes
// anything.

import { required } from '../../util/required.js';
import { PARAM } from '../kernel/machine.js';
import { Code } from '../wasm/code.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { LinearRange } from './memory.js';
import type { LinearRun } from './run.js';

const WORDS = [0, 1, 2, 3] as const;

export interface RowCopy {
  /** The row's own local of what the code before the loop sets. */
  readonly of: (local: Local) => Local;
}

/**
 * Emits the code before the loops and, behind all checks, the loops.
 *
 * @param named locals of a loop
 * @param call emits the loop of a row; undefined when there is none
 */
export function emitRows(
  run: LinearRun,
  named: ReadonlySet<Local>,
  call: (() => void) | undefined,
): readonly RowCopy[] {
  const { b, machine, before } = run;
  const own = new Set([run.row]);
  before.eachLocal((local, writes) => {
    if (writes && !machine.owns(local)) own.add(local);
  });
  const copies = Array.from({ length: run.rows }, (_, row) => {
    const copy = copyOf(run, own);
    // Scalar instructions among those of the run are executed again.
    if (row > 0) run.restore();
    b.get(PARAM.slot)
      .i32(4 * run.lanes * row)
      .op('i32.add')
      .set(copy.of(run.row));
    b.out.append(copy.code);
    return copy;
  });
  requireApart(run, copies);
  for (const copy of copies) b.out.append(renumbered(run.touches, copy));
  if (!call) return copies;
  for (const { of } of copies) {
    for (const local of own) if (named.has(local)) b.get(of(local)).set(local);
    call();
  }
  return copies;
}

/**
 * Writes a mask of which all lanes of a row have the same bit. @param first that of a row @param copies none: there is
 * one row
 */
export function storeEqualMask(
  { b, lanes, rows, machine }: LinearRun,
  index: number,
  first: Local,
  copies: readonly RowCopy[],
): void {
  const { execWords } = machine.options.layout;
  const rowsOfWord = Math.max(1, rows / execWords);
  for (let word = 0; word < execWords; word++) {
    for (let k = 0; k < rowsOfWord; k++) {
      b.i32(0)
        .get(copies[word * rowsOfWord + k]?.of(first) ?? first)
        .op('i32.sub');
      if (rowsOfWord > 1) b.i32(((1 << lanes) - 1) << (k * lanes)).op('i32.and');
      if (k > 0) b.op('i32.or');
    }
    b.set(machine.scalar(index + word));
  }
}

function copyOf({ b, before }: LinearRun, own: ReadonlySet<Local>): RowCopy & { readonly code: Code } {
  const copies = new Map([...own].map((local) => [local, b.local(b.typeOf(local))]));
  const of = (local: Local): Local => copies.get(local) ?? local;
  return { of, code: renumbered(before, { of }) };
}

/** The same code with a row's own locals. */
function renumbered(code: Code, { of }: RowCopy): Code {
  const copy = new Code();
  copy.append(code);
  const numbers: number[] = [];
  code.eachLocal((local) => {
    numbers[local] = of(local);
  });
  copy.renumber(numbers);
  return copy;
}

/**
 * Requires that no store of a row overlaps an access of another instruction in another row: the loops run one after the
 * other.
 */
function requireApart({ b, linear: { stored, touched }, rows }: LinearRun, copies: readonly RowCopy[]): void {
  const vectors = new Map<LinearRange, Local>();
  const starts = (range: LinearRange): Local => {
    const existing = vectors.get(range);
    if (existing !== undefined) return existing;
    const vector = b.local('v128');
    for (const word of WORDS) {
      b.get(required(copies[word % rows], 'copy').of(range.start));
      if (word === 0) b.simd('i32x4.splat');
      else b.lane('i32x4.replace_lane', word);
    }
    b.set(vector);
    vectors.set(range, vector);
    return vector;
  };
  const done = new Set<LinearRange>();
  for (const store of stored) {
    done.add(store);
    for (const other of touched) {
      if (done.has(other)) continue;
      const pair = [starts(store), starts(other)] as const;
      const meeting = b.local('v128');
      for (let distance = 1; distance < rows; distance++) {
        pushMeeting(b, pair, [store.length, other.length], distance);
        if (distance > 1) b.get(meeting).simd('v128.or');
        b.set(meeting);
      }
      b.get(meeting).simd('v128.any_true').brIf(0);
    }
  }
}

/** Pushes in which rows a range meets what another range is so many rows further on. */
function pushMeeting(
  b: FunctionBuilder,
  [one, other]: readonly [Local, Local],
  [length, otherLength]: readonly [number, number],
  distance: number,
): void {
  const turned = b.local('v128');
  const word = (n: number): number => (n + distance) % WORDS.length;
  b.get(other)
    .get(other)
    .shuffle([word(0), word(1), word(2), word(3)])
    .set(turned);
  b.get(one).get(turned).simd('i32x4.sub').words(otherLength).simd('i32x4.lt_u');
  b.get(turned).get(one).simd('i32x4.sub').words(length).simd('i32x4.lt_u').simd('v128.or');
}
