// Titles that stand in the pricing cards' place until these are loaded.

export const pricingCardMessages = {
  photo: 'Price from a photo',
  optimizer: 'Smart pricing optimizer',
  loading: 'Loading',
  analysis: 'AI Analysis',
  analysisText: 'Compare one listing with what similar items sell for',
  analyze: 'Analyze',
} as const;
