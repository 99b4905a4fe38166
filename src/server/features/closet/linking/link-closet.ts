// The ways to link a closet: by a browser's session, by username and password, or to the practice marketplace.

import type { Queryable } from '#domain/ports/database.ts';
import type { Linked } from './complete-link.ts';
import { importSession } from './import-session.ts';
import { awaitBrowser, linkBrowser, onBrowserReady } from './link-browser.ts';
import type { LinkContext } from './link-context.ts';
import { linkPractice } from './link-practice.ts';
import { linkLater, linkStored, linkWithPassword, sealTypedAgain } from './link-with-password.ts';
import { saveRenewal } from './store.ts';

export type ClosetLinks = {
  linkPractice(userId: string): Promise<Linked>;
  importSession(userId: string, exported: string, from?: { isFromCompanion?: boolean }): Promise<Linked>;
  linkWithPassword(
    userId: string,
    credentials: { username: string; password: string; keepPassword: boolean },
  ): Promise<Linked>;
  linkLater(tx: Queryable, userId: string, typed: { username?: string; password?: string }): Promise<void>;
  linkStored(userId: string): Promise<void>;
  sealTypedAgain(): Promise<void>;
  linkBrowser(userId: string): Promise<Linked>;
  awaitBrowser(userId: string): Promise<void>;
  onBrowserReady(userId: string, bot: { isResuming: boolean }): Promise<void>;
  chooseRenewal(userId: string, renewsSession: boolean): Promise<void>;
};

export const createLinks = (context: LinkContext): ClosetLinks => ({
  linkPractice: (userId) => linkPractice(context, userId),
  importSession: (userId, exported, from) => importSession(context, userId, exported, from),
  linkWithPassword: (userId, credentials) => linkWithPassword(context, userId, credentials),
  linkLater: (tx, userId, typed) => linkLater(context, tx, { userId, ...typed }),
  linkStored: (userId) => linkStored(context, userId),
  sealTypedAgain: () => sealTypedAgain(context),
  linkBrowser: (userId) => linkBrowser(context, userId),
  awaitBrowser: (userId) => awaitBrowser(context, userId),
  onBrowserReady: (userId, bot) => onBrowserReady(context, userId, bot),
  chooseRenewal: (userId, renewsSession) => saveRenewal(context.database, userId, renewsSession),
});
