// Pairing: the form, what can go wrong with it, and the permission for the marketplace.

import { CompanionPair } from '#contract/companion/extension.ts';
import { originMistake } from '#marketplace/protocol/origin.ts';
import { closeOwnTab } from '../carry/marketplace-tab.ts';
import { inPlace, marketName, optionMessages as messages, screenMessages } from '../messages/screens.ts';
import { type BrowserApi, patternOf } from '../platform/browser.ts';
import type { Log } from '../platform/log.ts';
import { forgetPairing, type Memory, type Pairing } from '../platform/memory.ts';
import { pair, unpair } from '../worker/server.ts';
import { cookiePermission } from '../worker/session.ts';
import { dayText } from './format.ts';
import { button, field, question, section } from './parts.ts';
import { h, type View } from './view.ts';

type Errors = { address?: string; code?: string; name?: string; form?: string };
type PairingForm = {
  address: string;
  code: string;
  name: string;
  errors: Errors;
  isBusy: boolean;
  /** Asked whether the pairing should end. */
  isEnding: boolean;
  /** The seller answered the browser's question about the marketplace with no. */
  wasDenied: boolean;
};
/** `redraw` moves the focus to what `next` selects, if that is on the page. */
type Place = { browser: BrowserApi; memory: Memory; log: Log; redraw: (next?: string) => void };

/** "Chrome on Windows", as far as the browser says. */
function browserName(agent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([mark]) => mark.test(agent))?.[1];
  const browser = find([
    [/Firefox\//, 'Firefox'],
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Chrom(e|ium)\//, 'Chrome'],
  ]);
  const system = find([
    [/Windows/, 'Windows'],
    [/CrOS/, 'a Chromebook'],
    [/Mac OS X/, 'a Mac'],
    [/Android/, 'Android'],
    [/Linux/, 'Linux'],
  ]);
  return system === undefined ? (browser ?? 'My browser') : `${browser ?? 'Browser'} on ${system}`;
}

export const newForm = (agent: string): PairingForm => ({
  address: '',
  code: '',
  name: browserName(agent),
  errors: {},
  isBusy: false,
  isEnding: false,
  wasDenied: false,
});

/** The origin that a seller means: `hangtag.example` is https, and a private host http. null if it is no address. */
function originOf(typed: string): string | null {
  const text = typed.trim();
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\])/.test(text);
  const whole = /^https?:\/\//i.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`;
  return text !== '' && URL.canParse(whole) ? new URL(whole).origin : null;
}

function check(form: PairingForm): { server: string; code: string; name: string } | Errors {
  const errors: Errors = {};
  const server = originOf(form.address);
  if (server === null) errors.address = messages.noAddress;
  // `originOf` leaves nothing else that could be wrong.
  else if (originMistake(server) !== null) errors.address = messages.plainHttp;
  const parsed = CompanionPair.shape.code.safeParse(form.code);
  if (!parsed.success) errors.code = messages.noCode;
  const name = form.name.trim().slice(0, 60);
  if (name === '') errors.name = messages.noName;
  if (server === null || !parsed.success || Object.keys(errors).length > 0) return errors;
  return { server, code: parsed.data, name };
}

/** Called by the click itself: a browser shows its question about permissions only then. */
async function submit(place: Place, form: PairingForm): Promise<void> {
  const given = check(form);
  if (!('server' in given)) {
    form.errors = given;
    place.redraw();
    const first = (['address', 'code', 'name'] as const).find((key) => given[key] !== undefined);
    if (first !== undefined) document.getElementById(`pair-${first}`)?.focus();
    return;
  }
  const asked = place.browser.permissions.request({ origins: [patternOf(given.server)] });
  form.errors = {};
  form.isBusy = true;
  place.redraw();
  form.errors = (await asked.catch(() => false)) ? await tryToPair(place, given) : { form: messages.notAllowed };
  form.isBusy = false;
  const isPaired = Object.keys(form.errors).length === 0;
  if (isPaired) form.code = '';
  place.redraw(isPaired ? '#allow button' : '.field.bad input');
}

async function tryToPair(
  { memory, log, browser }: Place,
  { server, code, name }: { server: string; code: string; name: string },
): Promise<Errors> {
  const reply = await pair({ fetch: (...call) => fetch(...call) }, server, { code, name });
  if (reply.kind === 'unreachable') return { address: messages.unreachable };
  if (reply.kind === 'other_version')
    return { form: reply.older === 'server' ? messages.oldServer : messages.oldCompanion };
  if (reply.kind === 'revoked') return { code: messages.codeRejected };
  if (reply.kind === 'refused') return reply.message === '' ? { address: messages.noHangtag } : { code: reply.message };
  const { token, serverName, closet, marketplace } = reply.value;
  const origin = URL.canParse(marketplace) ? new URL(marketplace).origin : '';
  if (origin === '' || originMistake(origin) !== null) return { form: messages.noHangtag };
  const pairing: Pairing = { server, token, serverName, closet, marketplace: origin, name, pairedAt: Date.now() };
  await memory.write({ pairing, unpaired: undefined, isPaused: undefined, contact: undefined, attention: undefined });
  await log.add({ at: Date.now(), kind: 'event', event: 'paired' });
  void browser.runtime.sendMessage('wake');
  return {};
}

