/** The name of the instruction set, under which rows have its opcodes. */
export const NAME = 'southern-islands';
