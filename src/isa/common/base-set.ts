/**
 * The instruction set whose opcodes the common rows state as plain numbers. Others state rows again by columns of
 * opcodes (gcn3/opcodes).
 */
export const BASE_SET = 'southern-islands';
