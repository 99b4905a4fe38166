// The calls of the bot.
import type { RouteTable } from '../route.ts';
import {
  BotSettingsChange,
  BotStart,
  BotStatus,
  BotStopQuery,
  OfferPreview,
  OfferPreviewQuery,
  Timeline,
  TimelineQuery,
} from '../schemas/bot.ts';

export const botRoutes = {
  status: {
    method: 'GET',
    path: '/api/bot/status',
    summary: 'The bot’s state, settings, and counts',
    access: 'user',
    reply: BotStatus,
  },
  timeline: {
    method: 'GET',
    path: '/api/bot/timeline',
    summary: 'Past rounds, and those that the current settings plan for the next seven days',
    access: 'user',
    query: TimelineQuery,
    reply: Timeline,
  },
  previewOffers: {
    method: 'GET',
    path: '/api/bot/offers',
    summary: 'How many listings would get an offer to likers now. Sends nothing',
    access: 'user',
    query: OfferPreviewQuery,
    reply: OfferPreview,
  },
  start: {
    method: 'POST',
    path: '/api/bot/start',
    summary: 'Store the settings and start the bot',
    access: 'user',
    body: BotStart,
    reply: BotStatus,
  },
  resume: {
    method: 'POST',
    path: '/api/bot/resume',
    summary: 'Resume after a pause',
    access: 'user',
    reply: BotStatus,
  },
  stop: {
    method: 'POST',
    path: '/api/bot/stop',
    summary: 'Stop the bot before its next share',
    access: 'user',
    query: BotStopQuery,
    reply: BotStatus,
  },
  restoreLimit: {
    method: 'POST',
    path: '/api/bot/restore-limit',
    summary: 'Take back a limit that was lowered after a warning',
    access: 'user',
    reply: BotStatus,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/bot/settings',
    summary: 'Change the settings. They apply from the next share',
    access: 'user',
    body: BotSettingsChange,
    reply: BotStatus,
  },
} as const satisfies RouteTable[string];
