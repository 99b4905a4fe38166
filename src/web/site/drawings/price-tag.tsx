// A price on its tag.

export const PriceTag = ({ children }: { children: string }) => <span className="tag price-tag">{children}</span>;
