// Plays the browsers of thousands of open dashboards: one stream of live updates each, and a status call every ten seconds.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { lateness, tally } from '../engine/counts.ts';
import { answerAll } from '../engine/programs.ts';
import { type Calls, openCalls } from './calls.ts';
import type { Order, Outcome } from './messages.ts';

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
