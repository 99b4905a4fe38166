// Which marketplace the seller's closet is on, through what it is shared, and where the pictures of its listings come from.
import { createContext, useContext } from 'react';
import type { MarketplaceName } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import { isOutOfReach } from './out-of-reach.ts';

const Marketplace = createContext<MarketplaceName>('Poshmark');
export const MarketplaceProvider = Marketplace.Provider;
export const useMarketplaceName = (): MarketplaceName => useContext(Marketplace);

/** The server, until the connection is known. */
const Through = createContext<Transport>('server');
export const TransportProvider = Through.Provider;
export const useTransport = (): Transport => useContext(Through);

/** Whether the browser loads pictures from this server, because the seller chose that, and not from the marketplace. */
const ThroughServer = createContext(false);
export const PicturesThroughServer = ThroughServer.Provider;

export const usePictureAddress = ({ id, imageUrl }: { id: string; imageUrl: string | null }): string | null => {
  const isThroughServer = useContext(ThroughServer);
  if (imageUrl === null) return null;
  if (isThroughServer) return `/api/listings/${encodeURIComponent(id)}/picture`;
  return isOutOfReach(imageUrl) ? null : imageUrl;
};
