// The modules of one program as a single one: entries and data one behind the other, with references to their new
// places, so that a definition is found wherever its declaration is.

import { AtollError } from '../../util/errors.js';
import { LINKAGES } from '../brig/enums.js';
import { LAYOUTS } from '../brig/layout.js';
import { type BrigEntry, type BrigModule, stringAt } from '../brig/module.js';
import { ProgramSources } from '../text/program-sources.js';
import { sourceOfModule } from '../text/source-text.js';

const DEFINITION = 1;
const WORD = 4;

/** Ends of the sections: where the entries of the next module begin. */
interface Ends {
  code: number;
  operands: number;
  data: number;
}

class LinkedModule {
  readonly code = new Map<number, BrigEntry>();
  readonly operands = new Map<number, BrigEntry>();
  readonly data = new Map<number, Uint8Array>();
  readonly ends: Ends = { code: 0, operands: 0, data: 0 };
  /** Modules of symbols: those of program linkage are of all. */
  private readonly owners = new Map<string, BrigModule | 'program'>();
  private readonly defined = new Set<string>();

  /** @returns what is added to the offsets of its entries */
  add(module: BrigModule): number {
    const [first = 0] = module.code.keys();
    // Listings go from entry to entry: there is no gap between modules.
    const base = this.code.size === 0 ? 0 : this.ends.code - first;
    const own = new ModuleCopy(this, module, {
      code: base,
      operands: this.ends.operands,
      data: this.ends.data,
    });
    own.copy();
    return base;
  }

  /** @throws AtollError BAD_INPUT for a name that two modules define, UNSUPPORTED for own symbols of the same name */
  addSymbol(name: string, owner: BrigModule | 'program', isDefinition: boolean): void {
    const before = this.owners.get(name) ?? owner;
    if (before !== owner)
      throw new AtollError(
        'UNSUPPORTED',
        `${name} is a symbol of one module and another one of a second module: such programs cannot be executed as HSAIL`,
        'Rename one of them, or use --hsail=isa.',
      );
    this.owners.set(name, owner);
    if (owner !== 'program' || !isDefinition) return;
    if (this.defined.has(name))
      throw new AtollError('BAD_INPUT', `${name} is defined by two modules`, 'Give one of them module linkage.');
    this.defined.add(name);
  }
}

class ModuleCopy {
  /** New places of lists, by their kind and place: the bytes of one may be a string or another list, too. */
  private readonly lists = new Map<string, number>();

  constructor(
    private readonly to: LinkedModule,
    private readonly module: BrigModule,
    private readonly base: Ends,
  ) {}

  copy(): void {
    const { to, module, base } = this;
    for (const [offset, bytes] of module.data) to.data.set(offset + base.data, bytes);
    to.ends.data = endOf(to.data.keys()) + WORD;
    for (const [offset, entry] of module.operands)
      to.operands.set(offset + base.operands, this.moved(entry, base.operands));
    for (const [offset, entry] of module.code) {
      this.addSymbol(entry);
      to.code.set(offset + base.code, this.moved(entry, base.code));
    }
    to.ends.operands = endOf(to.operands.keys()) + WORD;
    to.ends.code = module.codeEnd + base.code;
  }

  private addSymbol({ values }: BrigEntry): void {
    const { name, modifier, linkage } = values;
    if (name === undefined || modifier === undefined || linkage === undefined) return;
    const text = stringAt(this.module, name);
    if (!text.startsWith('&')) return;
    this.to.addSymbol(text, linkage === LINKAGES.program ? 'program' : this.module, (modifier & DEFINITION) !== 0);
  }

  private moved(entry: BrigEntry, base: number): BrigEntry {
    const values = { ...entry.values };
    for (const { name, type } of LAYOUTS[entry.kind]?.fields ?? []) {
      const value = values[name];
      if (value) values[name] = this.reference(type, value);
    }
    return { ...entry, offset: entry.offset + base, values };
  }

  private reference(type: string, value: number): number {
    const { base } = this;
    if (type === 'code') return value + base.code;
    if (type === 'operand') return value + base.operands;
    if (type === 'string') return value + base.data;
    if (type === 'codes') return this.list(type, value, base.code);
    return type === 'operands' ? this.list(type, value, base.operands) : value;
  }

  private list(type: string, offset: number, base: number): number {
    const key = `${type} ${offset}`;
    const before = this.lists.get(key);
    if (before !== undefined) return before;
    const bytes = Uint8Array.from(this.module.data.get(offset)!);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at + WORD <= bytes.length; at += WORD) {
      const element = view.getUint32(at, true);
      // An operand that is absent stays absent.
      if (element !== 0) view.setUint32(at, element + base, true);
    }
    const place = this.to.ends.data;
    this.to.ends.data += WORD;
    this.to.data.set(place, bytes);
    this.lists.set(key, place);
    return place;
  }
}

const endOf = (offsets: Iterable<number>): number => [...offsets].reduce((end, offset) => Math.max(end, offset), 0);

export interface LinkedProgram {
  readonly module: BrigModule;
  /** The text of each module, as a file with the module's name. */
  readonly sources: ProgramSources;
}

/** @throws AtollError BAD_INPUT for a name that two modules define */
export function linkModules(modules: readonly BrigModule[]): LinkedProgram {
  const linked = new LinkedModule();
  const sources = new ProgramSources(
    modules.map((module) => ({ base: linked.add(module), source: sourceOfModule(module) })),
  );
  const [first] = modules;
  if (modules.length === 1) return { module: first!, sources };
  const { code, operands, data, ends } = linked;
  const { hash, sections } = first!;
  return { module: { code, operands, data, codeEnd: ends.code, hash, sections }, sources };
}
