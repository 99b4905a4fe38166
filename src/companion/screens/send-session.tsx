// Sends the marketplace session to the server, after the seller saw which cookies that are.

import type { BrowserApi, Cookie } from '../platform/browser.ts';
import type { Log } from '../platform/log.ts';
import type { Memory, Pairing, Remembered } from '../platform/memory.ts';
import { inPlace, type Renewal, renewalOf } from '../platform/situation.ts';
import {
  chooseRenewal,
  cookiePermission,
  exportedSession,
  importSession,
  readCookies,
  sessionEvent,
} from '../worker/server.ts';
import { button, Section, takesFocus } from './parts.tsx';

type SessionStep =
  | { kind: 'start' }
  | { kind: 'reading' }
  | { kind: 'problem'; text: string }
  | { kind: 'asked'; cookies: Cookie[]; isBusy: boolean }
  | { kind: 'sent' };
/** `renewalProblem`: why the switch couldn't be turned on. */
export type SessionForm = { step: SessionStep; renewalProblem: string | null };
type Extension = { browser: BrowserApi; memory: Memory; log: Log; redraw: () => void };

type Shown = { extension: Extension; form: SessionForm; known: Remembered; mayReadCookies: boolean };

export function SessionSection({ extension, form, known, mayReadCookies }: Shown) {
  const { pairing } = known;
  if (pairing === undefined) return null;
  const renewal = renewalOf(known, mayReadCookies);
  const isOn = renewal === 'on' || renewal === 'nothing';
  return (
    <Section
      id="session"
      title="Let your Hangtag work while this computer is off"
      lead={inPlace(
        'Your Hangtag can use your Poshmark session itself. The companion reads a few cookies of Poshmark, once, and sends them to your Hangtag, which stores them encrypted. You don’t need this to share from this browser.',
        pairing.marketplace,
      )}
    >
      <Steps extension={extension} form={form} pairing={pairing} renews={isOn} />
      <div class="switchrow">
        <div>
          <b id="renew-title">Renew it automatically</b>
          <p id="renew-text">
            When the session on your Hangtag ends, the companion sends it the current one, at most once an hour.
          </p>
          <p id="renew-why" class={isOn ? undefined : 'why'} role="status">
            {whyNot[renewal]}
          </p>
        </div>
        <span class="switch">
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
            role="switch"
            checked={isOn}
            aria-labelledby="renew-title"
            aria-describedby="renew-text renew-why"
            onChange={({ currentTarget }) =>
              void changeRenewal(extension, form, { pairing, wants: currentTarget.checked })
            }
          />
          <i aria-hidden="true" />
        </span>
      </div>
      <div role="alert">{form.renewalProblem !== null && <p class="err">{form.renewalProblem}</p>}</div>
    </Section>
  );
}

/** Why the switch does nothing now. */
const whyNot: Partial<Record<Renewal, string>> = {
  nothing: 'Your Hangtag has no session of its own now, so there is nothing to renew.',
  in_hangtag: 'This is off in your Hangtag. Turn it on here to let this browser renew the session again.',
  no_cookies: 'Your browser doesn’t let the companion read cookies anymore. Turn this on to be asked again.',
};

/** The browser asks for its permission to read cookies, and the server for a session only if it knows the choice. */
async function changeRenewal(
  extension: Extension,
  form: SessionForm,
  { pairing, wants }: { pairing: Pairing; wants: boolean },
): Promise<void> {
  const { browser, memory, redraw } = extension;
  const asked = wants ? browser.permissions.request(cookiePermission).catch(() => false) : Promise.resolve(true);
  form.renewalProblem = (await asked)
    ? await saveRenewalChoice(pairing, wants)
    : 'Your browser didn’t allow the companion to read cookies, so it can’t renew the session.';
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
  const reply = await chooseRenewal({ fetch }, pairing, wants);
  if (reply.kind === 'ok') return null;
  return reply.kind === 'refused' && reply.message !== '' ? `Not turned on. ${reply.message}` : tryLater;
}

const tryLater = 'Can’t reach your Hangtag. Try again in a moment.';

const cookieNames: Record<string, string> = {
  jwt: 'your session',
  ui: 'your closet name',
  _csrf: 'the token for changes',
  __ssid: 'this visit',
  esid: 'your session’s number',
  ses_exp: 'when the session ends',
  max_auth_exp: 'when the sign-in ends',
};

type StepsShown = { extension: Extension; form: SessionForm; pairing: Pairing; renews: boolean };

function Steps({ extension, form, pairing, renews }: StepsShown) {
  const { step } = form;
  const go = (next: SessionStep): void => {
    form.step = next;
    extension.redraw();
  };
  if (step.kind === 'sent')
    return (
      <p class="done" role="status" {...takesFocus}>
        Sent. Your Hangtag uses this session now.
      </p>
    );
  if (step.kind !== 'asked') {
    const isBusy = step.kind === 'reading';
    const text = isBusy ? 'Reading…' : 'Use my session on the server';
    return (
      <div class="step">
        {step.kind === 'problem' && (
          <p class="err" role="alert">
            {inPlace(step.text, pairing.marketplace)}
          </p>
        )}
        {button({ name: 'ask', text, look: 'line', isBusy, onClick: () => void ask(extension, pairing, go) })}
      </div>
    );
  }
  const { cookies, isBusy } = step;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a border and a legend of its own
    <div class="ask" role="group" aria-labelledby="session-which" {...takesFocus}>
      <p id="session-which">
        <b>Send these cookies to {pairing.serverName}?</b>
      </p>
      <dl class="facts">
        {cookies.map(({ name }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{cookieNames[name]}</dd>
          </div>
        ))}
      </dl>
      <p class="small mute">All other cookies stay in this browser.</p>
      <div class="acts">
        {button({
          name: 'send',
          text: isBusy ? 'Sending…' : 'Send them',
          look: 'pri',
          isBusy,
          onClick: () => void send(extension, { pairing, cookies, renews }, go),
        })}
        {button({ text: 'Don’t send', look: 'line', onClick: () => go({ kind: 'start' }) })}
      </div>
    </div>
  );
}

type Go = (step: SessionStep) => void;
const cookiesDenied = 'Your browser didn’t allow the companion to read cookies. Nothing was sent.';

async function ask({ browser }: Extension, { marketplace }: Pairing, go: Go): Promise<void> {
  const asked = browser.permissions.request(cookiePermission).catch(() => false);
  go({ kind: 'reading' });
  if (!(await asked)) return go({ kind: 'problem', text: cookiesDenied });
  const session = await readCookies(browser, marketplace);
  if (session === null) return go({ kind: 'problem', text: cookiesDenied });
  if (!session.hasSession)
    return go({ kind: 'problem', text: 'You aren’t signed in to Poshmark in this browser. Sign in there first.' });
  go({ kind: 'asked', cookies: session.cookies, isBusy: false });
}

async function send(
  { log }: Extension,
  { pairing, cookies, renews }: { pairing: Pairing; cookies: Cookie[]; renews: boolean },
  go: Go,
): Promise<void> {
  go({ kind: 'asked', cookies, isBusy: true });
  const sent = { session: exportedSession(cookies), renewsSession: renews };
  const reply = await importSession({ fetch }, pairing, sent);
  await log.add({ at: Date.now(), kind: 'event', event: sessionEvent(reply.kind, 'seller') });
  if (reply.kind === 'ok') return go({ kind: 'sent' });
  if (reply.kind === 'refused')
    return go({ kind: 'problem', text: `Your Hangtag didn’t keep this session. ${reply.message}`.trim() });
  go({ kind: 'problem', text: tryLater });
}
