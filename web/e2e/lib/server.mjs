// The real program as a child process, on a port and with a data folder of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** How long an orderly end may take before the process is killed. */
const PATIENCE_MS = 5000;

/** The program to test. */
function program() {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const file = process.env.LUDWERK_PROGRAM ?? path.join(PROJECT, 'target/debug', `ludwerk${ending}`);
  if (!existsSync(file)) throw new Error(`${file} is not there: run \`cargo xtask e2e\`, which builds it`);
  return file;
}

/** A running server. */
export class Server {
  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string} data
   * @param {URL} url
   * @param {{ text: string }} log
   */
  constructor(child, data, url, log) {
    this.child = child;
    this.data = data;
    this.url = url;
    this.log = log;
  }

  /**
   * Starts the program and waits until it says where it is.
   * @param {string} data the folder for its database
   * @param {number} port 0 for any that is free
   */
  static async start(data, port = 0) {
    const args = ['serve', '--json', '--port', String(port), '--data', data];
    const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const log = { text: '' };
    child.stderr.setEncoding('utf8').on('data', (text) => {
      log.text += text;
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended with ${code} before it was there:\n${log.text}`);
    });
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
    ended.catch(() => undefined);
    return new Server(child, data, new URL(JSON.parse(String(line)).url), log);
  }

  /** The same server anew: same port, same data. */
  async restart() {
    return Server.start(this.data, Number(this.url.port));
  }

  /** Ends the process in order, or by force if it does not. */
  async stop() {
    await this.end('SIGTERM');
  }

  /** Ends the process at once, as a crash would. */
  async kill() {
    await this.end('SIGKILL');
  }

  /** @param {'SIGTERM' | 'SIGKILL'} signal */
  async end(signal) {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    const timer = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  }

  /**
   * Asks the server directly, for what a test needs to know or to prepare.
   * @param {string} path
   * @param {{ method?: string, body?: unknown, token?: string | null, seat?: number }} [options]
   * @returns {Promise<any>} the answer
   */
  async ask(path, { method, body, token, seat } = {}) {
    const response = await fetch(new URL(`/api${path}`, this.url), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(seat === undefined ? {} : { 'ludwerk-seat': String(seat) }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}
