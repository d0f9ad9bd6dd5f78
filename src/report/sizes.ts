/** `1024`, `64 × 8`: dimensions of one are left out behind the first. */
export function sizeText(sizes: readonly number[]): string {
  const last = sizes.findLastIndex((size) => size > 1);
  return sizes.slice(0, Math.max(1, last + 1)).join(' × ');
}
