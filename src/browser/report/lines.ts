// Lines of a source mark their instructions while they are focused or pointed at.

function startSection(section: HTMLElement): void {
  const instructionsOf = (line: string): NodeListOf<HTMLElement> => section.querySelectorAll(`[data-of="${line}"]`);
  for (const row of section.querySelectorAll<HTMLElement>('[data-line]')) {
    const line = row.dataset['line'] ?? '';
    const mark = (isOn: boolean): void => {
      for (const instruction of instructionsOf(line)) instruction.classList.toggle('marked', isOn);
    };
    row.addEventListener('focus', () => instructionsOf(line)[0]?.scrollIntoView({ block: 'nearest' }));
    for (const name of ['focus', 'mouseenter']) row.addEventListener(name, () => mark(true));
    for (const name of ['blur', 'mouseleave']) row.addEventListener(name, () => mark(false));
  }
}

export function startLines(): void {
  for (const section of document.querySelectorAll('section')) startSection(section);
}
