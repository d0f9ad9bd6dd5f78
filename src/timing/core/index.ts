// The core of the detailed model: what is called from outside. It is compiled twice, as TypeScript, the reference, and
// to WebAssembly. So it is written in what both understand: functions over numbers in one memory. One window after the
// other: `dispatch`; of all `runUnits`, then `serveChannels`, then `answerUnits`, each of which threads may share;
// `nextFrom`.

import { conflictCycles, firstReturn, placeAccesses } from './accesses.js';
import { answerUnits, laterOf, placeAnswers, serveChannels } from './answers.js';
import { cacheHits, cacheMisses, firstChannel, firstInstruction, firstScalar, placeCaches } from './caches.js';
import { placeCalendar } from './calendar.js';
import { placeCounters } from './counters.js';
import { dispatch, groupsLeft, placeDispatch } from './dispatch.js';
import { placeFetches } from './fetch.js';
import { placeHazards } from './hazards.js';
import { passAll, placeInterval } from './interval.js';
import { serial } from './interval-clock.js';
import { orderRequests, placeOrdering, requested } from './ordering.js';
import { double, int } from './platform.js';
import { placeRecent } from './recent.js';
import { placeRequests } from './requests.js';
import { changedOf, placeResidents, refusal, takeGroup, takeSlot, waveOf } from './residents.js';
import { beginRoom, roomUsed, slots, units } from './room.js';
import { placeScoreboard } from './scoreboard.js';
import { lastStore, moved, placeShared } from './shared.js';
import { placeSimds, unitNext } from './simds.js';
import {
  begunOf,
  byNone,
  byWord,
  endedOf,
  finish,
  issuesOf,
  placeOwn,
  placeSlots,
  program,
  reasonOf,
  sinceOf,
  wordOf,
} from './slots.js';
import { placeStarts } from './starts.js';
import { placeStreams, streamChunk, streamGroup, streamWave, streamWords } from './streams.js';
import { placeTraffic } from './traffic.js';
import { placeQueues, queueBusy } from './turns.js';
import { endedCount, endedSlots, endOf, placeUnits, runUnit, scalarBusy, vectorBusy } from './units.js';
import { channelCycles, channelLines, placeWalk, sums, walkAll } from './walk.js';

export {
  answerUnits,
  dispatch,
  finish,
  groupsLeft,
  passAll,
  refusal,
  requested,
  serveChannels,
  takeGroup,
  takeSlot,
  walkAll,
};

/** Sets the layout. @param first the memory is new @returns its size in bytes */
export function attach(thread: i32, first: boolean): f64 {
  beginRoom(first);
  placeSlots();
  placeSimds();
  placeUnits();
  placeResidents();
  placeFetches();
  placeHazards();
  placeCounters();
  placeScoreboard();
  placeQueues();
  placeRequests();
  placeOrdering(thread);
  placeAccesses();
  placeAnswers();
  placeCaches();
  placeShared(thread);
  placeDispatch();
  placeStarts();
  placeRecent();
  placeCalendar();
  placeTraffic();
  placeInterval();
  placeWalk();
  placeStreams(thread);
  placeOwn(thread);
  const words: f64 = roomUsed();
  return 4 * words;
}

/** Runs some units for a window, and puts in order what they request. @param sharing threads that share the window */
export function runUnits(begin: i32, end: i32, from: f64, before: f64, sharing: i32): void {
  for (let unit: i32 = begin; unit < end; unit++) runUnit(unit, from, before);
  orderRequests(begin, end, from, before, sharing);
}

/** The next window begins where something happens; endless when nothing does any more. */
export function nextFrom(earliest: f64): f64 {
  if (groupsLeft()) for (let unit: i32 = 0; unit < units; unit++) if (int(changedOf + unit) !== 0) return earliest;
  let next: f64 = Infinity;
  for (let unit: i32 = 0; unit < units; unit++)
    next = Math.min(Math.min(next, double(laterOf + unit)), Math.min(unitNext(unit), double(firstReturn + unit)));
  return Math.max(earliest, next);
}

/** The last cycle. */
export function lastCycle(): f64 {
  let end = lastStore();
  for (let unit: i32 = 0; unit < units; unit++) end = Math.max(end, double(endOf + unit));
  return end;
}

/** Wavefronts that have not ended. */
export function residents(): i32 {
  let count: i32 = 0;
  for (let slot: i32 = 0; slot < units * slots; slot++) if (int(wordOf + slot) >= 0) count++;
  return count;
}

// Addresses of the results.
export function programAt(): i32 {
  return program;
}
export function byWordAt(): i32 {
  return byWord;
}
export function byNoneAt(): i32 {
  return byNone;
}
export function issuesAt(): i32 {
  return issuesOf;
}
export function streamsAt(): i32 {
  return streamGroup;
}
export function streamWavesAt(): i32 {
  return streamWave;
}
export function streamChunksAt(): i32 {
  return streamChunk;
}
export function streamWordsAt(): i32 {
  return streamWords;
}
export function wavesAt(): i32 {
  return waveOf;
}
export function reasonsAt(): i32 {
  return reasonOf;
}
export function sinceAt(): i32 {
  return sinceOf;
}
export function begunAt(): i32 {
  return begunOf;
}
export function endedAt(): i32 {
  return endedOf;
}
export function endedSlotsAt(): i32 {
  return endedSlots;
}
export function endedCountAt(): i32 {
  return endedCount;
}
export function vectorBusyAt(): i32 {
  return vectorBusy;
}
export function scalarBusyAt(): i32 {
  return scalarBusy;
}
export function queueBusyAt(): i32 {
  return queueBusy;
}
export function conflictsAt(): i32 {
  return conflictCycles;
}
export function hitsAt(): i32 {
  return cacheHits;
}
export function missesAt(): i32 {
  return cacheMisses;
}
export function movedAt(): i32 {
  return moved;
}
export function sumsAt(): i32 {
  return sums;
}
export function channelCyclesAt(): i32 {
  return channelCycles;
}
export function channelLinesAt(): i32 {
  return channelLines;
}
export function serialAt(): i32 {
  return serial;
}
export function firstScalarCache(): i32 {
  return firstScalar;
}
export function firstInstructionCache(): i32 {
  return firstInstruction;
}
export function firstChannelCache(): i32 {
  return firstChannel;
}
