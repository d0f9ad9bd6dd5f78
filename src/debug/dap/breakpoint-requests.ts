// Breakpoints as editors set them: all of a file, or of a kind, at once.

import type { DebugProtocol } from '@vscode/debugprotocol';
import type { LaunchDescriptor } from '../../emulator/launch.js';
import { AtollError } from '../../util/errors.js';
import { groupsOf } from '../../util/required.js';
import { watchFor } from '../break-commands.js';
import type { Breakpoint, WaveFilter } from '../breakpoints.js';
import { conditionOf } from '../condition.js';
import { hitConditionOf } from '../hit-condition.js';
import { ANY_KERNEL, API_WORDS, codeLine, type KernelLocation, parseKernelPlace } from '../locations.js';
import { numberOf } from '../prompt.js';
import { refuse } from '../refuse.js';
import type { Watchpoint } from '../watchpoints.js';
import type { HandleTable } from './handle-table.js';

interface BreakpointAnswer {
  breakpoints: DebugProtocol.Breakpoint[];
}

/** Of breakpoints whose kernel has not been launched. */
const PENDING = 'no launch has code for it yet';

/** Forgets what an earlier request of the same kind has set. */
function clear({ shared, placed }: HandleTable, kind: string): void {
  for (const number of placed.get(kind) ?? [])
    if (!shared.breakpoints.delete(number)) shared.watchpoints.delete(number);
  placed.delete(kind);
}

/** Limits of a breakpoint of any kind. */
type Limits = Pick<DebugProtocol.SourceBreakpoint, 'condition' | 'hitCondition' | 'logMessage'>;

const isSet = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

function filterOf(
  desk: HandleTable,
  { condition, hitCondition, logMessage }: Limits,
): Pick<WaveFilter, 'condition' | 'when' | 'log'> {
  const when = isSet(hitCondition) ? { when: hitConditionOf(hitCondition) } : {};
  const log = isSet(logMessage) ? { log: logMessage } : {};
  if (!isSet(condition)) return { ...when, ...log };
  const selected = desk.stop?.prompt.selected;
  return {
    ...when,
    ...log,
    condition: conditionOf(condition, selected, ({ workGroup }) => desk.shared.launchContexts.of(workGroup.launch)),
  };
}

/** Position of a breakpoint in a launch; undefined where it has none. */
function verified(
  desk: HandleTable,
  breakpoint: Breakpoint,
  launch: LaunchDescriptor,
): DebugProtocol.Breakpoint | undefined {
  const { where } = desk.shared.launchContexts.of(launch);
  const { place, number, kernel } = breakpoint;
  if (kernel !== ANY_KERNEL && kernel !== launch.kernel) return undefined;
  if (place.kind !== 'line') return { id: number, verified: true };
  const line = codeLine(place, where);
  if (!line || desk.shared.breakpoints.addresses(breakpoint, launch).size === 0) return undefined;
  return {
    id: number,
    verified: true,
    line: line.line,
    ...(line.file === undefined ? {} : { source: desk.texts.sourceOf(line.file, where) }),
  };
}

/** Answer to an impossible breakpoint. @throws any error that is no mistake of the user */
function refused(error: unknown): DebugProtocol.Breakpoint {
  if (!(error instanceof AtollError)) throw error;
  return { verified: false, reason: 'failed', message: error.message };
}

function place(desk: HandleTable, kind: string, where: () => KernelLocation, limits: Limits): DebugProtocol.Breakpoint {
  try {
    const added = desk.shared.breakpoints.add(where(), filterOf(desk, limits));
    desk.placed.set(kind, [...(desk.placed.get(kind) ?? []), added.number]);
    if (added.place.kind === 'error') return { id: added.number, verified: true };
    const places = desk.stop && verified(desk, added, desk.stop.prompt.stopped.workGroup.launch);
    return places ?? { id: added.number, verified: false, reason: 'pending', message: PENDING };
  } catch (error) {
    return refused(error);
  }
}

export function setBreakpoints(desk: HandleTable, args: DebugProtocol.SetBreakpointsArguments): BreakpointAnswer {
  const { source, breakpoints = [] } = args;
  const kind = `lines of ${source.path ?? source.sourceReference ?? source.name}`;
  clear(desk, kind);
  const named = desk.texts.named(source);
  return {
    breakpoints: breakpoints.map(({ line, ...limits }) =>
      place(desk, kind, () => ({ kernel: ANY_KERNEL, place: { kind: 'line', line, ...named } }), limits),
    ),
  };
}

/** A kernel, or `error:clCreateBuffer` as the prompt takes it. */
const launchOrError = (name: string): KernelLocation =>
  API_WORDS.includes(name.replace(/:.*$/s, '')) ? parseKernelPlace(name) : { kernel: name, place: { kind: 'launch' } };

