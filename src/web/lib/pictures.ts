// Where the browser loads pictures of listings from: the marketplace, or this server if the seller chose that.
import { createContext, useContext } from 'react';
import { isOutOfReach } from './out-of-reach.ts';

const Context = createContext(false);
export const PicturesThroughServer = Context.Provider;

export const usePictureAddress = ({ id, imageUrl }: { id: string; imageUrl: string | null }): string | null => {
  const isThroughServer = useContext(Context);
  if (imageUrl === null) return null;
  if (isThroughServer) return `/api/listings/${encodeURIComponent(id)}/picture`;
  return isOutOfReach(imageUrl) ? null : imageUrl;
};
