// Plays the browsers of thousands of open dashboards: one stream of live updates each, and a status call every ten seconds.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { lateness, tally } from '../engine/counts.ts';
import { answerAll } from '../engine/programs.ts';

/** Each one gets one answer. */
export type Order =
  | {
      kind: 'open';
      ports: number[];
      /** One session token per dashboard. */
      tokens: string[];
    }
  | {
      kind: 'poll';
      /** Polled for longer by `warmUpMs`, before that. */
      seconds: number;
      warmUpMs: number;
      everyMs: number;
      /** Also reads the status when a live update says that the bot or its shares changed, as the app does. */
      isLive: boolean;
    };

/** Milliseconds from when a poll was due to the last byte of its answer. */
type Latency = { count: number; p50: number; p99: number; max: number };

export type Outcome =
  | { kind: 'open'; open: number }
  | {
      kind: 'polled';
      open: number;
      seconds: number;
      /** By status, or `lost`. */
      answers: Record<string, number>;
      /** Before the end of the warm-up, and after it. */
      coldLatency: Latency;
      latency: Latency;
      /** Live updates. */
      events: number;
      cpuSeconds: number;
    };

/** Its answer's status, such as `200`, or `lost` without an answer. */
type OnAnswer = (status: string) => void;
type Call = { cookie: string; onAnswer: OnAnswer };
type Line = { socket: Socket; call: Call | null; left: number; status: string; head: string };

type Calls = { get(cookie: string, onAnswer: OnAnswer): void; close(): void };

const endOfHead = '\r\n\r\n';
const readBytes = 64 * 1024;

/** A browser never waits for the answer to another one, so there are as many connections as calls at once, up to `most`. */
function openCalls({ port, path, most }: { port: number; path: string; most: number }): Calls {
  const lines = new Set<Line>();
  const idle: Line[] = [];
  const waiting: Call[] = [];
  const begin = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: `;
  let isClosed = false;

  const send = (line: Line, call: Call): void => {
    line.call = call;
    line.socket.write(`${begin}${call.cookie}${endOfHead}`, 'latin1');
  };
  const answer = (line: Line): void => {
    const { call, status } = line;
    line.call = null;
    const next = waiting.shift();
    if (next) send(line, next);
    else idle.push(line);
    call?.onAnswer(status);
  };
  const read = (line: Line, bytes: Buffer): void => {
    let from = 0;
    if (line.left === 0) {
      line.head += bytes.toString('latin1');
      const end = line.head.indexOf(endOfHead);
      if (end < 0) return;
      line.status = line.head.slice(9, 12);
      const length = /\r\ncontent-length: (\d+)/i.exec(line.head.slice(0, end));
      if (length === null) return void line.socket.destroy(new Error('An answer without its length.'));
      from = bytes.length - (line.head.length - end - endOfHead.length);
      line.left = Number(length[1]);
      line.head = '';
    }
    line.left -= bytes.length - from;
    if (line.left === 0) answer(line);
  };
  const open = (): Line => {
    const buffer = Buffer.allocUnsafe(readBytes);
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (count) => {
          read(line, buffer.subarray(0, count));
          return true;
        },
      },
    });
    const line: Line = { socket, call: null, left: 0, status: '', head: '' };
    socket.on('error', () => {});
    socket.on('close', () => {
      lines.delete(line);
      const place = idle.indexOf(line);
      if (place >= 0) idle.splice(place, 1);
      line.call?.onAnswer('lost');
      const next = isClosed ? undefined : waiting.shift();
      if (next) send(open(), next);
    });
    lines.add(line);
    return line;
  };
  return {
    get(cookie, onAnswer) {
      const call = { cookie, onAnswer };
      const line = idle.pop();
      if (line) send(line, call);
      else if (lines.size < most) send(open(), call);
      else waiting.push(call);
    },
    close() {
      isClosed = true;
      for (const { socket } of lines) socket.destroy();
    },
  };
}

type Dashboard = { port: number; cookie: string; socket: Socket; isOpen: boolean };

/** Browsers connect one after the other. More at once would fill the server's queue of new connections. */
const connectingAtOnce = 64;
/** More calls at once wait. The server answers 1,000 a second, so this many are half a second late. */
const connectionsPerServer = 500;

const dashboards: Dashboard[] = [];
let events = 0;
let onNews: (dashboard: Dashboard) => void = () => {};

async function open({ ports, tokens }: Extract<Order, { kind: 'open' }>): Promise<Outcome> {
  let next = 0;
  const line = async () => {
    while (next < tokens.length) {
      const place = next;
      next += 1;
      const port = ports[place % ports.length] ?? 0;
      dashboards.push(await openStream(port, `hangtag=${tokens[place]}`));
    }
  };
  await Promise.all(Array.from({ length: connectingAtOnce }, line));
  return { kind: 'open', open: openCount() };
}

const openCount = (): number => dashboards.filter(({ isOpen }) => isOpen).length;

function openStream(port: number, cookie: string): Promise<Dashboard> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const dashboard: Dashboard = { port, cookie, socket, isOpen: false };
    socket.setEncoding('latin1');
    socket.once('connect', () =>
      socket.write(
        `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
      ),
    );
    socket.on('data', (text: unknown) => {
      if (!dashboard.isOpen && String(text).startsWith('HTTP/1.1 200')) {
        dashboard.isOpen = true;
        resolve(dashboard);
      }
      const news = String(text).match(/^event: (\w+)$/gm);
      if (news === null) return;
      events += news.length;
      if (news.some((line) => line.endsWith('bot') || line.endsWith('share'))) onNews(dashboard);
    });
    const lose = () => {
      dashboard.isOpen = false;
      resolve(dashboard);
    };
    socket.on('error', lose);
    socket.on('close', lose);
  });
}

async function poll({ seconds, warmUpMs, everyMs, isLive }: Extract<Order, { kind: 'poll' }>): Promise<Outcome> {
  const calls = new Map<number, Calls>(
    [...new Set(dashboards.map(({ port }) => port))].map((port) => [
      port,
      openCalls({ port, path: '/api/bot/status', most: connectionsPerServer }),
    ]),
  );
  const answers = tally();
  const [cold, late] = [lateness(), lateness()];
  let running = 0;
  const read = ({ port, cookie }: Dashboard, dueAt: number) => {
    running += 1;
    calls.get(port)?.get(cookie, (status) => {
      running -= 1;
      answers.add(status);
      if (status !== 'lost') (dueAt < begun + warmUpMs ? cold : late).add(performance.now() - dueAt);
    });
  };
  if (isLive) onNews = (dashboard) => read(dashboard, performance.now());
  events = 0;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const gapMs = everyMs / dashboards.length;
  for (let turn = 0; performance.now() - begun < warmUpMs + seconds * 1000; ) {
    for (; begun + turn * gapMs <= performance.now(); turn += 1) {
      const dashboard = dashboards[turn % dashboards.length];
      if (dashboard) read(dashboard, begun + turn * gapMs);
    }
    await sleep(2);
  }
  onNews = () => {};
  const tookS = (performance.now() - begun) / 1000;
  for (const giveUpAt = performance.now() + 10_000; running > 0 && performance.now() < giveUpAt; ) await sleep(20);
  const { user, system } = process.cpuUsage(cpu);
  for (const each of calls.values()) each.close();
  return {
    kind: 'polled',
    open: openCount(),
    seconds: tookS,
    answers: answers.all(),
    coldLatency: cold.read(),
    latency: late.read(),
    events,
    cpuSeconds: (user + system) / 1e6,
  };
}

answerAll<Order>((order) => (order.kind === 'open' ? open(order) : poll(order)));
