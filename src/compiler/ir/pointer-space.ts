// Address spaces of pointer operands in LLVM IR text.

const POINTER_WORD = /"(?:[^"\\]|\\.)*"|[[\]{}<>]|addrspace\(\d+\)(?=\*?(?: (?!addrspace\()[@%a-z(]|\)|$))/g;

/** An operand with its own pointer in another address space: pointers in the pointed-to type are unchanged. */
export function withPointerSpace(operand: string, from: number, to: number): string {
  let depth = 0;
  return operand.replace(POINTER_WORD, (token) => {
    if ('[{<'.includes(token)) depth++;
    else if (']}>'.includes(token)) depth--;
    else if (depth === 0 && token === `addrspace(${from})`) return `addrspace(${to})`;
    return token;
  });
}
