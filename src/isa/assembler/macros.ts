// The text of macros and repetitions: how parameters are declared, how arguments are read, and where they go.

import { groupOf, groupsOf } from '../../util/required.js';
import { splitList } from './source.js';

export interface MacroParameter {
  readonly name: string;
  readonly byDefault: string;
  readonly required: boolean;
  /** Takes everything that is left, commas too. */
  readonly rest: boolean;
}

export interface Macro {
  readonly name: string;
  readonly parameters: readonly MacroParameter[];
  readonly body: readonly string[];
}

/** `name a, b=1, c:req, d:vararg` behind `.macro`; the reason when it declares none. */
export function parseDeclaration(text: string): Omit<Macro, 'body'> | string {
  const declaration = /^([A-Za-z_.$][\w.$]*)\s*,?\s*(.*)$/.exec(text);
  if (!declaration) return '.macro takes a name';
  const [name, rest] = groupsOf(declaration, 2);
  const parameters: MacroParameter[] = [];
  for (const part of splitArguments(rest)) {
    const match = /^([A-Za-z_.$][\w.$]*)(?::(req|vararg))?(?:\s*=\s*(.*))?$/.exec(part);
    if (!match) return `'${part}' is no parameter of a macro`;
    const [, , qualifier, byDefault = ''] = match;
    parameters.push({
      name: groupOf(match, 1),
      byDefault,
      required: qualifier === 'req',
      rest: qualifier === 'vararg',
    });
  }
  return { name, parameters };
}

/** Arguments stand behind commas, or behind blanks where there are no commas. */
function splitArguments(text: string): string[] {
  if (text.trim() === '') return [];
  const parts = splitList(text);
  if (parts.length > 1 || /["'([]/.test(text)) return parts;
  return text
    .trim()
    .replaceAll(/\s*=\s*/g, '=')
    .split(/\s+/);
}

/** The value of each parameter; the reason when they do not fit. */
export function bindArguments(macro: Macro, text: string): ReadonlyMap<string, string> | string {
  const values = new Map<string, string>();
  let next = 0;
  for (const part of splitArguments(text)) {
    const named = /^([A-Za-z_.$][\w.$]*)\s*=(?!=)\s*(.*)$/.exec(part);
    const target = macro.parameters.find(({ name }) => name === named?.[1]);
    const parameter = target ?? macro.parameters[next];
    if (!parameter) return `the macro '${macro.name}' takes ${macro.parameters.length} arguments`;
    const value = target && named ? groupOf(named, 2) : part;
    if (parameter.rest && values.has(parameter.name))
      values.set(parameter.name, `${values.get(parameter.name)}, ${value}`);
    else values.set(parameter.name, value);
    if (!target && !parameter.rest) next++;
  }
  for (const { name, byDefault, required } of macro.parameters) {
    if (required && (values.get(name) ?? '') === '') return `the macro '${macro.name}' needs its argument '${name}'`;
    if ((values.get(name) ?? '') === '') values.set(name, byDefault);
  }
  return values;
}

/** A line with `\name`, `\@` (how many macros have been used) and `\()` (nothing) filled in. */
export function fillIn(line: string, values: ReadonlyMap<string, string>, uses: number): string {
  return line.replaceAll(/\\(?:(@|\(\))|([A-Za-z_$][\w$]*))/g, (all, special: string | undefined, name: string) => {
    if (special !== undefined) return special === '@' ? String(uses) : '';
    const value = values.get(name);
    return value === undefined ? all : unquoted(value);
  });
}

const unquoted = (value: string): string => /^"([^"]*)"$/.exec(value)?.[1] ?? value;

/** The bodies of `.irp name, values...` and `.irpc name, letters`: what the parameter is in each round. */
export function rounds(directive: string, text: string): { readonly name: string; readonly values: readonly string[] } {
  const [name = '', ...values] = splitList(text);
  const plain = name.replace(/^\\/, '');
  if (directive === '.irpc') return { name: plain, values: [...unquoted(values.join(','))] };
  return { name: plain, values: values.length > 0 ? values : [''] };
}
