// Offsets of a kernel's LDS variables, for the debugger, from the input IR of code generation: debug records have only
// the names.
import { alignUp } from '../../cal/convention.js';
import { ldsPlaces } from '../../dwarf/lds-layout.js';
import { readHead } from '../ir/function-head.js';
import { addressSpaceOf, type IrGlobal, isDefinedVariable, readGlobal } from '../ir/global.js';
import { type IrModule, metadataString } from '../ir/kernels.js';
import { plainName, splitOperands } from '../ir/lexical.js';
import { type MetadataNodes, metadataNodes, nodeFields, nodeOperands } from '../ir/metadata.js';
import { functionLines, type IrTextModule, outerLines } from '../ir/module.js';
import { symbolsIn } from '../ir/symbols.js';
import { layoutOf, TypeParser } from '../ir/types.js';

/** Offsets by name and line of the declaration, as `place` makes them. */
export type LdsPlaces = ReadonlyMap<string, number>;

export const placeKey = (name: string, line: number): string => `${line} ${name}`;

const LOCAL_MEMORY = 3;
const [ALIGNMENT, DEBUG] = ['align ', '!dbg !'];

interface LdsVariable {
  readonly name: string;
  readonly size: number;
  readonly alignment: number;
  /** Line of its declaration; undefined if the text has none. */
  readonly key: string | undefined;
}

const isLds = (global: IrGlobal): boolean =>
  global.kind === 'global' && isDefinedVariable(global) && addressSpaceOf(global) === LOCAL_MEMORY;

/** The rest of a property with this head. */
const propertyOf = (properties: readonly string[], head: string): string | undefined =>
  properties.find((text) => text.startsWith(head))?.slice(head.length);

/** By symbol. */
function variablesOf(
  globals: readonly IrGlobal[],
  { types }: IrModule,
  nodes: MetadataNodes,
): ReadonlyMap<string, LdsVariable> {
  return new Map(
    globals.map(({ name, rest }) => {
      const { size, alignment } = layoutOf(new TypeParser(rest).parse(), types);
      const properties = splitOperands(rest);
      const ownAlignment = Number(propertyOf(properties, ALIGNMENT) ?? 0);
      const key = keyOf(nodes, propertyOf(properties, DEBUG));
      return [name, { name: plainName(name), size, alignment: Math.max(alignment, ownAlignment), key }] as const;
    }),
  );
}

function keyOf(nodes: MetadataNodes, node: string | undefined): string | undefined {
  const variable = nodeFields(nodes, node, 'DIGlobalVariableExpression').get('var');
  const fields = nodeFields(nodes, variable, 'DIGlobalVariable');
  const [name, line] = [fields.get('name'), fields.get('line')];
  return name === undefined || line === undefined ? undefined : placeKey(name, Number(line));
}

/** By function, the variables used in its body. */
function usesOf(
  { parts }: IrTextModule,
  variables: ReadonlyMap<string, LdsVariable>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = parts.flatMap((part) => {
    const head = part.kind === 'function' ? readHead(part.define) : undefined;
    if (part.kind !== 'function' || !head) return [];
    const names = functionLines(part)
      .flatMap(symbolsIn)
      .filter((name) => variables.has(name));
    return names.length > 0 ? [[plainName(head.name), new Set(names)] as const] : [];
  });
  return new Map(uses);
}

/** The compiler's own text in `!llvm.ident`. */
const compilerText = (nodes: MetadataNodes): string =>
  [...nodes.keys()]
    .map((node) => metadataString(nodeOperands(nodes, node)[0]))
    .find((text) => text.includes('clang version ')) ?? '';

/**
 * Places of the variables of each kernel, by its name.
 *
 * @param ldsBytes the compiler's LDS size of a kernel, rounded up to `granule`: if it differs, there are no places
 */
export function ldsPlacesOf(
  code: IrTextModule,
  module: IrModule,
  { ldsBytes, granule }: { readonly ldsBytes: (kernel: string) => number; readonly granule: number },
): ReadonlyMap<string, LdsPlaces> {
  const lds = [...outerLines(code)].map(readGlobal).filter((global) => global !== undefined && isLds(global));
  if (lds.length === 0) return new Map();
  const nodes = metadataNodes(code);
  const variables = variablesOf(lds as readonly IrGlobal[], module, nodes);
  if ([...variables.values()].every(({ key }) => key === undefined)) return new Map();
  const uses = usesOf(code, variables);
  const kernels = new Set(module.kernels.map(({ name }) => name));
  // Variables of other functions are in a structure of the whole module.
  if ([...uses.keys()].some((name) => !kernels.has(name))) return new Map();
  const clang = compilerText(nodes);
  return new Map([...uses].map(([kernel, names]) => [kernel, placesOf(kernel, names)]));

  function placesOf(kernel: string, names: ReadonlySet<string>): LdsPlaces {
    const used = [...variables].flatMap(([name, one]) => (names.has(name) ? [{ ...one, owner: kernel }] : []));
    const { offsets, end } = ldsPlaces(used, clang);
    if (alignUp(end, granule) !== ldsBytes(kernel)) return new Map();
    return new Map(
      used.flatMap(({ key }, k) => (key === undefined || offsets[k] === undefined ? [] : [[key, offsets[k]] as const])),
    );
  }
}
