// Which marketplace the seller's closet is on, for sentences that name it.
import { createContext, useContext } from 'react';
import type { MarketplaceName } from '#domain/closet.ts';

const Context = createContext<MarketplaceName>('Poshmark');
export const MarketplaceProvider = Context.Provider;

export const useMarketplaceName = (): MarketplaceName => useContext(Context);
