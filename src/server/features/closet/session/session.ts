// The face of this room: who may call the marketplace for a seller now, and with which session.

export { type AccountLock, createAccountLock, endLocksOfTheDead, type WithAccountLock } from './account-lock.ts';
export { explainFailure, failureOf } from './explain-failure.ts';
export { lockRealCloset } from './lock-store.ts';
export { browserAway, type LockedCloset, type OnSignedIn } from './open-account.ts';
export {
  type Browsers,
  createSecrets,
  emptySession,
  type KeptCredentials,
  type KeptPending,
  type Marketplaces,
  marketplaceOf,
  noBrowsers,
  type Secrets,
} from './secrets.ts';
export { type BotAccount, type BotService, createBotService } from './serve-bot.ts';
export {
  type AccountUse,
  createAccountUse,
  type LinkedCloset,
  notConnected,
} from './use-account.ts';
