// The face of the phone feature: finds how a phone reaches this Hangtag over https, and turns Tailscale on at the seller's word.
import type { PhoneWays, TailscaleAnswer } from '#contract/phone/phone.ts';
import type { ClientInfo, Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { Failure } from '#domain/failure.ts';
import type { Tailscale, ThisComputer } from '#domain/ports/this-computer.ts';
import { isLoopback } from '#domain/text/loopback.ts';

type PhoneTools = {
  computer: ThisComputer;
  /** The address that the operator set. */
  publicUrl: URL | null;
  port: number;
};

export type Phone = ReturnType<typeof createPhone>;

/** Only one address counts: the one that the operator set, else Tailscale's. */
export function createPhone({ computer, publicUrl, port }: PhoneTools) {
  let found: Tailscale | null = null;

  /** Looks again what Tailscale does, unless another address is set. */
  const look = async (): Promise<Tailscale | null> => {
    found = publicUrl === null ? await computer.findTailscale(port) : null;
    return found;
  };
  const tailscaleAddress = (): URL | null => (found?.kind === 'on' ? new URL(found.address) : null);

  const findDomain = async (): Promise<PhoneWays['domain']> => {
    if (publicUrl === null) return null;
    const { origin, protocol, hostname } = publicUrl;
    if (isLoopback(hostname)) return { origin, state: 'only_here' };
    if (protocol !== 'https:') return { origin, state: 'not_https' };
    const answerer = await computer.whoAnswersAt(origin);
    return { origin, state: answerer === 'hangtag' ? 'works' : answerer };
  };

  const ways = async ({ isHere }: { isHere: boolean }): Promise<PhoneWays> => {
    const [domain, tailscale] = await Promise.all([findDomain(), isHere ? look() : null]);
    return {
      address: address(),
      domain,
      // A stranger to this computer has no business with its network.
      tailscale: tailscale && {
        kind: tailscale.kind,
        address: 'address' in tailscale ? tailscale.address : null,
        isPublic: tailscale.kind === 'on' && tailscale.isPublic,
      },
      isHere,
    };
  };

  const address = (): string | null => {
    if (publicUrl === null) return tailscaleAddress()?.origin ?? null;
    return publicUrl.protocol === 'https:' && !isLoopback(publicUrl.hostname) ? publicUrl.origin : null;
  };

  return {
    look,
    ways,
    /** The https address that a phone can open; null if there is none. */
    address,
    /** Tailscale's address for this Hangtag, at which its pages also work. */
    tailscaleAddress,

    /** Throws `forbidden` from another computer: nobody else may open a door of this one. */
    async turnTailscale(
      isOn: boolean,
      { isHere, isGuest }: { isHere: boolean; isGuest: boolean },
    ): Promise<TailscaleAnswer> {
      if (isGuest) throw new Failure('forbidden', 'Demo accounts can’t do this. Register instead.');
      if (!isHere || publicUrl !== null)
        throw new Failure('forbidden', 'Do this on the computer that Hangtag runs on, at its own address.');
      const change = await computer.serveOverTailscale(port, isOn);
      const link = change.kind === 'allow_first' ? change.link : null;
      const user = change.kind === 'denied' ? change.user : null;
      return { result: change.kind, link, user, ways: await ways({ isHere }) };
    },
  };
}

const isHere = ({ forwarded }: ClientInfo): boolean => !forwarded;

export const phoneHttp = (phone: Phone): Handlers<typeof routes.phone, { id: string; isGuest: boolean }> => ({
  ways: ({ client }) => phone.ways({ isHere: isHere(client) }),
  turnOnTailscale: ({ user, client }) => phone.turnTailscale(true, { ...user, isHere: isHere(client) }),
  turnOffTailscale: ({ user, client }) => phone.turnTailscale(false, { ...user, isHere: isHere(client) }),
});
