// `hangtag phone`: says in the terminal what the page Use it on your phone knows.
import type { PhoneWays } from '#contract/phone/phone.ts';
import type { ThisComputer } from '#domain/ports/this-computer.ts';
import { thisComputer } from '../adapters/this-computer/this-computer.ts';
import { readConfig } from '../config/config.ts';
import { publicAddress } from '../config/public-address.ts';
import { createPhone } from '../features/phone/phone.ts';
import { dataFolder } from '../launch/command.ts';
import { findRunning } from '../launch/running.ts';

export async function describePhone(env: NodeJS.ProcessEnv, computer: ThisComputer = thisComputer()): Promise<string> {
  const { publicUrl, host, port } = readConfig(env);
  const running = await findRunning(dataFolder(env));
  const local = running ?? publicAddress({ publicUrl: null, host }, port);
  const phone = createPhone({ computer, publicUrl, port: Number(new URL(local).port) || port });
  const ways = await phone.ways({ isHere: true });
  const page = `${publicUrl?.origin ?? local}/phone`;
  return [
    ...newsOf(ways, { page, local }),
    ...(running === null ? ['Hangtag isn’t running. To start it, run hangtag.'] : []),
  ].join('\n');
}

const domainNews: Record<NonNullable<PhoneWays['domain']>['state'], string> = {
  works: 'Hangtag answers there.',
  not_https:
    'It isn’t https, so a phone gets no notifications there. Put https in front of it, and set PUBLIC_URL to the https address.',
  only_here: 'It means this computer only. Set PUBLIC_URL to an address that a phone can open.',
  bad_certificate: 'Its certificate isn’t valid, so phones refuse it.',
  other: 'Something else answers there, not Hangtag.',
  nothing: 'Nothing answers there.',
};

function newsOf({ address, domain, tailscale }: PhoneWays, { page, local }: { page: string; local: string }): string[] {
  if (domain !== null) {
    const found = `Hangtag’s address is ${domain.origin} (PUBLIC_URL). ${domainNews[domain.state]}`;
    return domain.state === 'works' ? [found, signIn(page)] : [found];
  }
  if (address !== null) return [`Your phone opens Hangtag at ${address}, through Tailscale.`, signIn(page)];
  if (tailscale?.kind === 'ready')
    return [`Tailscale is connected. To let your phone open Hangtag, turn it on at ${page}`];
  if (tailscale?.kind === 'off') return ['Tailscale is installed, but not connected. Open it, sign in, and try again.'];
  return [
    'Your phone can’t reach Hangtag yet. There are two ways:',
    '- Tailscale, free for personal use: install it from https://tailscale.com/download here and on your phone, and sign in to the same account.',
    `- Your own address: a name, a proxy with https that forwards to ${local}, and two settings: PUBLIC_URL=https://YOUR.NAME and TRUST_PROXY=1`,
  ];
}

const signIn = (page: string): string => `To sign your phone in, open ${page} on this computer, and scan the code.`;
