// Elements of the page, and texts in them.

/** @throws Error for an element that the page does not have, or of another kind */
function typed<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${kind.name} '${id}'`);
}

export const at = (id: string): HTMLElement => typed(id, HTMLElement);
export const button = (id: string): HTMLButtonElement => typed(id, HTMLButtonElement);
export const dialog = (id: string): HTMLDialogElement => typed(id, HTMLDialogElement);
export const canvas = (id: string): HTMLCanvasElement => typed(id, HTMLCanvasElement);
export const field = (id: string): HTMLInputElement => typed(id, HTMLInputElement);

/** Properties of an element; `part` is the share of a bar. */
type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Name], 'part'>> & {
  readonly part?: number;
};

/** An element with texts and elements in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { part, ...properties }: Properties<Name>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  if (part !== undefined) setPart(element, part);
  element.append(...children);
  return element;
}

export const setPart = (element: HTMLElement, part: number): void =>
  element.style.setProperty('--part', Math.max(0, Math.min(1, part || 0)).toFixed(4));

export const cell = (text: string | number, className = ''): HTMLTableCellElement =>
  make('td', { className, textContent: String(text) });

export const put = (id: string, ...children: readonly (Node | string)[]): void => at(id).replaceChildren(...children);

/** Unchanged texts stay, as screen readers repeat others. */
export function setText(id: string, text: string): void {
  if (at(id).textContent !== text) at(id).textContent = text;
}

export const whole = (value: number): string => value.toLocaleString('en');

export function time(ms: number): string {
  if (ms >= 60_000) return `${Math.floor(ms / 60_000)} min ${Math.floor(ms / 1000) % 60} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(0)} µs`;
}
