// Wavefronts as threads, and the functions that they are in.

import type { DebugProtocol } from '@vscode/debugprotocol';
import { describeWavefront } from '../../emulator/describe.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import { hex, hex32 } from '../numbers.js';
import { refuse } from '../refuse.js';
import type { HandleTable } from './handle-table.js';

/** Number of a wavefront in its launch, from 1 on. */
export const threadOf = ({ workGroup, index }: Wavefront): number =>
  workGroup.number * workGroup.wavefronts.length + index + 1;

/** @throws AtollError BAD_INPUT for one that does not stand still */
export function wavefrontOf({ prompt }: HandleTable, thread: number): Wavefront {
  const { wavefronts } = prompt.stopped.workGroup;
  return (
    wavefronts.find((wavefront) => threadOf(wavefront) === thread) ??
    refuse(`wavefront ${thread} is not in the stopped work-group`)
  );
}

const threadName = ({ number, id }: WorkGroup, wavefront: Wavefront): string =>
  `work-group ${number} (${id.join(', ')}), ${describeWavefront(wavefront)}`;

/** While kernels run nothing can be said of wavefronts; editors want something that they can pause. */
const RUNNING: readonly DebugProtocol.Thread[] = [{ id: 1, name: 'GPU' }];

export function threads({ stop }: HandleTable): { threads: readonly DebugProtocol.Thread[] } {
  if (!stop) return { threads: RUNNING };
  const { workGroup } = stop.prompt.stopped;
  return {
    threads: workGroup.wavefronts.map((wavefront) => ({
      id: threadOf(wavefront),
      name: threadName(workGroup, wavefront),
    })),
  };
}

/** The functions of a wavefront, the innermost first; without source lines, the kernel. */
export function stackTrace(
  desk: HandleTable,
  args: DebugProtocol.StackTraceArguments,
): DebugProtocol.StackTraceResponse['body'] {
  const wavefront = wavefrontOf(desk, args.threadId);
  const { launch } = wavefront.workGroup;
  const { where } = desk.prompt.launchContextOf(wavefront);
  const offset = wavefront.pc - launch.codeAddress;
  const instructionPointerReference = hex32(wavefront.pc);
  const place = where.at(offset);
  const all: DebugProtocol.StackFrame[] = place
    ? place.map(({ name, file, line, column }, level) => ({
        id: desk.frameId({ wavefront, level }),
        name: name === '' ? launch.kernel : name,
        source: desk.texts.sourceOf(file, where),
        line,
        column,
        instructionPointerReference,
      }))
    : [
        {
          id: desk.frameId({ wavefront, level: 0 }),
          name: `${launch.kernel} +${hex(offset)}`,
          line: 0,
          column: 0,
          instructionPointerReference,
        },
      ];
  const first = args.startFrame ?? 0;
  return { stackFrames: all.slice(first, args.levels ? first + args.levels : undefined), totalFrames: all.length };
}
