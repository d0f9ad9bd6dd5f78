// Contents of a BRIG module: header, sections, kernels and functions.

import { MACHINE_MODELS, PROFILES, ROUNDINGS, spellingOf } from './brig/enums.js';
import { EXECUTABLE_KINDS } from './brig/layout.js';
import { type BrigModule, stringAt } from './brig/module.js';

export interface BrigSummary {
  readonly module: string;
  readonly profile: string;
  readonly machineModel: string;
  readonly rounding: string;
  readonly sections: readonly { readonly name: string; readonly bytes: number }[];
  readonly executables: readonly {
    readonly kind: string;
    readonly name: string;
    readonly arguments: number;
    readonly instructions: number;
  }[];
}

export function summarize(module: BrigModule): BrigSummary {
  const entries = [...module.code.values()];
  const header = entries.find(({ kind }) => kind === 'directive_module')!;
  const executables = entries
    .filter(({ kind }) => EXECUTABLE_KINDS.includes(kind))
    .map(({ kind, values }) => ({
      kind: kind.slice('directive_'.length).replace('_', ' '),
      name: stringAt(module, values['name']!),
      arguments: values['outArgCount']! + values['inArgCount']!,
      instructions: entries.filter(
        (entry) =>
          entry.kind.startsWith('inst_') &&
          entry.offset >= values['firstCodeBlockEntry']! &&
          entry.offset < values['nextModuleEntry']!,
      ).length,
    }));
  return {
    module: stringAt(module, header.values['name']!),
    profile: spellingOf(PROFILES, header.values['profile']!)!,
    machineModel: spellingOf(MACHINE_MODELS, header.values['machineModel']!)!,
    rounding: spellingOf(ROUNDINGS, header.values['defaultFloatRound']!)!,
    sections: module.sections,
    executables,
  };
}
