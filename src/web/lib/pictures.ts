// Where the browser loads pictures of listings from: the marketplace, or this server if the seller chose that.
import { createContext, useContext } from 'react';

const Context = createContext(false);
export const PicturesThroughServer = Context.Provider;

/** The address of a listing's picture; null if it has none. */
export const usePictureAddress = ({ id, imageUrl }: { id: string; imageUrl: string | null }): string | null => {
  const isThroughServer = useContext(Context);
  return isThroughServer && imageUrl !== null ? `/api/listings/${encodeURIComponent(id)}/picture` : imageUrl;
};
