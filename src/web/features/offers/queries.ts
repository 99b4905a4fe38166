// The calls of offers by rule.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { type OfferPreviewAsk, type OfferRules, offerRoutes } from '#contract/offers/offers.ts';
import { api, send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

const offersApi = createClient({ offers: offerRoutes }, send).offers;

export const rulesQuery = queryOptions({
  queryKey: ['offers', 'rules'],
  queryFn: ({ signal }) => offersApi.rules({}, { signal }),
});

/** Without `ask`, of the saved rules. While an answer is on its way, the last one stays. */
export const previewQuery = (ask: OfferPreviewAsk) =>
  queryOptions({
    queryKey: ['offers', 'preview', ask],
    queryFn: ({ signal }) => offersApi.preview({ body: ask }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

export const useSaveRules = () =>
  useChange(
    (body: OfferRules) => offersApi.changeRules({ body }),
    async (client) => {
      await client.invalidateQueries({ queryKey: ['offers', 'rules'] });
      void client.invalidateQueries({ queryKey: ['offers', 'preview'] });
      // The bot's settings say how many rules there are.
      void client.invalidateQueries({ queryKey: ['bot'] });
    },
  );

/** The switch of all offers, which the bot's settings show as well. */
export const useTurnOffers = () =>
  useChange(
    (isOn: boolean) => api.bot.changeSettings({ body: { offerShippingDiscount: isOn } }),
    (client) => client.invalidateQueries(),
  );
