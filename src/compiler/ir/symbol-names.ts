// Names of functions in the source.

/** Type letters of the Itanium C++ ABI that OpenCL C's builtins use. */
const MANGLED_TYPES: Readonly<Record<string, string>> = {
  c: 'char',
  h: 'uchar',
  s: 'short',
  t: 'ushort',
  i: 'int',
  j: 'uint',
  l: 'long',
  m: 'ulong',
  f: 'float',
  d: 'double',
  Dh: 'half',
  v: '',
};

/** The name before mangling: `_Z3fooii` is `foo`. Other names are unchanged. */
export function sourceName(symbol: string): string {
  const match = /^_Z(\d+)/.exec(symbol);
  if (!match) return symbol;
  const start = match[0].length;
  const name = symbol.slice(start, start + Number(match[1]));
  const parameters = simpleParameters(symbol.slice(start + Number(match[1])));
  return parameters === undefined ? name : `${name}(${parameters})`;
}

/** The parameters of a mangled name if all are scalars or vectors; undefined otherwise. */
function simpleParameters(mangled: string): string | undefined {
  const names: string[] = [];
  for (let rest = mangled; rest.length > 0; ) {
    const [text = '', count = '', type] = /^(?:Dv(\d+)_)?(Dh|[chstijlmfdv])/.exec(rest) ?? [];
    if (type === undefined) return undefined;
    names.push(`${MANGLED_TYPES[type]}${count}`);
    rest = rest.slice(text.length);
  }
  return names.join(', ');
}
