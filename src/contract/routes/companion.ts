// The calls of paired browsers, and the seller's about them.
import type { RouteTable } from '../route.ts';
import {
  CompanionAnswer,
  CompanionAnswerTaken,
  CompanionNext,
  CompanionNextReply,
  CompanionPair,
  CompanionPaired,
  CompanionRecording,
  CompanionUnpair,
  ComparedRecording,
  companionProtocol,
} from '../schemas/companion.ts';
import { Message } from '../schemas/fields.ts';
import { pairedBrowserRoutes } from './companion/paired-browsers.ts';

export const companionRoutes = {
  ...pairedBrowserRoutes,
  pair: {
    method: 'POST',
    path: '/api/companion/pair',
    summary: 'Pair this browser with a code',
    access: 'public',
    fromExtension: true,
    protocol: companionProtocol,
    client: true,
    body: CompanionPair,
    reply: CompanionPaired,
    status: 201,
  },
  next: {
    method: 'POST',
    path: '/api/companion/next',
    summary: 'Wait up to 25 seconds for a call to carry',
    access: 'companion',
    fromExtension: true,
    protocol: companionProtocol,
    waits: true,
    body: CompanionNext,
    reply: CompanionNextReply,
  },
  answer: {
    method: 'POST',
    path: '/api/companion/answer',
    summary: 'How a carried call ended',
    access: 'companion',
    fromExtension: true,
    protocol: companionProtocol,
    body: CompanionAnswer,
    reply: CompanionAnswerTaken,
  },
  recording: {
    method: 'POST',
    path: '/api/companion/recording',
    summary: 'Compare a recording of the marketplace with what Hangtag expects. Hangtag doesn’t store it',
    access: 'companion',
    fromExtension: true,
    protocol: companionProtocol,
    body: CompanionRecording,
    reply: ComparedRecording,
  },
  unpair: {
    method: 'POST',
    path: '/api/companion/unpair',
    summary: 'End this browser’s pairing',
    access: 'companion',
    fromExtension: true,
    protocol: companionProtocol,
    client: true,
    body: CompanionUnpair,
    reply: Message,
  },
} as const satisfies RouteTable[string];