export function setFunctionBreakpoints(
  desk: HandleTable,
  args: DebugProtocol.SetFunctionBreakpointsArguments,
): BreakpointAnswer {
  clear(desk, 'functions');
  return {
    breakpoints: args.breakpoints.map(({ name, ...limits }) =>
      place(desk, 'functions', () => launchOrError(name.trim()), limits),
    ),
  };
}

export function setInstructionBreakpoints(
  desk: HandleTable,
  args: DebugProtocol.SetInstructionBreakpointsArguments,
): BreakpointAnswer {
  clear(desk, 'instructions');
  return {
    breakpoints: args.breakpoints.map(({ instructionReference, offset = 0, ...limits }) => {
      const address = Number(instructionReference) + offset;
      const { stop } = desk;
      if (!Number.isInteger(address)) return { verified: false, reason: 'failed', message: 'not an address' };
      if (stop && !stop.prompt.listing.startsAt(stop.prompt.stopped, address))
        return { verified: false, reason: 'failed', message: 'no instruction begins at this address' };
      return place(desk, 'instructions', () => ({ kernel: ANY_KERNEL, place: { kind: 'address', address } }), limits);
    }),
  };
}

/** A filter with the text that the person has given it, where it takes one. */
function placeFilter(
  desk: HandleTable,
  { filterId, condition }: DebugProtocol.ExceptionFilterOptions,
): DebugProtocol.Breakpoint {
  if (filterId === 'fault') return { verified: true };
  if (!API_WORDS.includes(filterId)) return { verified: false, reason: 'failed', message: `there is no ${filterId}` };
  const text = isSet(condition) ? `${filterId}:${condition.trim()}` : filterId;
  return place(desk, 'filters', () => parseKernelPlace(text), {});
}

export function setExceptionBreakpoints(
  desk: HandleTable,
  { filters, filterOptions = [] }: DebugProtocol.SetExceptionBreakpointsArguments,
): BreakpointAnswer {
  clear(desk, 'filters');
  const all = [...filters.map((filterId) => ({ filterId })), ...filterOptions];
  desk.stopsAtFaults = all.some(({ filterId }) => filterId === 'fault');
  return { breakpoints: all.map((filter) => placeFilter(desk, filter)) };
}

const ACCESS: Readonly<Record<DebugProtocol.DataBreakpointAccessType, Watchpoint['on']>> = {
  read: 'read',
  write: 'write',
  readWrite: 'access',
};

/** Memory of a name. The `dataId` is `space start size text`. */
export function dataBreakpointInfo(
  desk: HandleTable,
  args: DebugProtocol.DataBreakpointInfoArguments,
): DebugProtocol.DataBreakpointInfoResponse['body'] {
  const { variablesReference, name, asAddress, bytes, frameId } = args;
  const prompt = desk.at(desk.frame(frameId).wavefront);
  const holder = variablesReference ? desk.holder(variablesReference) : undefined;
  const words = holder ? holder.watch?.(name) : asAddress ? `${numberOf(prompt, name)} ${bytes ?? 4}` : name;
  if (words === undefined) return { dataId: null, description: `${name} is not in memory` };
  try {
    const { space, start, size, text } = watchFor(prompt, words.split(/\s+/));
    const accessTypes = Object.keys(ACCESS) as DebugProtocol.DataBreakpointAccessType[];
    return { dataId: `${space} ${start} ${size} ${text}`, description: `${text}, ${size} bytes`, accessTypes };
  } catch (error) {
    if (!(error instanceof AtollError)) throw error;
    return { dataId: null, description: error.message };
  }
}

function watch(
  desk: HandleTable,
  { dataId, accessType, ...limits }: DebugProtocol.DataBreakpoint,
): DebugProtocol.Breakpoint {
  const { shared, placed } = desk;
  try {
    const match = /^(memory|lds) (\d+) (\d+) (.*)$/.exec(dataId) ?? refuse(`'${dataId}' cannot be watched`);
    const [space, start, size, text] = groupsOf(match, 4);
    const number = shared.breakpoints.nextNumber();
    const place = { space: space as Watchpoint['space'], start: Number(start), size: Number(size), text };
    shared.watchpoints.add({ ...place, ...filterOf(desk, limits), on: ACCESS[accessType ?? 'write'], number });
    placed.set('data', [...(placed.get('data') ?? []), number]);
    return { id: number, verified: true };
  } catch (error) {
    return refused(error);
  }
}

export function setDataBreakpoints(
  desk: HandleTable,
  { breakpoints }: DebugProtocol.SetDataBreakpointsArguments,
): BreakpointAnswer {
  clear(desk, 'data');
  return { breakpoints: breakpoints.map((each) => watch(desk, each)) };
}

/** A launch begins: reports to the editor which of its breakpoints have been resolved. */
export function reportVerified(desk: HandleTable, launch: LaunchDescriptor): void {
  for (const breakpoint of desk.shared.breakpoints.all) {
    if (breakpoint.place.kind === 'error') continue;
    const reply = verified(desk, breakpoint, launch);
    if (reply) desk.emit('breakpoint', { reason: 'changed', breakpoint: reply });
  }
}
