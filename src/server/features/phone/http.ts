// Answers the phone's rows of the route table.
import type { ClientInfo, Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Phone } from './phone.ts';

const isHere = ({ forwarded }: ClientInfo): boolean => !forwarded;

export const phoneHttp = (phone: Phone): Handlers<typeof routes.phone, { id: string; isGuest: boolean }> => ({
  ways: ({ client }) => phone.ways({ isHere: isHere(client) }),
  turnOnTailscale: ({ user, client }) => phone.turnTailscale(true, { ...user, isHere: isHere(client) }),
  turnOffTailscale: ({ user, client }) => phone.turnTailscale(false, { ...user, isHere: isHere(client) }),
});
