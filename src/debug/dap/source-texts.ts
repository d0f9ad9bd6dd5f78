// Sources of kernels as an editor knows them: a file of the person's, where one has the same text, else a text that we
// hand out.

import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { SourceLocator } from '../../source/locator.js';
import { refuse } from '../refuse.js';

/** Larger files are no kernels. */
const MAX_BYTES = 16 << 20;

function contentOf(path: string): string | undefined {
  try {
    return statSync(path).size > MAX_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export class SourceTexts {
  /** Files by their text, without white space around it. */
  private readonly paths = new Map<string, string>();
  private readonly handedOut: { readonly name: string; readonly text: string }[] = [];

  /** A file that programs may have built from; gives its text. */
  learn(path: string): string | undefined {
    const text = contentOf(path);
    if (text !== undefined && text.trim() !== '') this.paths.set(text.trim(), path);
    return text;
  }

  /** Name by which an editor finds a file of the debug information. */
  sourceOf(name: string, where: SourceLocator): DebugProtocol.Source {
    const text = where.info.sources.get(name);
    if (text === undefined) return { name, presentationHint: 'deemphasize' };
    const path = this.paths.get(text.trim());
    if (path !== undefined) return { name: basename(path), path };
    const index = this.handedOut.findIndex((each) => each.name === name && each.text === text);
    return { name, sourceReference: index >= 0 ? index + 1 : this.handedOut.push({ name, text }) };
  }

  /** The text of a reference. @throws AtollError BAD_INPUT */
  text(reference: number | undefined): string {
    return this.handedOut[(reference ?? 0) - 1]?.text ?? refuse(`there is no source ${reference}`);
  }

  /** File and text of a source that an editor names. */
  named({ path, sourceReference, name }: DebugProtocol.Source): { readonly file: string; readonly text?: string } {
    const source = this.handedOut[(sourceReference ?? 0) - 1];
    if (source) return { file: source.name, text: source.text };
    const text = path === undefined ? undefined : this.learn(path);
    const file = basename(path ?? name ?? '');
    return text === undefined ? { file } : { file, text };
  }
}
