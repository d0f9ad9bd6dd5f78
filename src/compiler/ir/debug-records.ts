// Debug records of values in LLVM IR text: `#dbg_value(i32 %x, !1, !DIExpression(), !2)`, before LLVM 19 the call
// `call void @llvm.dbg.value(metadata i32 %x, metadata !1, metadata !DIExpression())`.

import { closingParenthesis, splitOperands } from './lexical.js';
import { type IrBodyPart, type IrTextModule, mapFunctions } from './module.js';
import { readBody } from './read.js';

const VALUE_RECORD = /^ +(?:#dbg_value|(?:tail )?call void @llvm\.dbg\.value)\(/;
const EXPRESSION = /^((?:metadata )?!DIExpression\()(.*)\)$/;

/** The line with another expression, word by word; unchanged for other lines. */
function withExpression(line: string, change: (words: readonly string[]) => readonly string[]): string {
  const open = (VALUE_RECORD.exec(line)?.[0].length ?? 0) - 1;
  if (open < 0) return line;
  const close = closingParenthesis(line, open);
  const operands = splitOperands(line.slice(open + 1, close)).map((operand) => {
    const [, head, words = ''] = EXPRESSION.exec(operand) ?? [];
    return head === undefined ? operand : `${head}${change(splitOperands(words)).join(', ')})`;
  });
  return `${line.slice(0, open + 1)}${operands.join(', ')}${line.slice(close)}`;
}

/** The module with changed expressions of such records. */
export function mapValueExpressions(
  module: IrTextModule,
  change: (words: readonly string[]) => readonly string[],
): IrTextModule {
  return mapFunctions(module, (one) => {
    const body = one.body.flatMap((part): readonly IrBodyPart[] => {
      const [line = ''] = part.lines;
      const changed = part.kind === 'label' ? line : withExpression(line, change);
      return changed === line ? [part] : readBody([changed]);
    });
    return body.some((part, n) => part !== one.body[n]) ? { ...one, body } : one;
  });
}
