// The behaviour of the live view in the browser: states come as server-sent events, each a whole one.

import type { LiveState } from '../../serve/protocol.js';
import { at, button, dialog } from '../dom.js';
import { showNumbers, showState } from './header.js';
import { showInspector, startInspector } from './inspector.js';
import { showRunning, showTables } from './launches.js';
import { page } from './live-page.js';
import { addressOf, attempt, confirm } from './requests.js';
import { addSpeed, startChart } from './speed-chart.js';

function show(now: LiveState): void {
  showState(now);
  showNumbers(now);
  showRunning(now);
  showInspector(now);
  showTables(now);
  addSpeed(now);
}

function toggle(): void {
  const view = page.now?.view;
  if (view && !button('hold').disabled) void attempt({ type: 'hold', on: !view.held });
}

async function confirmEnd(): Promise<void> {
  if (await confirm('End the program, at once?')) await attempt({ type: 'end' });
}

function connect(): void {
  const states = new EventSource(addressOf('/states'));
  states.onmessage = ({ data }) => {
    const now = JSON.parse(String(data)) as LiveState;
    Object.assign(page, { now, isConnected: true });
    if (now.ended && !now.stays) states.close();
    show(now);
  };
  states.onerror = () => {
    page.isConnected = false;
    if (!page.now) return;
    if (page.now.ended) states.close();
    showState(page.now);
  };
}

/** Keys of the page; those of fields, buttons and dialogs stay theirs. */
function handleKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isOver = (selector: string): boolean => target instanceof Element && target.matches(selector);
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') || isOver('input, select')) return;
  if (key === ' ' && !isOver('button')) {
    event.preventDefault();
    toggle();
  } else if (key === '?') dialog('help').showModal();
  else if (key === '/' && !at('inspector').hidden) {
    event.preventDefault();
    at('printed').focus();
  }
}

function start(): void {
  // For the browser's console, and for tests.
  Object.assign(globalThis, { page });
  startChart();
  startInspector();
  connect();
  button('hold').addEventListener('click', toggle);
  button('end').addEventListener('click', () => void confirmEnd());
  button('leave').addEventListener('click', () => void attempt({ type: 'leave' }));
  button('keys').addEventListener('click', () => dialog('help').showModal());
  document.addEventListener('keydown', handleKey);
}

start();
