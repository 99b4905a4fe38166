// What calls cost that are scarcer than a plain read or write.
import { type Cost, heavyReads, perHour, perMinute, perQuarterHour, publicWrites, reads, writes } from './cost.ts';
import { photoBodyLimit } from './schemas/pricing/photo-analysis.ts';
import { importBodyLimit } from './schemas/pricing/sale-imports.ts';

const scarce: Cost = { ...writes, counts: 'accepted' };

export const registrations: Cost = {
  ...scarce,
  budget: 'registrations',
  account: null,
  client: perHour(20),
  burst: perMinute(4),
  installation: perHour(1_000),
  refusal: 'Too many accounts were created from your network.',
};

/** Each makes an account and a closet that live for a day. */
export const demos: Cost = {
  ...scarce,
  budget: 'demos',
  account: null,
  client: perHour(10),
  installation: perHour(300),
  refusal: 'Too many demos were started from your network.',
};

export const contactMessages: Cost = {
  ...scarce,
  stores: 'little',
  budget: 'contact messages',
  account: perHour(5),
  client: perHour(5),
  installation: perHour(500),
  refusal: 'You sent several messages already.',
};

/** Each may send a password to the marketplace, which locks accounts that try too often. */
export const marketSignIns: Cost = {
  ...scarce,
  budget: 'marketplace sign-ins',
  account: perQuarterHour(5),
  client: perQuarterHour(10),
  installation: perQuarterHour(120),
  refusal: 'Too many sign-ins in a row can get a closet locked.',
};

/** Each stores a row for five minutes, even for callers without an account. */
export const passkeyQuestions: Cost = {
  ...writes,
  budget: 'passkey questions',
  account: perMinute(30),
  client: perMinute(60),
  installation: perMinute(3_000),
};

/** Each tells the seller by push message and mail. */
export const secondFactorChanges: Cost = {
  ...scarce,
  budget: 'changes of the second step',
  account: perHour(60),
  client: perHour(240),
  refusal: 'You changed your sign-in many times just now.',
};

/** Each is a mail. The feature also counts those to one address. */
export const emailLinks: Cost = {
  ...scarce,
  budget: 'email links',
  account: perHour(5),
  client: perHour(20),
  installation: perHour(1_000),
  refusal: 'You asked for several links already.',
};

/** Six digits must not be guessed through us. */
export const codes: Cost = {
  ...marketSignIns,
  budget: 'one-time codes',
  account: perQuarterHour(10),
  client: perQuarterHour(20),
  refusal: 'Too many codes were tried.',
};

export const practiceClosets: Cost = {
  ...scarce,
  budget: 'practice closets',
  account: perQuarterHour(10),
  client: perQuarterHour(20),
  installation: null,
};

/** Four requests to the marketplace. */
export const probes: Cost = { ...reads, budget: 'probes', account: perMinute(20), client: perMinute(40) };

/** Each leaves up to four entries in the log, with those of its round and of the stop that comes after it. */
export const botStarts: Cost = {
  ...scarce,
  stores: 'log',
  budget: 'bot starts',
  account: perHour(100),
  client: perHour(600),
  refusal: 'You started the bot many times just now.',
};

/** Each reads a whole closet, page by page. */
export const syncs: Cost = {
  ...scarce,
  stores: 'log',
  needsCloset: true,
  budget: 'syncs',
  account: perMinute(1),
  client: perMinute(10),
  installation: perMinute(60),
  places: { atOnce: 8, ofAccount: 2, waiting: 100, waitingOfAccount: 2, longestMs: 20_000 },
  refusal: 'A closet can be synced once a minute.',
};

/** Up to 100 prices each. The feature also limits the changes of a day. */
export const bulkPrices: Cost = {
  ...scarce,
  stores: 'little',
  budget: 'bulk price updates',
  account: perMinute(10),
  client: perMinute(30),
  refusal: 'You changed many prices just now.',
};

/** A photo needs memory for a whole picture and a fifth of a second of a core, and may go to the AI model. */
export const photos: Cost = {
  ...scarce,
  budget: 'photos',
  account: perMinute(20),
  client: perMinute(40),
  body: { most: photoBodyLimit, leastPerSecond: 20_000, mostValues: 200 },
  places: { atOnce: 3, ofAccount: 1, waiting: 20, waitingOfAccount: 0 },
  refusal: 'You analyzed many photos just now.',
};

/** No picture is read, but a new pattern of fields takes a fit. */
export const photoCorrections: Cost = { ...heavyReads, budget: 'photo corrections' };

/** One import may hold 5,000 rows. */
export const saleImports: Cost = {
  ...scarce,
  stores: 'much',
  budget: 'sale imports',
  account: perHour(20),
  client: perHour(80),
  body: { most: importBodyLimit, leastPerSecond: 20_000, mostValues: 200_000 },
  refusal: 'You imported several files just now.',
};

/** One screen of listings has hundreds, which must not use up the reads of the dashboard beside it. */
export const pictures: Cost = { ...reads, isApart: true, budget: 'pictures' };

export const exports: Cost = {
  ...scarce,
  budget: 'exports',
  account: perHour(3),
  client: perHour(12),
  places: { atOnce: 2, ofAccount: 1, waiting: 20, waitingOfAccount: 0 },
  refusal: 'You exported your data a few times just now.',
};

export const deviceChanges: Cost = { ...scarce, budget: 'device changes', account: perHour(60), client: perHour(240) };
/** Each calls a push service. */
export const deviceTests: Cost = {
  ...scarce,
  budget: 'device tests',
  account: perHour(10),
  client: perHour(40),
  refusal: 'You sent several test notifications already.',
};

/** Each code is a chance to guess one. There are 10^11 of them. */
export const pairingCodes: Cost = {
  ...scarce,
  budget: 'pairing codes',
  account: perHour(20),
  client: perHour(60),
  refusal: 'You asked for several codes just now.',
};
export const pairings: Cost = {
  ...scarce,
  budget: 'pairings',
  account: null,
  client: perQuarterHour(10),
  burst: perMinute(4),
  installation: perHour(1_000),
  refusal: 'Too many codes were tried.',
};
/** A browser asks again after each call that it carried, and reading a large closet takes a hundred calls in a row. */
export const polls: Cost = {
  ...writes,
  isApart: true,
  budget: 'companion polls',
  account: perMinute(1_200),
  client: perMinute(2_400),
};
/**
 * A page of the marketplace has up to 2 MB. Before any of it is read, the browser must have a call to answer, and the account a place:
 * it has one call on its way.
 */
export const carriedAnswers: Cost = {
  ...polls,
  budget: 'carried answers',
  body: { most: 6_000_000, leastPerSecond: 20_000, mostValues: 100 },
  places: { atOnce: 24, ofAccount: 1, waiting: 200, waitingOfAccount: 2, longestMs: 5_000 },
};

/** Ten minutes of clicks. Comparing them takes a few milliseconds for each hundred entries, and 0.3 s at the most. */
export const recordings: Cost = {
  ...scarce,
  budget: 'recordings',
  account: perHour(10),
  client: perHour(30),
  body: { most: 4_000_000, leastPerSecond: 20_000, mostValues: 150_000 },
  refusal: 'You sent several recordings just now.',
};

/** Of the operator, who has no account here. */
export const operatorReads: Cost = { ...reads, budget: 'operator reads', account: null, client: perMinute(120) };
export const operatorWrites: Cost = { ...publicWrites, budget: 'operator writes', client: perMinute(60) };
