// The companion's settings: pairing, the log, the session for the server, and what the companion may do.

import { z } from 'zod';
import { logLine } from '../messages/log.ts';
import { inPlace, optionMessages as messages, screenMessages } from '../messages/screens.ts';
import { patternOf, thisBrowser } from '../platform/browser.ts';
import { type LogEntry, openLog } from '../platform/log.ts';
import { openMemory, type Remembered } from '../platform/memory.ts';
import { cookiePermission } from '../worker/session.ts';
import { dayText, preciseTime } from './format.ts';
import { newForm, pairedSection, pairingSection, permissionSection } from './pairing.ts';
import { bar, button, question, section } from './parts.ts';
import { type SessionForm, sessionSection } from './send-session.ts';
import { situation, situationOf } from './situation.ts';
import { draw, h, type View } from './view.ts';
import './options.css';

z.config({ jitless: true });

const browser = thisBrowser();
const memory = openMemory(browser);
const log = openLog(browser.storage.local, Date.now);
const root = document.querySelector('#root') as HTMLElement;
const moveFocus = (next: string | undefined): void => {
  if (next !== undefined) document.querySelector<HTMLElement>(next)?.focus();
};
const place = { browser, memory, log, redraw: (next?: string) => void refresh().then(() => moveFocus(next)) };
const form = newForm(navigator.userAgent);
const session: SessionForm = { step: { kind: 'start' }, renewalProblem: null };
const firstLines = 40;
let shownLines = firstLines;
/** Asked whether the log should be cleared. */
let isClearing = false;

function logSection(entries: readonly LogEntry[], market: string | undefined): View {
  const shown = entries.slice(0, shownLines);
  const days = new Map<string, LogEntry[]>();
  for (const entry of shown) days.set(dayText(entry.at), [...(days.get(dayText(entry.at)) ?? []), entry]);
  const hidden = entries.length - shown.length;
  const showMore = () => {
    shownLines += 200;
    place.redraw();
  };
  return section(
    { id: 'log', title: messages.logTitle, lead: messages.logLead, isNext: true },
    entries.length === 0 && h('p', { class: 'empty' }, messages.logEmpty),
    ...[...days].map(([name, lines]) =>
      h(
        'div',
        { class: 'day', key: name },
        h('h3', { class: 'lab' }, name),
        h('ol', {}, ...lines.map((line) => logRow(line, market))),
      ),
    ),
    entries.length > 0 &&
      h(
        'div',
        { class: 'acts' },
        hidden > 0 &&
          button({ name: 'more', text: messages.logMore(Math.min(hidden, 200)), look: 'line', onclick: showMore }),
        !isClearing && button({ text: messages.logClear, look: 'bare', onclick: askToClear(true) }),
      ),
    isClearing &&
      question({
        text: messages.logClearAsk,
        yes: messages.logClearYes,
        no: messages.logClearNo,
        onYes: () => void clearLog(),
        onNo: askToClear(false),
      }),
  );
}

const askToClear = (wants: boolean) => () => {
  isClearing = wants;
  place.redraw();
};

async function clearLog(): Promise<void> {
  isClearing = false;
  shownLines = firstLines;
  await log.clear();
  place.redraw('#log-title');
}

function logRow(entry: LogEntry, market: string | undefined): View {
  const { text, detail, tone } = logLine(entry);
  return h(
    'li',
    { class: tone },
    h('time', { datetime: new Date(entry.at).toISOString() }, preciseTime(entry.at)),
    h('p', {}, inPlace(text, market), detail !== null && h('small', {}, ` ${inPlace(detail, market)}`)),
  );
}

const maySection = (market: string | undefined): View =>
  section(
    { id: 'may', title: messages.mayTitle, lead: messages.mayLead },
    h('ul', { class: 'list' }, ...messages.may.map((text) => h('li', {}, text))),
    h('h3', { class: 'h-head' }, messages.mayNotTitle),
    h('ul', { class: 'list not' }, ...messages.mayNot.map((text) => h('li', {}, inPlace(text, market)))),
  );

const recordSection = (market: string | undefined): View =>
  section(
    { id: 'record', title: inPlace(messages.recordTitle, market), lead: inPlace(messages.recordLead, market) },
    h('a', { class: 'btn line', href: 'record.html' }, messages.recordOpen),
  );

function sections(
  known: Remembered,
  { mayUseMarket, mayReadCookies, entries }: { mayUseMarket: boolean; mayReadCookies: boolean; entries: LogEntry[] },
): View[] {
  const { pairing } = known;
  const market = pairing?.marketplace;
  const sessionPart = sessionSection(place, session, { known, mayReadCookies });
  return [
    pairing === undefined ? pairingSection(place, form) : pairedSection(place, form, pairing),
    ...(pairing !== undefined && !mayUseMarket ? [permissionSection(place, form, pairing)] : []),
    logSection(entries, market),
    ...(sessionPart === null ? [] : [sessionPart]),
    maySection(market),
    recordSection(market),
  ];
}

let isFirst = true;
async function refresh(): Promise<void> {
  const known = await memory.read();
  const market = known.pairing?.marketplace;
  const may = (wanted: { origins?: string[]; permissions?: string[] }) => browser.permissions.contains(wanted);
  const [mayUseMarket, mayReadCookies, entries] = await Promise.all([
    market !== undefined && may({ origins: [patternOf(market)] }),
    may(cookiePermission),
    log.read(),
  ]);
  const { stamp } = situation(situationOf(known, mayUseMarket, Date.now()));
  draw(root, [
    h(
      'div',
      { class: 'wrap' },
      bar(stamp),
      h(
        'main',
        {},
        h('h1', { class: 'sr' }, screenMessages.title),
        ...sections(known, { mayUseMarket, mayReadCookies, entries }),
      ),
    ),
  ]);
  if (isFirst && location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  isFirst = false;
}

memory.watch(() => void refresh());
void refresh();
void browser.runtime.sendMessage('wake');
