/** A price, and never anything else, on its manila tag. */
export const PriceTag = ({ children }: { children: string }) => <span className="price-tag">{children}</span>;
