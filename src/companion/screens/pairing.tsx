// Pairing: the form, what can go wrong with it, and the permission for the marketplace.

import { CompanionPair } from '#contract/companion/extension.ts';
import { originMistake } from '#marketplace/protocol/origin.ts';
import { closeOwnTab } from '../carry/marketplace-tab.ts';
import { type BrowserApi, patternOf } from '../platform/browser.ts';
import type { Log } from '../platform/log.ts';
import { forgetPairing, type Memory, type Pairing } from '../platform/memory.ts';
import { allowText, deniedText, inPlace } from '../platform/situation.ts';
import { cookiePermission, pair, unpair } from '../worker/server.ts';
import { button, Field, question, Section } from './parts.tsx';
import { dayText } from './texts.ts';

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
type Extension = { browser: BrowserApi; memory: Memory; log: Log; redraw: (next?: string) => void };

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

/** `hash`: of this page's address. It has the address and the code if the companion was clicked on a page of Hangtag. */
export const newForm = (agent: string, hash: string): PairingForm => ({
  address: '',
  code: '',
  name: browserName(agent),
  errors: {},
  isBusy: false,
  isEnding: false,
  wasDenied: false,
  ...Object.fromEntries(new URLSearchParams(hash)),
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
  if (server === null) errors.address = 'Enter the address of your Hangtag.';
  // `originOf` leaves nothing else that could be wrong.
  else if (originMistake(server) !== null)
    errors.address = 'Use https:// for this address. Plain http:// works only on this computer or in your own network.';
  const parsed = CompanionPair.shape.code.safeParse(form.code);
  if (!parsed.success) errors.code = 'Enter the 8 letters and digits that Hangtag shows.';
  const name = form.name.trim().slice(0, 60);
  if (name === '') errors.name = 'Give this browser a name.';
  if (server === null || !parsed.success || Object.keys(errors).length > 0) return errors;
  return { server, code: parsed.data, name };
}

/** Called by the click itself: a browser shows its question about permissions only then. */
async function submit(extension: Extension, form: PairingForm): Promise<void> {
  const given = check(form);
  if (!('server' in given)) {
    form.errors = given;
    extension.redraw();
    const first = (['address', 'code', 'name'] as const).find((key) => given[key] !== undefined);
    if (first !== undefined) document.getElementById(`pair-${first}`)?.focus();
    return;
  }
  const asked = extension.browser.permissions.request({ origins: [patternOf(given.server)] });
  form.errors = {};
  form.isBusy = true;
  extension.redraw();
  form.errors = (await asked.catch(() => false))
    ? await tryToPair(extension, given)
    : { form: 'Choose Allow when your browser asks, to pair it.' };
  form.isBusy = false;
  const isPaired = Object.keys(form.errors).length === 0;
  if (isPaired) form.code = '';
  extension.redraw(isPaired ? '#allow button' : '.field.bad input');
}

const noHangtag = 'Something other than Hangtag answered at this address.';

async function tryToPair(
  { memory, log, browser }: Extension,
  { server, code, name }: { server: string; code: string; name: string },
): Promise<Errors> {
  const reply = await pair({ fetch }, server, { code, name });
  if (reply.kind === 'unreachable')
    return {
      address: 'Can’t reach a Hangtag at this address. Check it by opening it in a tab.',
    };
  if (reply.kind === 'other_version')
    return {
      form:
        reply.older === 'server'
          ? 'That Hangtag is older than this companion. Update it first.'
          : 'That Hangtag is newer than this companion. Install the companion from it again.',
    };
  if (reply.kind === 'revoked')
    return {
      code: 'That code is mistyped, used, or older than 10 minutes. Check it, or get a new one in Hangtag.',
    };
  if (reply.kind === 'refused') return reply.message === '' ? { address: noHangtag } : { code: reply.message };
  const { token, serverName, closet, marketplace } = reply.value;
  const origin = URL.canParse(marketplace) ? new URL(marketplace).origin : '';
  if (origin === '' || originMistake(origin) !== null) return { form: noHangtag };
  const pairing: Pairing = { server, token, serverName, closet, marketplace: origin, name, pairedAt: Date.now() };
  await memory.write({ pairing, unpaired: undefined, isPaused: undefined, contact: undefined, attention: undefined });
  await log.add({ at: Date.now(), kind: 'event', event: 'paired' });
  void browser.runtime.sendMessage('wake');
  return {};
}

export function PairingSection({ extension, form }: { extension: Extension; form: PairingForm }) {
  const { errors, isBusy } = form;
  const shared = (key: 'address' | 'code' | 'name') => ({
    id: `pair-${key}`,
    error: errors[key],
    value: form[key],
    onText(text: string) {
      form[key] = text;
    },
  });
  return (
    <Section
      id="pair"
      title="Pair this browser"
      lead="On your Hangtag dashboard, choose “Your browser”, then click this extension in the toolbar: it fills this in."
      isNext
    >
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit(extension, form);
        }}
      >
        <Field
          {...shared('address')}
          label="Address of your Hangtag"
          hint="For example https://hangtag.example"
          input={{ inputMode: 'url', autocomplete: 'url', spellcheck: false, autocapitalize: 'none' }}
        />
        <div class="pair">
          <Field
            {...shared('code')}
            label="Pairing code"
            hint="8 letters and digits"
            input={{
              autocomplete: 'one-time-code',
              spellcheck: false,
              autocapitalize: 'characters',
              class: 'input code',
            }}
          />
          <Field
            {...shared('name')}
            label="Name of this browser"
            hint="Shown in your Hangtag."
            input={{ maxLength: 60, autocomplete: 'off' }}
          />
        </div>
        {errors.form !== undefined && (
          <p class="err" role="alert">
            {errors.form}
          </p>
        )}
        <button type="submit" class="btn pri" aria-disabled={isBusy ? 'true' : undefined}>
          {isBusy ? 'Pairing…' : 'Pair'}
        </button>
      </form>
    </Section>
  );
}

