// Contents of a SPIR-V module: header, capabilities, kernels and functions.

import { functionsOf } from './functions.js';
import { enumerantName } from './grammar/tables.js';
import type { SpirvInstruction, SpirvModule } from './module.js';
import { generatorText } from './text/generators.js';

export interface SpirvSummary {
  readonly version: string;
  readonly generator: string;
  readonly bound: number;
  readonly addressing: string;
  readonly memory: string;
  readonly capabilities: readonly string[];
  readonly extensions: readonly string[];
  readonly imports: readonly string[];
  readonly entryPoints: readonly { readonly model: string; readonly name: string; readonly parameters: number }[];
  /** Values of the default of scalar constants are in the disassembly. */
  readonly specializationConstants: readonly { readonly id: number; readonly name?: string }[];
  readonly exports: readonly string[];
  readonly missing: readonly string[];
  readonly functions: number;
  readonly instructions: number;
}

const linkName = ({ operands }: SpirvInstruction): string => operands[2]?.text ?? '';

/** @throws AtollError BAD_INPUT if blocks are at wrong places */
export function summarizeSpirv(module: SpirvModule): SpirvSummary {
  const { instructions, major, minor, generator, bound, imports } = module;
  const named = (name: string): SpirvInstruction[] => instructions.filter((each) => each.name === name);
  const texts = (name: string, kind: string): string[] =>
    named(name).map(({ operands }) => enumerantName(kind, operands[0]?.value ?? 0));
  const functions = functionsOf(module);
  const names = new Map(named('Name').map(({ operands }) => [operands[0]?.value, operands[1]?.text ?? '']));
  const decorated = (kind: string): SpirvInstruction[] =>
    named('Decorate').filter(({ operands }) => enumerantName('Decoration', operands[1]?.value ?? 0) === kind);
  const linked = decorated('LinkageAttributes');
  const ofType = (type: string): SpirvInstruction[] =>
    linked.filter(({ operands }) => enumerantName('LinkageType', operands[3]?.value ?? 0) === type);
  const model = named('MemoryModel')[0]?.operands ?? [];
  return {
    version: `${major}.${minor}`,
    generator: generatorText(generator),
    bound,
    addressing: enumerantName('AddressingModel', model[0]?.value ?? 0),
    memory: enumerantName('MemoryModel', model[1]?.value ?? 0),
    capabilities: texts('Capability', 'Capability'),
    extensions: named('Extension').map(({ operands }) => operands[0]?.text ?? ''),
    imports: [...imports.values()],
    entryPoints: named('EntryPoint').map(({ operands }) => ({
      model: enumerantName('ExecutionModel', operands[0]?.value ?? 0),
      name: operands[2]?.text ?? '',
      parameters: functions.find(({ definition }) => definition.result === operands[1]?.value)?.parameters.length ?? 0,
    })),
    specializationConstants: decorated('SpecId').map(({ operands }) => {
      const name = names.get(operands[0]?.value);
      return { id: operands[2]?.value ?? 0, ...(name && { name }) };
    }),
    exports: ofType('Export').map(linkName),
    missing: ofType('Import').map(linkName),
    functions: functions.length,
    instructions: instructions.length,
  };
}
