// Titles of the pricing cards, shown until the cards are loaded.

export const pricingCardMessages = {
  photo: 'Price from a photo',
  optimizer: 'Smart pricing optimizer',
  loading: 'Loading',
  analysis: 'AI Analysis',
  analysisText: 'Check one listing against what similar pieces sell for',
  analyze: 'Analyze',
} as const;
