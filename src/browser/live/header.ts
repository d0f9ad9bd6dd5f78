// The head of the page: state of the program, buttons, numbers of the run.

import type { LiveState } from '../../serve/protocol.js';
import { at, button, make, put, setText, time, whole } from '../dom.js';
import { page } from './live-page.js';

type StateKind = 'ended' | 'failed' | 'lost' | 'paused' | 'running';

function stateOf({ ended, view, builds }: LiveState): readonly [kind: StateKind, text: string] {
  if (ended?.code === 0) return ['ended', 'ended'];
  if (ended) return ['failed', ended.signal ? `ended by ${ended.signal}` : `ended with status ${ended.code}`];
  if (!page.isConnected) return ['lost', 'connection lost'];
  if (view?.held) return ['paused', 'paused'];
  return ['running', builds.running > 0 ? 'running, building a program' : 'running'];
}

const MARKS: Readonly<Partial<Record<StateKind, string>>> = { paused: '❚❚', running: '▶' };

export function showState(now: LiveState): void {
  const [kind, text] = stateOf(now);
  const { ended, stays, view, program, devices, engine } = now;
  at('state').dataset['is'] = kind;
  setText('state', text);
  setText('program', program);
  setText('facts', `${devices.join(', ')} · ${engine}`);
  document.title = `${MARKS[kind] ?? '■'} ${program.split(' ')[0]?.split('/').pop() ?? ''} · Atoll`;
  setText('hold', kind === 'paused' ? 'Go on' : 'Pause');
  button('hold').disabled = !page.isConnected || ended !== null || !view;
  button('end').disabled = !page.isConnected || ended !== null;
  button('leave').hidden = !ended || !stays || !page.isConnected;
}

export function showNumbers({ seconds, view, builds }: LiveState): void {
  const { begun = 0, failed = 0, workGroups = 0 } = view ?? {};
  const all = [
    ['time', seconds < 60 ? `${seconds.toFixed(1)} s` : time(seconds * 1000)],
    ['launches', whole(begun)],
    ['failed', whole(failed)],
    ['work-groups', whole(workGroups)],
    ['programs built', whole(builds.count)],
  ] as const;
  put('numbers', ...all.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
}
