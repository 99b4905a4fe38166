// Sends the marketplace session to the server, after the seller saw which cookies that are.

import { inPlace, optionMessages as messages } from '../messages/screens.ts';
import type { BrowserApi, Cookie } from '../platform/browser.ts';
import type { Log } from '../platform/log.ts';
import type { Memory, Pairing, Remembered } from '../platform/memory.ts';
import { chooseRenewal, importSession } from '../worker/server.ts';
import { cookiePermission, exportedSession, readCookies, sessionEvent } from '../worker/session.ts';
import { button, section, takesFocus } from './parts.ts';
import { type Renewal, renewalOf } from './renewal.ts';
import { h, type View } from './view.ts';

type SessionStep =
  | { kind: 'start' }
  | { kind: 'reading' }
  | { kind: 'problem'; text: string }
  | { kind: 'asked'; cookies: Cookie[]; isBusy: boolean }
  | { kind: 'sent' };
/** `renewalProblem`: why the switch couldn't be turned on. */
export type SessionForm = { step: SessionStep; renewalProblem: string | null };
type Place = { browser: BrowserApi; memory: Memory; log: Log; redraw: () => void };

export function sessionSection(
  place: Place,
  form: SessionForm,
  { known, mayReadCookies }: { known: Remembered; mayReadCookies: boolean },
): View | null {
  const { pairing } = known;
  if (pairing === undefined) return null;
  const renewal = renewalOf(known, mayReadCookies);
  const isOn = renewal === 'on' || renewal === 'nothing';
  return section(
    { id: 'session', title: messages.sessionTitle, lead: inPlace(messages.sessionLead, pairing.marketplace) },
    stepView(place, form, { pairing, renews: isOn }),
    h(
      'div',
      { class: 'switchrow' },
      h(
        'div',
        {},
        h('b', { id: 'renew-title' }, messages.renewTitle),
        h('p', { id: 'renew-text' }, messages.renewText),
        h('p', { id: 'renew-why', class: isOn ? null : 'why', role: 'status' }, whyNot(renewal)),
      ),
      h(
        'span',
        { class: 'switch' },
        h('input', {
          type: 'checkbox',
          role: 'switch',
          checked: isOn,
          'aria-labelledby': 'renew-title',
          'aria-describedby': 'renew-text renew-why',
          onchange: (event: Event) =>
            void changeRenewal(place, form, { pairing, wants: (event.target as HTMLInputElement).checked }),
        }),
        h('i', { 'aria-hidden': 'true' }),
      ),
    ),
    h('div', { role: 'alert' }, form.renewalProblem !== null && h('p', { class: 'err' }, form.renewalProblem)),
  );
}

function whyNot(renewal: Renewal): string | null {
  if (renewal === 'nothing') return messages.renewNothing;
  return renewal === 'in_hangtag' || renewal === 'no_cookies' ? messages.renewOff[renewal] : null;
}

/** The browser asks for its permission to read cookies, and the server for a session only if it knows the choice. */
async function changeRenewal(
  place: Place,
  form: SessionForm,
  { pairing, wants }: { pairing: Pairing; wants: boolean },
): Promise<void> {
  const { browser, memory, redraw } = place;
  const asked = wants ? browser.permissions.request(cookiePermission).catch(() => false) : Promise.resolve(true);
  form.renewalProblem = (await asked) ? await saveRenewalChoice(pairing, wants) : messages.renewDenied;
  // A seller who turned it off sees it off, even if the server can't be reached.
  const isOn = wants && form.renewalProblem === null;
  if (!wants) form.renewalProblem = null;
  const { server } = await memory.read();
  // The next poll brings what the server knows. Until then, the screen must not say that it is off.
  await memory.write({
    renewsSession: isOn || undefined,
    ...(isOn && server && { server: { ...server, renewsSession: true } }),
  });
  redraw();
}

/** Resolves to what to tell the seller; null if the server knows it now. */
async function saveRenewalChoice(pairing: Pairing, wants: boolean): Promise<string | null> {
  const reply = await chooseRenewal({ fetch: (...call) => fetch(...call) }, pairing, wants);
  if (reply.kind === 'ok') return null;
  return reply.kind === 'refused' && reply.message !== ''
    ? messages.renewFailed(reply.message)
    : messages.sessionTryLater;
}

function stepView(place: Place, form: SessionForm, { pairing, renews }: { pairing: Pairing; renews: boolean }): View {
  const { step } = form;
  const go = (next: SessionStep): void => {
    form.step = next;
    place.redraw();
  };
  const start = button({
    name: 'ask',
    text: step.kind === 'reading' ? messages.sessionReading : messages.sessionAsk,
    look: 'line',
    isBusy: step.kind === 'reading',
    onclick: () => void ask(place, pairing, go),
  });
  if (step.kind === 'sent') return h('p', { class: 'done', role: 'status', ...takesFocus }, messages.sessionSent);
  if (step.kind !== 'asked')
    return h(
      'div',
      { class: 'step' },
      step.kind === 'problem' && h('p', { class: 'err', role: 'alert' }, inPlace(step.text, pairing.marketplace)),
      start,
    );
  return h(
    'div',
    { class: 'ask', role: 'group', 'aria-labelledby': 'session-which', ...takesFocus },
    h('p', { id: 'session-which' }, h('b', {}, messages.sessionWhich(pairing.serverName))),
    h(
      'dl',
      { class: 'facts' },
      ...step.cookies.map(({ name }) =>
        h('div', {}, h('dt', {}, h('code', {}, name)), h('dd', {}, messages.cookieOf[name] ?? '')),
      ),
    ),
    h('p', { class: 'small mute' }, messages.sessionOthers),
    h(
      'div',
      { class: 'acts' },
      button({
        name: 'send',
        text: step.isBusy ? messages.sessionSending : messages.sessionSend,
        look: 'pri',
        isBusy: step.isBusy,
        onclick: () => void send(place, { pairing, cookies: step.cookies, renews }, go),
      }),
      button({ text: messages.sessionCancel, look: 'line', onclick: () => go({ kind: 'start' }) }),
    ),
  );
}

type Go = (step: SessionStep) => void;

async function ask({ browser }: Place, { marketplace }: Pairing, go: Go): Promise<void> {
  const asked = browser.permissions.request(cookiePermission).catch(() => false);
  go({ kind: 'reading' });
  if (!(await asked)) return go({ kind: 'problem', text: messages.sessionDenied });
  const session = await readCookies(browser, marketplace);
  if (session === null) return go({ kind: 'problem', text: messages.sessionDenied });
  if (!session.hasSession) return go({ kind: 'problem', text: messages.sessionNone });
  go({ kind: 'asked', cookies: session.cookies, isBusy: false });
}

async function send(
  { log }: Place,
  { pairing, cookies, renews }: { pairing: Pairing; cookies: Cookie[]; renews: boolean },
  go: Go,
): Promise<void> {
  go({ kind: 'asked', cookies, isBusy: true });
  const sent = { session: exportedSession(cookies), renewsSession: renews };
  const reply = await importSession({ fetch: (...call) => fetch(...call) }, pairing, sent);
  await log.add({ at: Date.now(), kind: 'event', event: sessionEvent(reply.kind, 'seller') });
  if (reply.kind === 'ok') return go({ kind: 'sent' });
  if (reply.kind === 'refused') return go({ kind: 'problem', text: messages.sessionFailed(reply.message) });
  go({ kind: 'problem', text: messages.sessionTryLater });
}
