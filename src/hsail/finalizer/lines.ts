// Source lines as debug information of LLVM: those of the `loc` directives, or, in functions without them, those of the
// HSAIL text, which the debug information contains. With `loc` the discriminators are the lines of that text.

import { encodedDiscriminator, MAX_DISCRIMINATOR } from '../../source/discriminators.js';
import type { BrigEntry, BrigModule } from '../brig/module.js';
import { stringAt } from '../brig/module.js';
import type { HsailSource } from '../text/source-text.js';
import type { IrProgram } from './ir-program.js';

const hexPair = (char: string): string => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
const quoted = (text: string): string => text.replace(/[^ !#-[\]-~]/g, hexPair);

/** The debug information of one program; its units are the modules. */
export class DebugLines {
  private unit: string | undefined;
  private readonly files = new Map<string, string>();
  private type: string | undefined;

  constructor(
    private readonly program: IrProgram,
    private readonly moduleName: string,
    private readonly source: HsailSource,
  ) {}

  private file(name: string): string {
    const existing = this.files.get(name);
    if (existing !== undefined) return existing;
    const text = name === this.source.name ? `, source: "${quoted(this.source.text)}"` : '';
    const node = this.program.node(`!DIFile(filename: "${quoted(name)}", directory: ""${text})`);
    this.files.set(name, node);
    return node;
  }

  /** Its own file is the text, which is in the table of lines so. */
  private unitOf(): string {
    if (this.unit !== undefined) return this.unit;
    const { program } = this;
    const file = this.file(this.source.name);
    this.unit = program.node(
      `distinct !DICompileUnit(language: DW_LANG_OpenCL, file: ${file}, producer: "atoll", ` +
        // Otherwise functions have no names where nothing is inlined.
        `emissionKind: ${program.hasVariables ? 'FullDebug' : 'LineTablesOnly'}, debugInfoForProfiling: true)`,
    );
    program.addNamed('llvm.dbg.cu', this.unit);
    program.setDebugVersion();
    return this.unit;
  }

  /** The lines of a function. @param body what stands in it */
  function(module: BrigModule, name: string, body: readonly BrigEntry[]): FunctionLines {
    const loc = body.find(({ kind }) => kind === 'directive_loc');
    const fileName = loc ? stringAt(module, loc.values['filename']!) || this.moduleName : this.source.name;
    const line = loc?.values['line'] ?? this.source.lines.get(body[0]?.offset ?? 0) ?? 0;
    const file = this.file(fileName);
    const { program } = this;
    this.type ??= program.node('!DISubroutineType(types: !{})');
    const scope = program.node(
      `distinct !DISubprogram(name: "${quoted(name)}", scope: ${file}, file: ${file}, ` +
        `line: ${line}, type: ${this.type}, spFlags: DISPFlagDefinition, unit: ${this.unitOf()})`,
    );
    const fileOf = (named: string): string => this.file(named || this.moduleName);
    return new FunctionLines(program, scope, fileOf, file, { source: this.source, hasLoc: loc !== undefined });
  }
}

interface SourceLoc {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export class FunctionLines {
  /** The latest `loc`. */
  private loc: SourceLoc | undefined;

  constructor(
    private readonly program: IrProgram,
    readonly scope: string,
    private readonly fileOf: (name: string) => string,
    private readonly file: string,
    /** The HSAIL text; its lines are those of instructions unless `loc` gives others. */
    private readonly of: { readonly source: HsailSource; readonly hasLoc: boolean },
  ) {}

  /** From here on up to the next `loc`. */
  enter(fileName: string, line: number, column: number): string {
    this.loc = { file: this.fileOf(fileName), line, column };
    return this.locationIn(this.loc);
  }

  /** Metadata of an entry, with the comma before it: its line in the HSAIL text, or that of `loc`. */
  ofEntry({ offset }: BrigEntry): string {
    const line = this.of.source.lines.get(offset) ?? 0;
    if (!this.of.hasLoc) return this.locationIn({ file: this.fileOf(this.of.source.name), line, column: 0 });
    return this.loc ? this.locationIn(this.loc, line) : this.none();
  }

  /** @param textLine of the HSAIL text, 0 for none */
  private locationIn({ file, line, column }: SourceLoc, textLine = 0): string {
    const discriminator = textLine <= MAX_DISCRIMINATOR ? encodedDiscriminator(textLine) : 0;
    if (file === this.file && discriminator === 0) return this.location(line, column, this.scope);
    const block = `!DILexicalBlockFile(scope: ${this.scope}, file: ${file}, discriminator: ${discriminator})`;
    return this.location(line, column, this.program.onceNode(block));
  }

  /** A register as a variable, where they are requested: a call that stands behind its `alloca`. */
  registerText(name: string, place: string, bits: number): string | undefined {
    const { program } = this;
    if (!program.hasVariables) return undefined;
    const type = program.onceNode(
      `!DIBasicType(name: "b${bits}", size: ${Math.max(8, bits)}, encoding: DW_ATE_unsigned)`,
    );
    const variable = program.node(
      `!DILocalVariable(name: "${name}", scope: ${this.scope}, file: ${this.file}, line: 1, type: ${type})`,
    );
    const declare = program.declare('void', 'llvm.dbg.declare', ['metadata', 'metadata', 'metadata']);
    const expression = program.onceNode('!DIExpression()');
    return `call void ${declare}(metadata ptr addrspace(5) ${place}, metadata ${variable}, metadata ${expression})${this.none()}`;
  }

  /** Before the first `loc`. */
  none(): string {
    return this.location(0, 0, this.scope);
  }

  private location(line: number, column: number, scope: string): string {
    return `, !dbg ${this.program.onceNode(`!DILocation(line: ${line}, column: ${column}, scope: ${scope})`)}`;
  }
}
