// Groups of attributes in LLVM IR text: `attributes #0 = { nounwind "target-cpu"="tahiti" }`.

import { type IrTextModule, mapOuterLines, outerLines } from './module.js';

const GROUP = /^attributes #(\d+) = \{(.*)\}$/;
/** `"key"="value"`, `key`, `key=1`, `key(value, "value")`. */
const ATTRIBUTE = /"(?:[^"\\]|\\.)*"(?:="(?:[^"\\]|\\.)*")?|[^\s"(]+(?:\((?:[^()"]|"[^"]*")*\))?/g;
const KEYED = /^"((?:[^"\\]|\\.)*)"(?:="((?:[^"\\]|\\.)*)")?$/;

export interface AttributeGroup {
  readonly number: number;
  readonly attributes: readonly string[];
}

export function readAttributeGroup(line: string): AttributeGroup | undefined {
  const [, number, text = ''] = line.startsWith('attributes ') ? (GROUP.exec(line) ?? []) : [];
  return number === undefined ? undefined : { number: Number(number), attributes: text.match(ATTRIBUTE) ?? [] };
}

export const attributeGroupLine = ({ number, attributes }: AttributeGroup): string =>
  `attributes #${number} = { ${attributes.map((text) => `${text} `).join('')}}`;

export const attributeGroups = (module: IrTextModule): AttributeGroup[] =>
  [...outerLines(module)].flatMap((line) => readAttributeGroup(line) ?? []);

/** The module with replaced groups. */
export const mapAttributeGroups = (
  module: IrTextModule,
  change: (group: AttributeGroup) => AttributeGroup,
): IrTextModule =>
  mapOuterLines(module, (line) => {
    const group = readAttributeGroup(line);
    const changed = group && change(group);
    return changed === undefined || changed === group ? line : attributeGroupLine(changed);
  });

/** The value of a string attribute: empty if it has none, undefined if it is absent. */
export function attributeValue({ attributes }: AttributeGroup, key: string): string | undefined {
  const match = attributes.map((text) => KEYED.exec(text)).find((one) => one?.[1] === key);
  return match ? (match[2] ?? '') : undefined;
}

export const keyedAttribute = (key: string, value: string): string => `"${key}"="${value}"`;
