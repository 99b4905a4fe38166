import type { BotStatus } from '#contract/schemas/bot.ts';
import type { Product, Seller } from './product.ts';

const settings = {
  shareFrequency: 240,
  scheduledSlots: [],
  useScheduledSlots: false,
  offerShippingDiscount: false,
  dailyShareLimit: 10_000,
};

const weekdays = [1, 2, 3, 4, 5] as const;
export const slots = [
  { startTime: '08:00', endTime: '11:00', enabled: true, daysOfWeek: [...weekdays] },
  { startTime: '12:00', endTime: '14:00', enabled: true, daysOfWeek: [...weekdays] },
  { startTime: '22:00', endTime: '02:00', enabled: true, daysOfWeek: [0, 1, 2, 3, 4, 5, 6] as const },
  { startTime: '10:00', endTime: '13:00', enabled: false, daysOfWeek: [0, 6] as const },
].map((slot) => ({ ...slot, daysOfWeek: [...slot.daysOfWeek] }));

const patienceMs = 30_000;

/** Waits until the bot's status is as wished. Rejects with the last status where it never is. */
export async function botIs(seller: Seller, isSo: (status: BotStatus) => boolean): Promise<BotStatus> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const status = await seller.api.bot.status();
    if (isSo(status)) return status;
    if (Date.now() > until) throw new Error(`The bot never came to it: ${JSON.stringify(status)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const startBot = (seller: Seller, change: Partial<typeof settings> = {}): Promise<BotStatus> =>
  seller.api.bot.start({ body: { ...settings, ...change, acceptAutomationRisk: true } });

/** A closet whose marketplace wants to see a person, after a few shares. */
export async function meetHumanCheck({ product }: { product: Product }, seller: Seller): Promise<void> {
  await startBot(seller);
  await botIs(seller, ({ sharesToday }) => sharesToday >= 3);
  await product.market.control('POST', 'human-check', { account: seller.market?.username, on: true });
  await botIs(seller, ({ state }) => state === 'paused');
}

/** A share limit at the marketplace, after a few shares. */
export async function meetShareJail({ product }: { product: Product }, seller: Seller): Promise<void> {
  const account = seller.market?.username;
  await product.market.fault({ case: 'E3', times: 1 }, { op: 'share', account, after: 3 }, `jail-${account}`);
  await startBot(seller);
  await botIs(seller, ({ state }) => state === 'paused');
}

/** A closet whose session ended and whose password is not accepted any more. */
export async function loseConnection({ product }: { product: Product }, seller: Seller): Promise<void> {
  const body = { poshmarkUsername: String(seller.market?.username), poshmarkPassword: 'no-longer-this' };
  await product.market.control('POST', 'sessions/expire', { account: seller.market?.username });
  await seller.api.closet.updateCredentials({ body }).catch(() => null);
}
