// A real browser by the WebDriver protocol: chromedriver starts it, without a window.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const BROWSER_TIMEOUT_MS = 240_000;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export class Browser {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly session: string,
  ) {}

  static async start(): Promise<Browser> {
    const driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    let port = '';
    for await (const line of createInterface({ input: driver.stdout! })) {
      port = /started successfully on port (\d+)/.exec(line)?.[1] ?? '';
      if (port !== '') break;
    }
    const args = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--window-size=1200,900',
    ];
    // Machines that run other tests, too, are slow: the time limit of a whole test reports hangs.
    const timeouts = { script: BROWSER_TIMEOUT_MS, pageLoad: BROWSER_TIMEOUT_MS };
    const capabilities = {
      alwaysMatch: {
        timeouts,
        browserName: 'chrome',
        'goog:chromeOptions': { args },
        'goog:loggingPrefs': { browser: 'ALL' },
      },
    };
    const base = `http://127.0.0.1:${port}/session`;
    const { sessionId } = (await send(base, { capabilities })) as { sessionId: string };
    return new Browser(driver, `${base}/${sessionId}`);
  }

  async open(url: string): Promise<void> {
    await send(`${this.session}/url`, { url });
  }

  /** Waits until a script in the page returns something that is true. */
  async until(script: string, hangMs = BROWSER_TIMEOUT_MS): Promise<void> {
    const end = performance.now() + hangMs;
    while (!(await this.run<boolean>(script))) {
      if (performance.now() > end) throw new Error(`never true: ${script}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Result of a script in the page. */
  async run<T>(script: string): Promise<T> {
    return (await send(`${this.session}/execute/sync`, { script, args: [] })) as T;
  }

  /** The colour scheme that the person prefers. */
  async prefer(scheme: 'dark' | 'light'): Promise<void> {
    const params = { features: [{ name: 'prefers-color-scheme', value: scheme }] };
    await send(`${this.session}/goog/cdp/execute`, { cmd: 'Emulation.setEmulatedMedia', params });
  }

  /** As on paper. */
  async media(media: string): Promise<void> {
    await send(`${this.session}/goog/cdp/execute`, { cmd: 'Emulation.setEmulatedMedia', params: { media } });
  }

  /** How much room the page has, in CSS pixels. */
  async size(width: number, height: number): Promise<void> {
    const params = { width, height, deviceScaleFactor: 1, mobile: false };
    await send(`${this.session}/goog/cdp/execute`, { cmd: 'Emulation.setDeviceMetricsOverride', params });
  }

  /** The page as a PNG, all of its height. */
  async picture(): Promise<Buffer> {
    const params = { format: 'png', captureBeyondViewport: true };
    const response = await send(`${this.session}/goog/cdp/execute`, { cmd: 'Page.captureScreenshot', params });
    return Buffer.from((response as { data: string }).data, 'base64');
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    const element = (await send(`${this.session}/element/active`)) as Record<string, string>;
    await send(`${this.session}/element/${element[ELEMENT]}/value`, { text });
  }

  /** Errors that the page has met. */
  async errors(): Promise<string[]> {
    const entries = (await send(`${this.session}/se/log`, { type: 'browser' })) as { level: string; message: string }[];
    return entries.filter(({ level }) => level === 'SEVERE').map(({ message }) => message);
  }

  async close(): Promise<void> {
    await fetch(this.session, { method: 'DELETE' });
    const exited = once(this.driver, 'exit');
    this.driver.kill();
    await exited;
  }
}

/** @param body absent for questions */
async function send(url: string, body?: object): Promise<unknown> {
  const post = { method: 'POST', body: JSON.stringify(body) };
  const { value } = (await (await fetch(url, body ? post : {})).json()) as {
    value: { error?: string; message?: string };
  };
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
