// The calls of offers by rule.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { type OfferPreviewAsk, type OfferRules, offerRoutes } from '#contract/offers/offers.ts';
import { api, send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

const offersApi = createClient({ offers: offerRoutes }, send).offers;

const offerKeys = {
  all: ['offers'] as const,
  rules: ['offers', 'rules'] as const,
  preview: ['offers', 'preview'] as const,
};

export const rulesQuery = queryOptions({
  queryKey: offerKeys.rules,
  queryFn: ({ signal }) => offersApi.rules({}, { signal }),
});

/** Without `ask`, of the saved rules. While an answer is on its way, the last one stays. */
export const previewQuery = (ask: OfferPreviewAsk) =>
  queryOptions({
    queryKey: [...offerKeys.preview, ask],
    queryFn: ({ signal }) => offersApi.preview({ body: ask }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

export const useSaveRules = () =>
  useChange(
    (body: OfferRules) => offersApi.changeRules({ body }),
    async (client) => {
      await client.invalidateQueries({ queryKey: offerKeys.rules });
      void client.invalidateQueries({ queryKey: offerKeys.preview });
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
