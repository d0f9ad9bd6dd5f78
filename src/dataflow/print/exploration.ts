// Explored mappings as a table and as a picture: time by bytes, with the Pareto front.

import { type MappedLeaf, type MappingCost, mappingText, movedIn } from '../explore/mappings.js';
import { bytesText, timeText } from './measured/words.js';

export interface ExplorationResult {
  readonly leaves: readonly MappedLeaf[];
  /** The fastest first. */
  readonly mappings: readonly MappingCost[];
  readonly front: readonly MappingCost[];
}

const HEADINGS = ['', 'time', 'GPU cycles', 'CPU time', 'to device', 'to host', 'busiest', 'mapping'] as const;

function rowOf(result: ExplorationResult, mapping: MappingCost): readonly string[] {
  const { ns, gpuCycles, cpuNs, bytesToDevice, bytesToHost, bottleneck, units } = mapping;
  return [
    result.front.includes(mapping) ? '*' : '',
    timeText(ns),
    Math.round(gpuCycles).toLocaleString('en'),
    timeText(cpuNs),
    bytesText(bytesToDevice),
    bytesText(bytesToHost),
    bottleneck,
    mappingText(result.leaves, units),
  ];
}

/** @param isWhole all mappings; otherwise the front, and those with the same unit for all leaves */
export function explorationTable(result: ExplorationResult, isWhole: boolean): string {
  const { mappings, front, leaves } = result;
  const isUniform = ({ units }: MappingCost): boolean => new Set(units).size === 1 && leaves.length > 1;
  const shown = isWhole ? mappings : mappings.filter((mapping) => front.includes(mapping) || isUniform(mapping));
  const rows = [[...HEADINGS], ...shown.map((mapping) => [...rowOf(result, mapping)])];
  const widths = HEADINGS.map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  const isText = (n: number): boolean => n === 0 || n > 5;
  const lines = rows.map((row) =>
    row
      .map((cell, n) => (isText(n) ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [1000, 580, 90, 70, 60, 60];
const TICKS = 5;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface Scale {
  readonly x: (bytes: number) => number;
  readonly y: (ns: number) => number;
  readonly maxBytes: number;
  readonly maxNs: number;
}

function scaleOf(mappings: readonly MappingCost[]): Scale {
  const maxBytes = Math.max(1, ...mappings.map(movedIn));
  const maxNs = Math.max(1, ...mappings.map(({ ns }) => ns));
  return {
    x: (bytes) => LEFT + (bytes / maxBytes) * (WIDTH - LEFT - RIGHT),
    y: (ns) => HEIGHT - BOTTOM - (ns / maxNs) * (HEIGHT - TOP - BOTTOM),
    maxBytes,
    maxNs,
  };
}

function axes({ x, y, maxBytes, maxNs }: Scale): string[] {
  const ticks = Array.from({ length: TICKS + 1 }, (_, n) => n / TICKS);
  return [
    ...ticks.flatMap((part) => [
      `<path d="M${x(part * maxBytes)} ${TOP} V${HEIGHT - BOTTOM}" stroke="#eaeef2"/>`,
      `<text x="${x(part * maxBytes)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${bytesText(part * maxBytes)}</text>`,
      `<path d="M${LEFT} ${y(part * maxNs)} H${WIDTH - RIGHT}" stroke="#eaeef2"/>`,
      `<text x="${LEFT - 8}" y="${y(part * maxNs) + 4}" text-anchor="end">${timeText(part * maxNs)}</text>`,
    ]),
    `<text x="${WIDTH / 2}" y="${HEIGHT - 14}" text-anchor="middle">bytes between host and devices</text>`,
    `<text x="16" y="${HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 ${HEIGHT / 2})">time</text>`,
  ];
}

function dot(result: ExplorationResult, mapping: MappingCost, { x, y }: Scale): string {
  const isBest = result.front.includes(mapping);
  const title = `${mappingText(result.leaves, mapping.units)}: ${timeText(mapping.ns)}, ${bytesText(movedIn(mapping))}`;
  const look = isBest ? 'r="5" fill="#0969da"' : 'r="3" fill="#8c959f" fill-opacity="0.6"';
  return `<circle cx="${x(movedIn(mapping))}" cy="${y(mapping.ns)}" ${look}><title>${escaped(title)}</title></circle>`;
}

/** Units by their first letters, in the order of leaves: `gcgg`. */
const shortName = ({ units }: MappingCost): string => units.map((unit) => unit[0]?.toUpperCase()).join('');

export function explorationSvg(result: ExplorationResult, title: string): string {
  const { mappings, front } = result;
  const scale = scaleOf(mappings);
  const order = [...front].sort((a, b) => movedIn(a) - movedIn(b));
  const line = order.map((mapping, n) => `${n === 0 ? 'M' : 'L'}${scale.x(movedIn(mapping))} ${scale.y(mapping.ns)}`);
  const others = mappings.filter((mapping) => !front.includes(mapping));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="11">`,
    '<rect width="100%" height="100%" fill="white"/>',
    `<text x="${LEFT}" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>`,
    `<text x="${LEFT}" y="38" fill="#57606a">${mappings.length} mappings; blue: Pareto front, with the units of ${escaped(result.leaves.map(({ name }) => name).join(', '))}</text>`,
    ...axes(scale),
    ...others.map((mapping) => dot(result, mapping, scale)),
    `<path d="${line.join(' ')}" fill="none" stroke="#0969da"/>`,
    ...order.map((mapping) => dot(result, mapping, scale)),
    ...order.map(
      (mapping) =>
        `<text x="${scale.x(movedIn(mapping)) + 8}" y="${scale.y(mapping.ns) - 6}" fill="#0969da">${shortName(mapping)}</text>`,
    ),
    '</svg>',
  ].join('\n')}\n`;
}