type Paired = { extension: Extension; form: PairingForm; pairing: Pairing };

export function PairedSection({ extension, form, pairing }: Paired) {
  const rows = [
    ['Your Hangtag', pairing.server.replace(/^https:\/\//, '')],
    ['Closet', pairing.closet === null ? 'None connected yet' : `@${pairing.closet}`],
    ['Name', pairing.name],
    ['Paired since', dayText(pairing.pairedAt)],
    ['Version', extension.browser.runtime.getManifest().version],
  ];
  const ask = (isEnding: boolean) => () => {
    form.isEnding = isEnding;
    extension.redraw();
  };
  return (
    <Section id="pair" title="This browser" isNext>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {form.isEnding
        ? question({
            text: 'End the pairing? Nothing is shared from this browser after that.',
            yes: 'End it',
            no: 'Keep it',
            onYes: () => void end(extension, form, pairing),
            onNo: ask(false),
          })
        : button({ text: 'End the pairing', look: 'line', onClick: ask(true) })}
    </Section>
  );
}

async function end({ memory, log, browser, redraw }: Extension, form: PairingForm, pairing: Pairing): Promise<void> {
  form.isEnding = false;
  await closeOwnTab({ browser, memory });
  // First here: the pairing ends even if the server can't be reached.
  await forgetPairing(memory, { because: 'by_seller', server: pairing.server });
  await log.add({ at: Date.now(), kind: 'event', event: 'unpaired' });
  redraw('#pair-address');
  await unpair({ fetch }, pairing);
  const origins = [...new Set([patternOf(pairing.server), patternOf(pairing.marketplace)])];
  await browser.permissions.remove({ origins }).catch(() => false);
  await browser.permissions.remove(cookiePermission).catch(() => false);
}

/** The second step of pairing, and whenever the seller took the permission away. */
export function PermissionSection({ extension: { browser, redraw }, form, pairing: { marketplace } }: Paired) {
  const allow = () => {
    const asked = browser.permissions.request({ origins: [patternOf(marketplace)] }).catch(() => false);
    void asked.then((isAllowed) => {
      form.wasDenied = !isAllowed;
      void browser.runtime.sendMessage('wake');
      redraw(isAllowed ? '#pair-title' : undefined);
    });
  };
  return (
    <Section
      id="allow"
      title={inPlace('Allow the companion to work on Poshmark', marketplace)}
      lead="Your browser asks you once. The companion can use this site and your Hangtag, and no other."
    >
      {button({ text: allowText(marketplace), look: 'pri', onClick: allow })}
      {form.wasDenied && (
        <p class="err" role="alert">
          {deniedText}
        </p>
      )}
    </Section>
  );
}
