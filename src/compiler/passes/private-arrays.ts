// Private arrays in LLVM IR text that LLVM must not keep in vectors: an element is an index into its own array
// (`a[a[i]]`), or the whole array is stored after it was loaded. LLVM's pass 'AMDGPU Promote Alloca' then uses values
// that it has replaced and freed.
import { VALUE_NAME as NAME, splitOperands } from '../ir/kernels.js';
import { layoutOf, TypeParser } from '../ir/types.js';

const PRIVATE = 'addrspace\\(5\\)\\*?';
const ALLOCA = new RegExp(`^ {2}(${NAME}) = alloca (.*?)(?:, .*)?$`);
const ADDRESS = new RegExp(`^ {2}(${NAME}) = (getelementptr|bitcast) (?:[a-z]+ )*?(.*)$`);
const LOAD = new RegExp(`^ {2}(${NAME}) = load (?:volatile )?(.*?), \\S.*${PRIVATE} (${NAME})(?:,|$)`);
const CAST = new RegExp(`^ {2}(${NAME}) = (?:sext|zext|trunc|freeze|bitcast) .*?(${NAME})`);
const STORE = new RegExp(`^ {2}store (?:volatile )?(.*) (${NAME}), \\S.*${PRIVATE} (${NAME})(?:,|$)`);
const NAMES = new RegExp(NAME, 'g');

/** Bytes of a type without names; undefined for others. */
const sizeOf = (type: string): number | undefined =>
  type.includes('%') ? undefined : layoutOf(new TypeParser(type).parse(), new Map()).size;

/** Addresses in private arrays of a function, and values loaded from there. */
class PrivateArrays {
  private readonly addresses = new Set<string>();
  private readonly loaded = new Set<string>();
  private readonly sizes = new Set<number | undefined>();

  /** Whether a line has an access that LLVM miscompiles, by the lines before it. */
  isHazard(line: string): boolean {
    this.load(line);
    return this.alloca(line) || this.address(line) || this.store(line);
  }

  private alloca(line: string): boolean {
    const [, name, type] = ALLOCA.exec(line) ?? [];
    if (name !== undefined) {
      this.addresses.add(name);
      this.sizes.add(sizeOf(type!));
    }
    return false;
  }

  private load(line: string): void {
    const [, name, , address] = LOAD.exec(line) ?? [];
    if (name !== undefined && this.addresses.has(address!)) this.loaded.add(name);
    const [, cast, operand] = CAST.exec(line) ?? [];
    if (cast !== undefined && this.loaded.has(operand!)) this.loaded.add(cast);
  }

  private address(line: string): boolean {
    const [, name, operation, text] = ADDRESS.exec(line) ?? [];
    if (name === undefined) return false;
    const names = splitOperands(text!).map((operand) => (operand.match(NAMES) ?? []).at(-1) ?? '');
    const base = operation === 'bitcast' ? (text!.match(NAMES) ?? [])[0] : names[1];
    if (base === undefined || !this.addresses.has(base)) return false;
    this.addresses.add(name);
    return operation === 'getelementptr' && names.slice(2).some((index) => this.loaded.has(index));
  }

  private store(line: string): boolean {
    const [, type, value, address] = STORE.exec(line) ?? [];
    if (type === undefined || !this.addresses.has(address!) || !this.loaded.has(value!)) return false;
    return this.sizes.has(sizeOf(type));
  }
}

/** Whether a function keeps a private array that must stay in memory. Lines are not in the order of dominance. */
function isHazard(lines: readonly string[]): boolean {
  const arrays = new PrivateArrays();
  return [...lines, ...lines].filter((line) => arrays.isHazard(line)).length > 0;
}

/** Whether a text has private arrays that must stay in memory. */
export function mustStayInMemory(text: string): boolean {
  if (!text.includes(' = alloca ')) return false;
  return text.split(/^(?=define )/m).some((part) => part.includes(' = alloca ') && isHazard(part.split('\n')));
}

/** Arguments of clang that keep private arrays out of vectors. */
export const IN_MEMORY: readonly string[] = ['-mllvm', '-disable-promote-alloca-to-vector'];
