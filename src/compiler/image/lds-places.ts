// Offsets of a kernel's LDS variables, for the debugger, from the input IR of code generation: debug records have only
// the names.
import { alignUp } from '../../cal/convention.js';
import { ldsPlaces } from '../../dwarf/lds-layout.js';
import { type IrModule, unescapeIr } from '../ir/kernels.js';
import { layoutOf, TypeParser } from '../ir/types.js';

/** Offsets by name and line of the declaration, as `place` makes them. */
export type LdsPlaces = ReadonlyMap<string, number>;

export const placeKey = (name: string, line: number): string => `${line} ${name}`;

const GLOBAL = /^@("(?:[^"\\]|\\.)*"|[\w.$-]+) = (?!external)[^\n]*?addrspace\(3\) global (.*)$/gm;
const NAME = /@("(?:[^"\\]|\\.)*"|[\w.$-]+)/g;
const FUNCTION = /^define [^\n]*?@("(?:[^"\\]|\\.)*"|[\w.$-]+)\([\s\S]*?^}$/gm;
const IDENT = /^!\d+ = !\{!"([^"\n]*clang version [^"\n]*)"/m;

interface Global {
  readonly name: string;
  readonly size: number;
  readonly alignment: number;
  /** Line of its declaration; undefined if the text has none. */
  readonly key: string | undefined;
}

function globalsOf(text: string, { types }: IrModule): Map<string, Global> {
  const globals = new Map<string, Global>();
  for (const [, quoted = '', rest = ''] of text.matchAll(GLOBAL)) {
    const { size, alignment } = layoutOf(new TypeParser(rest).parse(), types);
    const declaredAlignment = Number(/, align (\d+)/.exec(rest)?.[1] ?? 0);
    const debug = /, !dbg !(\d+)/.exec(rest)?.[1];
    const name = unescapeIr(quoted.replace(/^"|"$/g, ''));
    globals.set(quoted, {
      name,
      size,
      alignment: Math.max(alignment, declaredAlignment),
      key: debug && keyOf(text, debug),
    });
  }
  return globals;
}

function keyOf(text: string, node: string): string | undefined {
  const variable = new RegExp(`^!${node} = !DIGlobalVariableExpression\\(var: !(\\d+)`, 'm').exec(text)?.[1];
  const description =
    variable && new RegExp(`^!${variable} = distinct !DIGlobalVariable\\((.*)\\)$`, 'm').exec(text)?.[1];
  const [name, line] = [/\bname: "([^"]*)"/, /\bline: (\d+)/].map((part) => part.exec(description || '')?.[1]);
  return name === undefined || line === undefined ? undefined : placeKey(name, Number(line));
}

/** By function, the globals used in its body. */
function usesOf(text: string, globals: ReadonlyMap<string, Global>): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const [body, quoted = ''] of text.matchAll(FUNCTION)) {
    const names = [...body.matchAll(NAME)].map(([, name = '']) => name).filter((name) => globals.has(name));
    if (names.length > 0) users.set(unescapeIr(quoted.replace(/^"|"$/g, '')), new Set(names));
  }
  return users;
}

/**
 * Places of the variables of each kernel, by its name.
 *
 * @param ldsBytes the compiler's LDS size of a kernel, rounded up to `granule`: if it differs, there are no places
 */
export function ldsPlacesOf(
  text: string,
  module: IrModule,
  { ldsBytes, granule }: { readonly ldsBytes: (kernel: string) => number; readonly granule: number },
): ReadonlyMap<string, LdsPlaces> {
  if (!text.includes('!DIGlobalVariableExpression(') || !text.includes('addrspace(3) global')) return new Map();
  const globals = globalsOf(text, module);
  const uses = usesOf(text, globals);
  const kernels = new Set(module.kernels.map(({ name }) => name));
  // Variables of other functions are in a structure of the whole module.
  if ([...uses.keys()].some((name) => !kernels.has(name))) return new Map();
  const clang = IDENT.exec(text)?.[1] ?? '';
  return new Map([...uses].map(([kernel, names]) => [kernel, placesOf(kernel, names)]));

  function placesOf(kernel: string, names: ReadonlySet<string>): LdsPlaces {
    const used = [...globals].flatMap(([quoted, global]) => (names.has(quoted) ? [{ ...global, owner: kernel }] : []));
    const { offsets, end } = ldsPlaces(used, clang);
    if (alignUp(end, granule) !== ldsBytes(kernel)) return new Map();
    return new Map(
      used.flatMap(({ key }, k) => (key === undefined || offsets[k] === undefined ? [] : [[key, offsets[k]] as const])),
    );
  }
}
