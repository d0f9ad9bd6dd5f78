// The options of a trace of instructions.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'traceIsa';

export const options = optionGroup('Instruction trace:', {
  traceIsa: {
    onReplay: true,
    kind: 'text',
    value: 'file',
    text: 'write every wave-instruction with operands and changes to a file',
    keptFrom: OVERWRITES,
  },
  traceKernel: { onReplay: true, kind: 'text', value: 'name', text: 'trace only this kernel' },
  traceLaunch: {
    onReplay: true,
    kind: 'text',
    value: 'range',
    text: 'trace only these launches of each guest: n, or first-last, from 1',
  },
  traceGroup: {
    onReplay: true,
    kind: 'text',
    value: 'range',
    text: 'trace only these work-groups: their numbers n or first-last, or x,y,z',
  },
  traceWave: {
    onReplay: true,
    kind: 'text',
    value: 'range',
    text: 'trace only these wavefronts of each work-group: n, or first-last',
  },
  tracePc: {
    onReplay: true,
    kind: 'text',
    value: 'range',
    text: 'trace only instructions at these byte offsets in the code: 0x10, or 0x10-0x40',
  },
  traceClass: {
    onReplay: true,
    kind: 'list',
    value: 'classes',
    text: 'trace only instructions of these classes: salu, valu, smem, vmem, lds, branch and others, separated by commas',
  },
  traceSkip: { onReplay: true, kind: 'number', value: 'n', text: 'skip the first n of the selected instructions' },
  traceCount: {
    onReplay: true,
    kind: 'number',
    value: 'n',
    text: 'end the trace after n instructions (default 20000, in binary form 10000000)',
  },
  traceFormat: {
    onReplay: true,
    kind: 'choice',
    choices: ['text', 'binary'],
    value: 'form',
    text: 'format of the instruction trace: text with all values (default), or 8 bytes per instruction for atoll trace diff',
  },
});
