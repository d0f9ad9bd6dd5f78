// Places of variables in LLVM IR that clang's back end would tell wrongly.

/** A record or, before LLVM 19, a call that says which value a variable has from here on. */
const VALUE = /^ +(?:#dbg_value\(|(?:tail )?call void @llvm\.dbg\.value\().*DW_OP_xderef/;
/** The variable lies in private memory, where the operand says. Its number of that memory depends on the version. */
const IN_PRIVATE = /(?:, )?DW_OP_constu, \d+, DW_OP_swap, DW_OP_xderef(, DW_OP_deref)?/;

/**
 * clang's OpenCL says of each variable that it lies in private memory, and optimisation, which puts its value into registers instead, leaves
 * that: of a value in v3 it would be told that it lies in memory where v3 points to. What really is in memory has one more `DW_OP_deref`.
 */
export function tellValues(text: string): string {
  if (!text.includes('DW_OP_xderef')) return text;
  return text
    .split('\n')
    .map((line) =>
      VALUE.test(line) ? line.replace(IN_PRIVATE, withoutMemory).replace('DIExpression(, ', 'DIExpression(') : line,
    )
    .join('\n');
}

const withoutMemory = (whole: string, deref: string | undefined): string =>
  deref === undefined ? '' : whole.slice(0, -deref.length);
