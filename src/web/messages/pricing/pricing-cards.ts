// Titles that stand in the pricing cards' place until these are loaded.

export const pricingCardMessages = {
  photo: 'Price from a photo',
  optimizer: 'Smart pricing optimizer',
  loading: 'Loading',
  analysis: 'AI Analysis',
  analysisText: 'Check one listing against what similar pieces sell for',
  analyze: 'Analyze',
} as const;
