// Requests to the server.

import type { BrowserRequest } from '../../serve/requests.js';
import { at, dialog, setText } from '../dom.js';

const token = new URLSearchParams(location.search).get('token') ?? '';

/** An address of the server, with the token. */
export const addressOf = (path: string): string => `${path}?token=${encodeURIComponent(token)}`;

/** @throws Error with the text of the server's refusal */
export async function request(body: BrowserRequest): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(addressOf('/ask'), { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

/** A failed request is shown in place of the state, until the next one. */
export async function attempt(body: BrowserRequest): Promise<void> {
  try {
    await request(body);
  } catch (error) {
    setText('facts', (error as Error).message);
  }
}

/** Requests confirmation in a dialog. */
export function confirm(text: string): Promise<boolean> {
  setText('sureText', text);
  const sure = dialog('sure');
  sure.returnValue = 'no';
  sure.showModal();
  return new Promise((resolve) => {
    at('sure').addEventListener('close', () => resolve(sure.returnValue === 'yes'), { once: true });
  });
}
