import { afterAll, describe, expect, it, test } from 'vitest';
import type { Profile, ProfileChanges } from '../../src/marketplace/profile/profile.ts';
import { otherClosetPath } from '../../src/marketplace/protocol/calls.ts';
import { defaultSwitches } from '../../src/marketplace/protocol/switches.ts';
import type { Recording } from '../../src/marketplace/recording/recording.ts';
import type { Check } from './check.ts';
import { compareRecording, isCovered, profileFrom } from './drift.ts';
import { type Outcomes, openWalks, profileOf, recordingFrom } from './recorded-walk.fixture.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const differing = (checks: readonly Check[]): string[] =>
  checks.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id);
const written = (recording: Recording, earlier: Profile | null = null): Profile =>
  profileFrom(compareRecording(recording), { recording, earlier, now });

const walks = await openWalks();
afterAll(() => walks.close());

/** What a seller gets who does everything once. */
const everything: Outcomes = {
  signIn: 'ok',
  code: 'ok',
  page: 'ok',
  probe: 'ok',
  closet: '60 listings, true',
  listing: 'ok',
  share: 'ok',
  price: 'ok',
  tooLow: 'validation',
  discounts: '3 choices',
  likes: '3 likes',
  offer: 'ok',
  search: 'true',
  sales: '2 sales',
  parties: 'true',
  news: 'true',
  limit: 'rate_limited',
};

describe('a recording of a marketplace that talks as expected', () => {
  it('confirms everything that it shows', async () => {
    const walk = await walks.walk(null);
    expect(walk.outcomes).toEqual(everything);
    const checks = compareRecording(recordingFrom(walk));
    expect(differing(checks)).toEqual([]);
    expect(checks.filter(({ verdict }) => verdict === 'not_seen').map(({ id }) => id)).toEqual(['maxPrice']);
  });
});

/** Differences by name, and what the written profile must say about each. Those of one list concern different calls, so one walk shows all. */
const lists: [id: string, Partial<ProfileChanges>][][] = [
  [
    ['sharePath', { switches: { sharePath: '/vm-rest/posts/{id}/shares' } }],
    ['probePath', { switches: { probePath: '/vm-rest/auth/users/session' } }],
    ['sortBy', { switches: { sortBy: 'recently_shared' } }],
    ['shape.party', { shapes: { party: { theme: 'rules' } } }],
    ['call.post', { calls: { post: { receives: { data: 'listing' } } } }],
    ['call.update', { calls: { update: { sends: { post: 'listing' } } } }],
    ['call.news', { calls: { news: { receives: { 'more.next_max_id': 'paging.next_cursor' } } } }],
    ['shape.like', { shapes: { like: { user_id: 'liker_id' } } }],
  ],
  [
    ['closetPath', { switches: { closetPath: '/vm-rest/closets/{uid}/listings' } }],
    ['tokenHeader', { switches: { tokenHeader: 'x-csrf-token' } }],
    ['searchCountAs', { switches: { searchCountAs: 'text' } }],
    ['call.party', { calls: { party: { path: '/vm-rest/parties', receives: { data: 'parties.list' } } } }],
    ['call.share', { calls: { share: { method: 'POST' } } }],
    ['call.self', { calls: { self: { receives: { data: 'user' } } } }],
    ['shape.sale', { shapes: { sale: { total_price_amount: 'order_total_amount' } } }],
  ],
  [
    ['closetPath', { switches: { closetPath: otherClosetPath } }],
    ['minPrice', { switches: { minPrice: 5 } }],
    ['call.login', { calls: { login: { path: '/vm-rest/auth/sessions' } } }],
    ['call.offer', { calls: { offer: { path: '/vm-rest/listings/{id}/offers', sends: { offer_amount: 'amount' } } } }],
    ['call.search', { calls: { search: { path: '/vm-rest/search', receives: { data: 'results' } } } }],
    ['shape.listing', { shapes: { listing: { 'inventory.status': 'inventory.state' } } }],
  ],
  [
    ['loginUserField', { switches: { loginUserField: 'username_email' } }],
    ['maxPrice', { switches: { maxPrice: 20_000 } }],
    ['shape.discount', { shapes: { discount: { title: 'caption' } } }],
    ['call.otp', { calls: { otp: { receives: { 'data.request_token': 'data.otp_ticket' } } } }],
    ['call.closet', { calls: { closet: { sends: { request: 'filter_request' } } } }],
    ['salesPath', { switches: { salesPath: '/vm-rest/sellers/{uid}/orders' } }],
    ['shape.listing', { shapes: { listing: { title: 'headline' } } }],
  ],
  [
    ['loginPasswordField', { switches: { loginPasswordField: 'pass_phrase' } }],
    ['shareLimitWords', { switches: { shareLimitWords: ['TooManySharesError', ...defaultSwitches.shareLimitWords] } }],
    ['call.discounts', { calls: { discounts: { receives: { data: 'choices' } } } }],
    ['call.entry', { calls: { entry: { sends: { otp: 'typed_otp' } } } }],
    ['call.update', { calls: { update: { method: 'PUT' } } }],
    ['call.sales', { calls: { sales: { receives: { 'data.sales_summary': 'data.orders' } } } }],
    ['shape.person', { shapes: { person: { id: 'person_id' } } }],
  ],
  [
    ['appVersion', { switches: { appVersion: '2.60' } }],
    ['bootstrapPaths', { switches: { bootstrapPaths: ['/sell'] } }],
    ['partialUpdateAllowed', { switches: { partialUpdateAllowed: true } }],
    ['shape.party', { shapes: { party: { start_at: 'starts_at' } } }],
    ['call.closet', { calls: { closet: { receives: { 'more.next_max_id': 'paging.next_cursor' } } } }],
    ['call.likes', { calls: { likes: { path: '/vm-rest/listings/{id}/likers' } } }],
    ['newsPath', { switches: { newsPath: '/vm-rest/sellers/{uid}/news/shares' } }],
  ],
];
const merged = (all: readonly Partial<ProfileChanges>[]) => ({
  switches: Object.assign({}, ...all.map(({ switches }) => switches)),
  calls: Object.assign({}, ...all.map(({ calls }) => calls)),
  shapes: Object.assign({}, ...all.map(({ shapes }) => shapes)),
});

