import { describe, expect, it } from 'vitest';
import type { Answerer, Tailscale, TailscaleChange } from '#domain/ports/this-computer.ts';
import { createPhone, phoneHttp } from '#server/features/phone/phone.ts';

const here = { address: '127.0.0.1', userAgent: '', forwarded: false };
const elsewhere = { ...here, forwarded: true };
const ada = { id: '1', isGuest: false };
const tailnet = 'https://ada-laptop.tail1234.ts.net';

/** Hangtag on a computer that has this. */
function onComputer({
  tailscale = { kind: 'missing' } as Tailscale,
  change = { kind: 'done' } as TailscaleChange,
  answerer = 'hangtag' as Answerer,
  publicUrl = null as string | null,
} = {}) {
  let now = tailscale;
  const told: boolean[] = [];
  const phone = createPhone({
    publicUrl: publicUrl === null ? null : new URL(publicUrl),
    port: 5000,
    computer: {
      findTailscale: async () => now,
      async serveOverTailscale(_, isOn) {
        told.push(isOn);
        if (change.kind === 'done') now = { kind: isOn ? 'on' : 'ready', address: tailnet, isPublic: false };
        return change;
      },
      whoAnswersAt: async () => answerer,
    },
  });
  return { phone, told, http: phoneHttp(phone) };
}

describe('the way that a phone has', () => {
  it.each([
    ['works', 'https://hangtag.example', 'hangtag', 'https://hangtag.example'],
    ['other', 'https://hangtag.example', 'other', 'https://hangtag.example'],
    ['nothing', 'https://hangtag.example', 'nothing', 'https://hangtag.example'],
    ['bad_certificate', 'https://hangtag.example', 'bad_certificate', 'https://hangtag.example'],
    ['not_https', 'http://hangtag.example', 'hangtag', null],
    ['only_here', 'https://localhost', 'hangtag', null],
  ] as const)('through its own domain: %s', async (state, publicUrl, answerer, address) => {
    const { http } = onComputer({ publicUrl, answerer, tailscale: { kind: 'ready', address: tailnet } });
    const ways = await http.ways({ user: ada, client: here });
    expect(ways).toEqual({ address, domain: { origin: publicUrl, state }, tailscale: null, isHere: true });
  });

  it.each([
    [{ kind: 'missing' }, null, null],
    [{ kind: 'off' }, null, null],
    [{ kind: 'ready', address: tailnet }, null, tailnet],
    [{ kind: 'on', address: tailnet, isPublic: false }, tailnet, tailnet],
  ] as const)('through Tailscale: %j', async (tailscale, address, shown) => {
    const { http } = onComputer({ tailscale });
    const ways = await http.ways({ user: ada, client: here });
    expect(ways).toMatchObject({ address, domain: null, tailscale: { kind: tailscale.kind, address: shown } });
  });

  it('is shown to a browser on another computer without the name of this one', async () => {
    const { http } = onComputer({ tailscale: { kind: 'ready', address: tailnet } });
    const ways = await http.ways({ user: ada, client: elsewhere });
    expect(ways).toEqual({ address: null, domain: null, tailscale: null, isHere: false });
  });
});

describe('Tailscale', () => {
  const ready = { kind: 'ready', address: tailnet } as const;

  it('is turned on and off at the seller’s word', async () => {
    const { http, phone, told } = onComputer({ tailscale: ready });
    expect(told).toEqual([]);
    const turnedOn = await http.turnOnTailscale({ user: ada, client: here });
    expect(turnedOn).toMatchObject({ result: 'done', link: null, ways: { address: tailnet } });
    expect(phone.tailscaleAddress()?.origin).toBe(tailnet);
    expect(await http.turnOffTailscale({ user: ada, client: here })).toMatchObject({ ways: { address: null } });
    expect(phone.tailscaleAddress()).toBeNull();
    expect(told).toEqual([true, false]);
  });

  it('that has to be allowed first says where', async () => {
    const link = 'https://login.tailscale.com/f/serve?node=n1';
    const { http } = onComputer({ tailscale: ready, change: { kind: 'allow_first', link } });
    const answer = await http.turnOnTailscale({ user: ada, client: here });
    expect(answer).toMatchObject({ result: 'allow_first', link, ways: { address: null } });
  });

  it.each([
    ['from another computer', { user: ada, client: elsewhere }, null],
    ['by a demo account', { user: { ...ada, isGuest: true }, client: here }, null],
    ['where the administrator set an address', { user: ada, client: here }, 'https://hangtag.example'],
  ])('is not changed %s', async (_, input, publicUrl) => {
    const { http, told } = onComputer({ tailscale: ready, publicUrl });
    await expect(http.turnOnTailscale(input)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(http.turnOffTailscale(input)).rejects.toMatchObject({ code: 'forbidden' });
    expect(told).toEqual([]);
  });
});
