// Which marketplace the seller's closet is on, and through what it is shared, for sentences that say so.
import { createContext, useContext } from 'react';
import type { MarketplaceName } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';

const Marketplace = createContext<MarketplaceName>('Poshmark');
export const MarketplaceProvider = Marketplace.Provider;
export const useMarketplaceName = (): MarketplaceName => useContext(Marketplace);

/** The server, until the connection is known. */
const Through = createContext<Transport>('server');
export const TransportProvider = Through.Provider;
export const useTransport = (): Transport => useContext(Through);