describe('differences', () => {
  test.each(lists)('are found, and the written profile describes them: %j and others', async (...list) => {
    const changes = merged(list.map(([, change]) => change));
    const walk = await walks.walk(profileOf(changes));
    expect(walk.outcomes).toEqual(everything);
    const recording = recordingFrom(walk);
    const checks = compareRecording(recording);
    expect(differing(checks).sort()).toEqual(list.map(([id]) => id).sort());
    expect(isCovered(checks)).toBe(true);
    const { switches, calls, shapes } = written(recording);
    expect({ switches, calls, shapes }).toEqual(changes);
  });
});

it('two fields with other names at once are not taken for each other: a title is never a word of a fixed list', async () => {
  const changes = { shapes: { listing: { 'inventory.status': 'inventory.state', title: 'name' } } };
  const recording = recordingFrom(await walks.walk(profileOf(changes)));
  expect(isCovered(compareRecording(recording))).toBe(false);
  expect(written(recording).shapes).toEqual({ listing: { 'inventory.status': 'inventory.state' } });
});

describe('a marketplace with five changes', () => {
  const changes: Partial<ProfileChanges> = {
    switches: {
      sharePath: '/vm-rest/posts/{id}/shares',
      loginUserField: 'username_email',
      closetPath: '/vm-rest/closets/{uid}/listings',
    },
    calls: { update: { sends: { post: 'listing' } } },
    shapes: { listing: { price_amount: 'list_amount' } },
  };

  it('works with the written profile, which keeps what a later recording doesn’t show', async () => {
    const recording = recordingFrom(await walks.walk(profileOf(changes)));
    const earlier = written(recording);
    const again = await walks.walk(profileOf(changes), earlier);
    expect(again.outcomes).toEqual(everything);
    const later = { ...recording, entries: recording.entries.filter(({ method }) => method === 'GET') };
    expect(written(later).switches).toEqual({ closetPath: changes.switches?.closetPath });
    expect(written(later, earlier)).toEqual(earlier);
  });

  it('fails without the profile: refused, or reported as a changed marketplace', async () => {
    const whole = await walks.walk(profileOf(changes), null);
    expect(whole.outcomes).toMatchObject({ signIn: 'invalid_credentials' });
    const { update } = changes.calls ?? {};
    const { closetPath } = changes.switches ?? {};
    const signedIn = await walks.walk(profileOf({ switches: { closetPath } }), null);
    expect(signedIn.outcomes).toMatchObject({ signIn: 'ok', page: 'ok', closet: 'protocol_changed' });
    const share = await walks.walk(profileOf({ switches: { sharePath: '/vm-rest/posts/{id}/shares' } }), null);
    expect(share.outcomes).toMatchObject({ closet: '60 listings, true', share: 'protocol_changed' });
    const price = await walks.walk(profileOf({ calls: { update } }), null);
    expect(price.outcomes).toMatchObject({ share: 'ok', price: 'validation' });
  });
});
