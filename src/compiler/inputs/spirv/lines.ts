// Source lines as debug information of LLVM: OpLine, and DebugLine of NonSemantic.Shader.DebugInfo.

import type { SpirvInstruction, SpirvModule } from '../../../spirv/module.js';
import type { ModuleScope } from './module-scope.js';

const hexPair = (char: string): string =>
  [...Buffer.from(char, 'utf8')].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
const quoted = (text: string): string => text.replace(/[^ !#-[\]-~]/gu, hexPair);

const isDebugLine = ({ name, operands }: SpirvInstruction): boolean =>
  name === 'ExtInst' && operands[1]?.text === 'DebugLine';

/** True if a module has lines. */
export const hasLines = ({ instructions }: SpirvModule): boolean =>
  instructions.some((one) => one.name === 'Line' || isDebugLine(one));

interface SourcePosition {
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

/** The debug information of a module. */
export class ModuleLines {
  private unit: string | undefined;
  private readonly files = new Map<number, string>();
  private type: string | undefined;
  /** Texts of files by the id of their name. */
  private readonly texts = new Map<number, string>();

  constructor(readonly module: ModuleScope) {
    for (const { name, operands } of module.source.instructions)
      if (name === 'Source' && operands[3]?.text !== undefined)
        this.texts.set(operands[2]?.value ?? 0, operands[3].text);
  }

  file(id: number): string {
    const existing = this.files.get(id);
    if (existing !== undefined) return existing;
    const { strings, program, name } = this.module;
    const text = this.texts.get(id);
    const source = text === undefined ? '' : `, source: "${quoted(text)}"`;
    const node = program.node(`!DIFile(filename: "${quoted(strings.get(id) ?? name)}", directory: ""${source})`);
    this.files.set(id, node);
    return node;
  }

  private unitOf(file: string): string {
    if (this.unit !== undefined) return this.unit;
    const { program } = this.module;
    this.unit = program.node(
      `distinct !DICompileUnit(language: DW_LANG_OpenCL, file: ${file}, producer: "atoll", ` +
        'emissionKind: LineTablesOnly, debugInfoForProfiling: true)',
    );
    program.addNamed('llvm.dbg.cu', this.unit);
    program.setDebugVersion();
    return this.unit;
  }

  /** The lines of a function. @param first its first position */
  function(name: string, first: SourcePosition): SpirvFunctionLines {
    const { program } = this.module;
    const file = this.file(first.file);
    this.type ??= program.node('!DISubroutineType(types: !{})');
    const scope = program.node(
      `distinct !DISubprogram(name: "${quoted(name)}", scope: ${file}, file: ${file}, line: ${first.line}, ` +
        `type: ${this.type}, spFlags: DISPFlagDefinition, unit: ${this.unitOf(file)})`,
    );
    return new SpirvFunctionLines(this, scope, first.file);
  }

  /** The position of an instruction that sets one; undefined for others. */
  positionOf(instruction: SpirvInstruction): SourcePosition | undefined {
    const { operands } = instruction;
    if (instruction.name === 'Line') {
      const [file = 0, line = 0, column = 0] = operands.map(({ value }) => value);
      return { file, line, column };
    }
    if (!isDebugLine(instruction)) return undefined;
    const number = (at: number): number => Number(this.module.constants.integer(operands[at]?.value ?? 0) ?? 0n);
    return { file: this.sourceFile(operands[2]?.value ?? 0), line: number(3), column: number(5) };
  }

  /** The id of the file's name of a DebugSource. */
  private sourceFile(id: number): number {
    const source = this.module.checked.definitions.get(id)?.instruction;
    return source?.operands[2]?.value ?? 0;
  }
}

const MAX_LINE = 0x7fff_ffff;
const MAX_COLUMN = 0xff_ff;

export class SpirvFunctionLines {
  private readonly scopes = new Map<number, string>();
  private position: SourcePosition | undefined;

  constructor(
    private readonly lines: ModuleLines,
    readonly scope: string,
    file: number,
  ) {
    this.scopes.set(file, scope);
  }

  /** True if an instruction sets the position of those behind it. */
  note(instruction: SpirvInstruction): boolean {
    if (instruction.name === 'NoLine') {
      this.position = undefined;
      return true;
    }
    const position = this.lines.positionOf(instruction);
    if (position) this.position = position;
    return position !== undefined;
  }

  /** Metadata of instructions at the position, with the comma before it. */
  current(): string {
    const { position } = this;
    if (position === undefined) return this.none();
    return this.location(position.line, position.column, this.scopeOf(position.file));
  }

  private scopeOf(file: number): string {
    const existing = this.scopes.get(file);
    if (existing !== undefined) return existing;
    const { program } = this.lines.module;
    const node = this.lines.file(file);
    const scope = program.node(`!DILexicalBlockFile(scope: ${this.scope}, file: ${node}, discriminator: 0)`);
    this.scopes.set(file, scope);
    return scope;
  }

  /** Between functions and at the begin of blocks. */
  none(): string {
    return this.location(0, 0, this.scope);
  }

  private location(line: number, column: number, scope: string): string {
    const [row, place] = [Math.min(line, MAX_LINE), Math.min(column, MAX_COLUMN)];
    const { program } = this.lines.module;
    return `, !dbg ${program.onceNode(`!DILocation(line: ${row}, column: ${place}, scope: ${scope})`)}`;
  }
}
