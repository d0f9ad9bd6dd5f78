// Data of the charts on a page about simulated time, and the script that draws them in the browser.

import { REASON_NAMES } from '../../timing/model/reasons.js';
import { arithmeticRoofs, bytesThrough, memoryRoofs } from './limits.js';
import type { SimulatedLaunchData } from './simulated.js';

/** Behind the name of a level, its place among the roofs of memory. */
const LEVELS = ['L1', 'L2', 'DRAM'] as const;

/** Units of one operation in the roofline of a launch. */
export function operationsOf({ work }: SimulatedLaunchData): readonly [count: number, name: string] {
  const flops = work.flops.single + work.flops.double;
  return flops > 0 ? [flops, 'FLOP'] : [work.vectorLanes, 'lane operations'];
}

export function chartsOf(one: SimulatedLaunchData): object {
  const { result, configuration, overTime } = one;
  const { values } = configuration;
  const [operations, unit] = operationsOf(one);
  const seconds = result.executionCycles / (values.gpu.clockMHz * 1e6);
  const through = bytesThrough(result);
  const slots = values.computeUnit.simds * values.computeUnit.slotsPerSimd;
  const { stretchCycles, resident, stalls } = overTime;
  const lengthOf = (n: number): number => Math.min(stretchCycles, result.executionCycles - n * stretchCycles);
  const round = (part: number): number => Number(part.toFixed(4));
  const used = REASON_NAMES.filter((name) => result.stalls[name] > 0);
  return {
    chip: configuration.name,
    roofline: {
      unit,
      arithmetic: arithmeticRoofs(values),
      memory: memoryRoofs(values),
      points: LEVELS.map((level, n) => ({
        level,
        x: operations / Math.max(1, through[n]!),
        y: operations / seconds / 1e9,
      })),
    },
    stretchCycles,
    cycles: result.executionCycles,
    stalls: used.map((name) => ({
      name,
      all: result.stalls[name],
      over: [...stalls[REASON_NAMES.indexOf(name)]!].map(Math.round),
    })),
    resident: resident.map((own) => [...own].map((cycles, n) => round(cycles / (slots * Math.max(1, lengthOf(n)))))),
  };
}

/** Runs in the browser, behind COMMON_SCRIPT's definitions. Reasons of empty slots are grey. */
export const TIMING_SCRIPT = `
const EMPTY = ['#c9cdd3', '#b4b9c1', '#9fa6af', '#8b929c', '#777f8a', '#c4b8a8', '#dfe2e6'];
const reasonColour = (name, n) => name.startsWith('empty') ? EMPTY[n % EMPTY.length] : colours[n % colours.length];
const inCycles = (cycle) => Math.round(cycle).toLocaleString('en');
function rooflineChart(id, { unit, arithmetic, memory, points }) {
  const xs = points.map(({ x }) => x);
  const [left, right] = [Math.min(.01, ...xs) / 2, Math.max(100, ...xs) * 2];
  const top = Math.max(...arithmetic.map(({ giga }) => giga));
  const slopes = memory.map(({ name, giga }, n) => ({ label: name + ', ' + giga.toFixed(0) + ' GB/s', type: 'line', pointRadius: 0, borderWidth: 1.5, borderColor: colours[n],
    backgroundColor: colours[n], data: [{ x: left, y: left * giga }, { x: Math.min(right, top / giga), y: Math.min(right, top / giga) * giga }] }));
  const flats = arithmetic.map(({ name, giga }, n) => ({ label: name + ', ' + giga.toFixed(0) + ' GFLOP/s', type: 'line', pointRadius: 0, borderWidth: 1.5, borderDash: [6, 4], borderColor: colours[4 + n],
    backgroundColor: colours[4 + n], data: [{ x: left, y: giga }, { x: right, y: giga }] }));
  const own = points.map(({ level, x, y }, n) => ({ label: 'this launch, by bytes of ' + level, pointRadius: 6, backgroundColor: colours[n + 1], data: [{ x, y }] }));
  return new Chart(id, { type: 'scatter', data: { datasets: [...own, ...slopes, ...flats] },
    options: { maintainAspectRatio: false, plugins: { legend: { position: 'right', labels: { boxWidth: 12 } } },
      scales: { x: { type: 'logarithmic', min: left, max: right, title: { display: true, text: unit + ' for each byte' } }, y: { type: 'logarithmic', title: { display: true, text: '10^9 ' + unit + ' a second' } } } } });
}
function stallChart(id, one) {
  return new Chart(id, { type: 'bar', data: { labels: [''], datasets: one.stalls.map(({ name, all }, n) => ({ label: name, data: [all], backgroundColor: reasonColour(name, n) })) },
    options: { indexAxis: 'y', maintainAspectRatio: false, plugins: { legend: { labels: { boxWidth: 12 } }, tooltip: { callbacks: { label: ({ dataset, raw }) => percent(dataset.label, raw, one.stalls.reduce((sum, { all }) => sum + all, 0)) } } },
      scales: { x: { stacked: true, title: { display: true, text: 'cycles of slots' } }, y: { stacked: true } } } });
}
function overTimeChart(id, one) {
  const count = one.stalls[0] ? one.stalls[0].over.length : 0;
  return new Chart(id, { type: 'bar', data: { labels: Array.from({ length: count }, (_, n) => inCycles(n * one.stretchCycles)),
      datasets: one.stalls.map(({ name, over }, n) => ({ label: name, data: over, backgroundColor: reasonColour(name, n), categoryPercentage: 1, barPercentage: 1 })) },
    options: { maintainAspectRatio: false, plugins: { legend: { display: false } }, scales: { x: { stacked: true, ticks: { maxTicksLimit: 10, maxRotation: 0 }, title: { display: true, text: 'cycle' } }, y: { stacked: true, title: { display: true, text: 'cycles of slots' } } } } });
}
/** A row for each compute unit. */
function heatMap(id, one) {
  const canvas = document.getElementById(id);
  const columns = one.resident[0].length;
  canvas.width = columns; canvas.height = one.resident.length;
  const context = canvas.getContext('2d');
  one.resident.forEach((row, y) => row.forEach((part, x) => { context.fillStyle = 'rgb(255 112 32 / ' + (part === 0 ? 0 : .1 + .9 * Math.min(1, part)) + ')'; context.fillRect(x, y, 1, 1); }));
  const caption = document.getElementById('caption' + id);
  const text = caption.textContent;
  canvas.onmousemove = ({ offsetX, offsetY }) => {
    const x = Math.min(columns - 1, Math.floor(offsetX / canvas.clientWidth * columns));
    const y = Math.min(one.resident.length - 1, Math.floor(offsetY / canvas.clientHeight * one.resident.length));
    caption.textContent = 'compute unit ' + y + ', from cycle ' + inCycles(x * one.stretchCycles) + ': ' + (100 * one.resident[y][x]).toFixed(1) + ' % of its slots';
  };
  canvas.onmouseleave = () => { caption.textContent = text; };
}
function makeCharts() {
  return data.flatMap((one, n) => {
    heatMap('units' + n, one);
    return [rooflineChart('roofline' + n, one.roofline), stallChart('stalls' + n, one), overTimeChart('over' + n, one)];
  });
}`;
