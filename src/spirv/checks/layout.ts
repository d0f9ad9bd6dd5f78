// The order of a module's sections. Source: SPIR-V specification, 2.4 Logical layout of a module.

import { type SpirvModule, spirvError } from '../module.js';

const SECTIONS: readonly (readonly string[])[] = [
  ['Capability'],
  ['Extension'],
  ['ExtInstImport'],
  ['MemoryModel'],
  ['EntryPoint'],
  ['ExecutionMode', 'ExecutionModeId'],
  ['String', 'SourceExtension', 'Source', 'SourceContinued'],
  ['Name', 'MemberName'],
  ['ModuleProcessed'],
  [
    'Decorate',
    'MemberDecorate',
    'DecorationGroup',
    'GroupDecorate',
    'GroupMemberDecorate',
    'DecorateId',
    'DecorateString',
    'MemberDecorateString',
  ],
];
const RANKS = new Map(SECTIONS.flatMap((names, rank) => names.map((name): [string, number] => [name, rank])));
const TYPES_RANK = SECTIONS.length;
const FUNCTIONS_RANK = TYPES_RANK + 1;
const ANYWHERE: readonly string[] = ['Line', 'NoLine', 'Nop'];
/** Instructions of functions that may also stand before them. */
const GLOBAL: readonly string[] = ['Undef', 'Variable', 'ExtInst'];

const isTypeOrConstant = (name: string): boolean =>
  name.startsWith('Type') || name.startsWith('Constant') || name.startsWith('SpecConstant') || GLOBAL.includes(name);

/** @throws AtollError BAD_INPUT with the first word that is out of order */
export function checkLayout(module: SpirvModule): void {
  let rank = 0;
  let models = 0;
  const fail = (offset: number, what: string): Error => spirvError(module.name, offset, what);
  for (const { name, offset } of module.instructions) {
    if (ANYWHERE.includes(name)) continue;
    if (name === 'Function') rank = FUNCTIONS_RANK;
    const own = RANKS.get(name) ?? (isTypeOrConstant(name) ? TYPES_RANK : FUNCTIONS_RANK);
    if (rank === FUNCTIONS_RANK) {
      if (own < TYPES_RANK || /^(Type|Constant|SpecConstant)/.test(name))
        throw fail(offset, `Op${name} stands behind the first function`);
      continue;
    }
    if (own === FUNCTIONS_RANK) throw fail(offset, `Op${name} stands outside of functions`);
    if (own < rank) throw fail(offset, `Op${name} stands behind instructions that have to follow it`);
    if (name === 'MemoryModel' && models++ > 0) throw fail(offset, 'there are two OpMemoryModel');
    rank = own;
  }
  if (models === 0) throw fail(0, 'there is no OpMemoryModel');
}