export function pairingSection(place: Place, form: PairingForm): View {
  const typed = (key: 'address' | 'code' | 'name') => (text: string) => {
    form[key] = text;
  };
  return section(
    { id: 'pair', title: messages.pairTitle, lead: messages.pairLead, isNext: true },
    h(
      'form',
      {
        class: 'form',
        novalidate: true,
        onsubmit: (event: Event) => {
          event.preventDefault();
          if (!form.isBusy) void submit(place, form);
        },
      },
      field({
        id: 'pair-address',
        label: messages.address,
        hint: messages.addressHint,
        error: form.errors.address ?? null,
        value: form.address,
        oninput: typed('address'),
        more: { inputmode: 'url', autocomplete: 'url', spellcheck: 'false', autocapitalize: 'none' },
      }),
      h(
        'div',
        { class: 'pair' },
        field({
          id: 'pair-code',
          label: messages.code,
          hint: messages.codeHint,
          error: form.errors.code ?? null,
          value: form.code,
          oninput: typed('code'),
          more: {
            autocomplete: 'one-time-code',
            spellcheck: 'false',
            autocapitalize: 'characters',
            class: 'input code',
          },
        }),
        field({
          id: 'pair-name',
          label: messages.name,
          hint: messages.nameHint,
          error: form.errors.name ?? null,
          value: form.name,
          oninput: typed('name'),
          more: { maxlength: '60', autocomplete: 'off' },
        }),
      ),
      form.errors.form !== undefined && h('p', { class: 'err', role: 'alert' }, form.errors.form),
      h(
        'button',
        { type: 'submit', class: 'btn pri', 'aria-disabled': form.isBusy ? 'true' : null },
        form.isBusy ? messages.pairing : messages.submit,
      ),
    ),
  );
}

export function pairedSection(place: Place, form: PairingForm, pairing: Pairing): View {
  const rows: [string, string][] = [
    [messages.server, pairing.server.replace(/^https:\/\//, '')],
    [messages.closet, pairing.closet === null ? messages.noCloset : `@${pairing.closet}`],
    [messages.browserName, pairing.name],
    [messages.pairedSince, dayText(pairing.pairedAt)],
    [messages.version, place.browser.runtime.getManifest().version],
  ];
  const ask = (isEnding: boolean) => () => {
    form.isEnding = isEnding;
    place.redraw();
  };
  return section(
    { id: 'pair', title: messages.pairedTitle, isNext: true },
    h('dl', { class: 'facts' }, ...rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    form.isEnding
      ? question({
          text: messages.unpairAsk,
          yes: messages.unpairYes,
          no: messages.unpairNo,
          onYes: () => void end(place, form, pairing),
          onNo: ask(false),
        })
      : button({ text: messages.unpair, look: 'line', onclick: ask(true) }),
  );
}

async function end({ memory, log, browser, redraw }: Place, form: PairingForm, pairing: Pairing): Promise<void> {
  form.isEnding = false;
  await closeOwnTab({ browser, memory });
  // First here: the pairing ends even if the server can't be reached.
  await forgetPairing(memory, { because: 'by_seller', server: pairing.server });
  await log.add({ at: Date.now(), kind: 'event', event: 'unpaired' });
  redraw('#pair-address');
  await unpair({ fetch: (...call) => fetch(...call) }, pairing);
  const origins = [...new Set([patternOf(pairing.server), patternOf(pairing.marketplace)])];
  await browser.permissions.remove({ origins }).catch(() => false);
  await browser.permissions.remove(cookiePermission).catch(() => false);
}

/** The second step of pairing, and whenever the seller took the permission away. */
export function permissionSection({ browser, redraw }: Place, form: PairingForm, { marketplace }: Pairing): View {
  const { host } = new URL(marketplace);
  return section(
    { id: 'allow', title: inPlace(messages.stepTwo, marketplace), lead: messages.stepTwoText },
    button({
      text: screenMessages.allow(marketName(marketplace) === 'Poshmark' ? 'poshmark.com' : host),
      look: 'pri',
      onclick: () => {
        const asked = browser.permissions.request({ origins: [patternOf(marketplace)] }).catch(() => false);
        void asked.then((isAllowed) => {
          form.wasDenied = !isAllowed;
          void browser.runtime.sendMessage('wake');
          redraw(isAllowed ? '#pair-title' : undefined);
        });
      },
    }),
    form.wasDenied && h('p', { class: 'err', role: 'alert' }, screenMessages.denied),
  );
}
