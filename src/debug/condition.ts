// Conditions of breakpoints: an expression that is looked at in every lane that is switched on.

import { WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import { evaluateNumber, type SymbolValue } from '../isa/assembler/number-expression.js';
import { SGPR_COUNT } from '../isa/instruction.js';
import type { LaunchContext } from '../launch/launch-context.js';
import { workItemOf } from '../launch/work-item.js';
import { AtollError } from '../util/errors.js';
import { elementText, elementType } from './values.js';

const absolute = (value: bigint | number): SymbolValue => ({ value: BigInt(value), absolute: true });

/** The value of a name in a lane: v3, s4, exec, scc, lane, gid0, lid1, or an argument that is a whole number. */
function lookUp(
  name: string,
  wavefront: Wavefront,
  lane: number,
  launchContext: LaunchContext,
): SymbolValue | undefined {
  const [, bank, digits] = /^([vs])(\d+)$/.exec(name) ?? [];
  const number = Number(digits);
  if (bank === 'v' && number < wavefront.layout.vectorRegisters) return absolute(wavefront.vgpr(number, lane));
  if (bank === 's' && number < SGPR_COUNT) return absolute(stateWord(wavefront.u, WORD.scalars + number));
  if (name === 'lane') return absolute(lane);
  if (name === 'exec') return absolute(wavefront.exec);
  if (name === 'scc') return absolute(stateWord(wavefront.u, WORD.scc));
  const [, which, dimension] = /^([gl])id([012])$/.exec(name) ?? [];
  if (which !== undefined) {
    const { workGroup, index, layout } = wavefront;
    const place = { group: workGroup.id, index, lanes: layout.lanes };
    const item = workItemOf(workGroup.launch, place, lane, launchContext.globalOffset);
    return absolute((which === 'g' ? item.global : item.local)[Number(dimension) as 0 | 1 | 2]);
  }
  const argument = launchContext.arguments.find((each) => each.name === name && each.kind === 'value');
  const type = argument && elementType(argument.typeName);
  if (!argument || !type || type.count !== 1 || type.scalar.kind === 'float' || type.scalar.kind === 'half')
    return undefined;
  return absolute(BigInt(elementText(launchContext.segment, argument.offset, type)));
}

/** Position of a work-item: `gid0`, `lid2`, `lane`; undefined for other names. */
export function itemNumber(
  name: string,
  wavefront: Wavefront,
  lane: number,
  launchContext: LaunchContext,
): bigint | undefined {
  return /^(?:[gl]id[012]|lane)$/.test(name) ? lookUp(name, wavefront, lane, launchContext)?.value : undefined;
}

/** In words, and where it holds. */
export interface BreakCondition {
  readonly text: string;
  /** True if it holds in some active lane. */
  readonly holds: (wavefront: Wavefront) => boolean;
  readonly holdsIn: (wavefront: Wavefront, lane: number) => boolean;
  /** The first lane that is switched on in which it does. */
  readonly laneOf: (wavefront: Wavefront) => number | undefined;
}

/**
 * Reads a condition.
 * @param selected a wavefront in which its names are tried; without one it may turn out to hold nowhere
 * @throws AtollError BAD_INPUT for what is no expression, or names what is not there
 */
export function conditionOf(
  text: string,
  selected: Wavefront | undefined,
  launchContextOf: (wavefront: Wavefront) => LaunchContext,
): BreakCondition {
  const evaluate = (wavefront: Wavefront, lane: number): bigint => {
    const launchContext = launchContextOf(wavefront);
    const result = evaluateNumber(text, (name) => lookUp(name, wavefront, lane, launchContext));
    if (typeof result !== 'string') return result.value;
    const names = 'names are v0, s0, exec, scc, lane, gid0, lid0 and integer arguments';
    throw new AtollError('BAD_INPUT', `${text}: ${result}`, names);
  };
  if (selected) evaluate(selected, 0);
  const holdsIn = (wavefront: Wavefront, lane: number): boolean => {
    try {
      return evaluate(wavefront, lane) !== 0n;
    } catch {
      // Another kernel may have no argument of that name.
      return false;
    }
  };
  const laneOf = (wavefront: Wavefront): number | undefined => {
    const { exec, layout } = wavefront;
    for (let lane = 0; lane < layout.lanes; lane++)
      if (((exec >> BigInt(lane)) & 1n) !== 0n && holdsIn(wavefront, lane)) return lane;
    return undefined;
  };
  return { text, holds: (wavefront) => laneOf(wavefront) !== undefined, holdsIn, laneOf };
}
