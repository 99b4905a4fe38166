// Titles of the pricing cards, shown until the cards are loaded.

export const pricingCardMessages = {
  photo: 'Price from a photo',
  optimizer: 'Smart pricing optimizer',
  loading: 'Loading',
  analysis: 'AI Analysis',
  analysisText: 'Compare one listing with what similar items sell for',
  analyze: 'Analyze',
} as const;
