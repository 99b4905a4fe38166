// A closet whose shares a test can hold up, lose, or answer itself.

import type { MarketAccount, MarketResult } from '#domain/ports/marketplace.ts';
import type { BotWorld } from './bot-world.ts';

/** The world's closet, whose shares go through `share`. `send` is the real one. */
export const closetSharingBy = (
  world: BotWorld,
  share: (send: () => Promise<MarketResult<null>>, listing: string) => Promise<MarketResult<null>>,
): BotWorld['closet'] => ({
  ...world.closet,
  async openForBot(userId) {
    const held = await world.closet.openForBot(userId);
    if (held === null) return null;
    const account: MarketAccount = held.account;
    const send = account.share.bind(account);
    Object.assign(account, { share: (id: string) => share(() => send(id), id) });
    return held;
  },
});
