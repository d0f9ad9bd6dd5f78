// The options of a trace of instructions.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'traceIsa';

export const options = optionGroup('Instruction trace:', {
  traceIsa: {
    kind: 'text',
    value: 'file',
    text: 'write every wave-instruction with operands and changes to a file',
    keptFrom: OVERWRITES,
  },
  traceKernel: { kind: 'text', value: 'name', text: 'trace only this kernel' },
  traceLaunch: {
    kind: 'text',
    value: 'range',
    text: 'trace only these launches of each guest: n, or first-last, from 1',
  },
  traceGroup: {
    kind: 'text',
    value: 'range',
    text: 'trace only these work-groups: their numbers n or first-last, or x,y,z',
  },
  traceWave: {
    kind: 'text',
    value: 'range',
    text: 'trace only these wavefronts of each work-group: n, or first-last',
  },
  tracePc: {
    kind: 'text',
    value: 'range',
    text: 'trace only instructions at these byte offsets in the code: 0x10, or 0x10-0x40',
  },
  traceClass: {
    kind: 'list',
    value: 'classes',
    text: 'trace only instructions of these classes: salu, valu, smem, vmem, lds, branch and others, separated by commas',
  },
  traceSkip: { kind: 'number', value: 'n', text: 'skip the first n of the selected instructions' },
  traceCount: {
    kind: 'number',
    value: 'n',
    text: 'end the trace after n instructions (default 20000, in binary form 10000000)',
  },
  traceFormat: {
    kind: 'choice',
    choices: ['text', 'binary'],
    value: 'form',
    text: 'format of the instruction trace: text with all values (default), or 8 bytes per instruction for atoll trace diff',
  },
});
