// The prose of a source file: its comments and string literals, found without a parser.

export interface Prose {
  readonly kind: 'comment' | 'string';
  readonly line: number;
  readonly text: string;
}

export interface SourceText {
  readonly prose: readonly Prose[];
  /** The file without comments and literals; line breaks are kept. */
  readonly code: string;
}

/** One literal or comment; a regular expression can only follow an operator, an opening bracket or `return`. */
const TOKENS = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  string: /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y,
  chunk: /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y,
  expression: /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y,
};
const BEFORE_EXPRESSION = /(?:^|[=(,:[!&|?{};+>~]|\b(?:return|case|typeof|of|in))\s*$/;

class Scanner {
  private readonly prose: Prose[] = [];
  private code = '';
  private at = 0;
  private line = 1;
  /** For each open template, the depth of braces at its `${`. */
  private readonly templates: number[] = [];
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly isScript: boolean,
  ) {}

  run(): SourceText {
    while (this.at < this.text.length) this.step();
    return { prose: this.prose, code: this.code };
  }

  private step(): void {
    const char = this.text[this.at]!;
    if (char === '/') this.slash();
    else if (char === "'" || char === '"') this.quote();
    else if (this.isScript && char === '`') this.template();
    else this.plain(char);
  }

  private slash(): void {
    if (this.take('comment')) return;
    const mayStart = this.isScript && BEFORE_EXPRESSION.test(this.code.slice(-40));
    if (!mayStart || !this.take('expression')) this.plain('/');
  }

  private quote(): void {
    // In C++ a quote after a digit separates digits.
    const separates = !this.isScript && /\d$/.test(this.code);
    if (separates || !this.take('string')) this.plain(this.text[this.at]!);
  }

  /** A template up to its end or to the next `${`. */
  private template(): void {
    this.at += 1;
    this.code += '`';
    this.take('chunk');
    if (this.text[this.at] === '$') {
      this.templates.push(this.depth);
      this.depth += 1;
      this.at += 1;
    }
    this.at += 1;
  }

  private plain(char: string): void {
    if (char === '{') this.depth += 1;
    if (char === '}') this.depth -= 1;
    if (char === '}' && this.templates.at(-1) === this.depth) {
      this.templates.pop();
      this.template();
      return;
    }
    if (char === '\n') this.line += 1;
    this.code += char;
    this.at += 1;
  }

  private take(kind: keyof typeof TOKENS): boolean {
    const token = TOKENS[kind];
    token.lastIndex = this.at;
    const text = token.exec(this.text)?.[0];
    if (text === undefined) return false;
    if (kind !== 'expression')
      this.prose.push({ kind: kind === 'comment' ? 'comment' : 'string', line: this.line, text });
    this.line += text.split('\n').length - 1;
    this.code += kind === 'expression' ? '0' : text.replace(/[^\n]+/g, kind === 'comment' ? ' ' : '0');
    this.at += text.length;
    return true;
  }
}

export const isScript = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);

export const readProse = (path: string, text: string): SourceText => new Scanner(text, isScript(path)).run();
