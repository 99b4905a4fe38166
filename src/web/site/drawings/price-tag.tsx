// A price on its tag.

export const PriceTag = ({ children }: { children: string }) => <span className="price-tag">{children}</span>;
