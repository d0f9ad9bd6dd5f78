// Hands out the work-groups of a launch, between windows: in turn to the compute units in which the next one fits.

import { P, R } from './numbers.js';
import { double, int, setDouble, setInt, wavefronts } from './platform.js';
import { changedOf, refusal } from './residents.js';
import { doubles, ints, units } from './room.js';
import { startGroup } from './starts.js';

/** The next work-group, its wavefronts, the unit that it is offered to, and when it may begin. */
let groupAt: i32 = 0;
let wavesAt: i32 = 0;
let unitAt: i32 = 0;
let fromAt: i32 = 0;

export function placeDispatch(): void {
  groupAt = ints(1, 0);
  wavesAt = ints(1, 0);
  unitAt = ints(1, 0);
  fromAt = doubles(1, 0);
}

export function groupsLeft(): boolean {
  return int(groupAt) < int(P.groups);
}

/** Wavefronts of the next one. */
function wavesOfNext(): i32 {
  if (int(wavesAt) === 0) setInt(wavesAt, wavefronts(int(groupAt)));
  return int(wavesAt);
}

/** Gives slots to what can start in a window. */
export function dispatch(from: f64, before: f64): void {
  setDouble(fromAt, Math.max(double(fromAt), from));
  for (let tried: i32 = 0; groupsLeft() && double(fromAt) < before && tried < units; ) {
    const unit = int(unitAt);
    setInt(unitAt, unit + 1 === units ? 0 : unit + 1);
    if (int(changedOf + unit) === 0 || refusal(unit, wavesOfNext()) >= 0) {
      setInt(changedOf + unit, 0);
      tried++;
      continue;
    }
    startGroup(unit, int(groupAt), wavesOfNext(), double(fromAt));
    setInt(groupAt, int(groupAt) + 1);
    setInt(wavesAt, 0);
    setDouble(fromAt, double(fromAt) + int(P.dispatcher_cyclesPerWorkGroup));
    tried = 0;
  }
  // Threads that run units look at it.
  if (groupsLeft()) wavesOfNext();
}

/** Why slots of a unit are empty. */
export function whyEmpty(unit: i32): i32 {
  if (!groupsLeft()) return R.emptyNoWork;
  const reason = refusal(unit, int(wavesAt));
  return reason >= 0 ? reason : R.emptyDispatch;
}
