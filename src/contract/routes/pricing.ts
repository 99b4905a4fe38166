// The calls that suggest prices.
import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { Message } from '../schemas/fields.ts';
import {
  MarketAnalysis,
  OptimizationRequest,
  OptimizationResult,
  Recommendation,
  StandingAdvice,
} from '../schemas/pricing/advice.ts';
import { PricingState } from '../schemas/pricing/evidence.ts';
import { PhotoAnalysis, PhotoAnalysisRequest, PhotoCorrection } from '../schemas/pricing/photo-analysis.ts';

export const pricingRoutes = {
  state: {
    method: 'GET',
    path: '/api/price/state',
    summary: 'Where prices come from',
    access: 'user',
    reply: PricingState,
  },
  expectPhoto: {
    method: 'POST',
    path: '/api/price/expect-photo',
    summary: 'A photo is about to be analyzed, so that the server can get ready for it',
    access: 'user',
    reply: Message,
  },
  analyzeImage: {
    method: 'POST',
    path: '/api/price/analyze-image',
    summary: 'A price from a photo, with its range and its comps',
    access: 'user',
    client: true,
    pictures: ['image', 'tagImage'],
    body: PhotoAnalysisRequest,
    reply: PhotoAnalysis,
  },
  correctPhoto: {
    method: 'POST',
    path: '/api/price/correct-photo',
    summary: 'The price again after the seller corrected what the photo showed; needs no photo',
    access: 'user',
    body: PhotoCorrection,
    reply: PhotoAnalysis,
  },
  optimize: {
    method: 'POST',
    path: '/api/listings/pricing-optimization',
    summary: 'Advice on the prices of 5 to 20 listings',
    access: 'user',
    body: OptimizationRequest,
    reply: OptimizationResult,
  },
  standingAdvice: {
    method: 'GET',
    path: '/api/listings/pricing-optimization',
    summary: 'Stored advice that still applies. Computes nothing',
    access: 'user',
    reply: StandingAdvice,
  },
  analyzeListing: {
    method: 'POST',
    path: '/api/listings/{id}/market-analysis',
    summary: 'What one listing is worth, and why',
    access: 'user',
    reply: MarketAnalysis,
  },
  recommendations: {
    method: 'GET',
    path: '/api/listings/{id}/recommendations',
    summary: 'Past advice on one listing, the facts behind it, and what happened since',
    access: 'user',
    reply: z.array(Recommendation),
  },
} as const satisfies RouteTable[string];
