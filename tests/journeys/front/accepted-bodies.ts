// A body for each row of the route table that the row's schema accepts.

import type { PhotoSeen } from '#contract/pricing/photo.ts';

/** What follows the path of rows whose schema asks for it. */
export const queries: Record<string, string> = {
  'activity.shareCounts': '?since=2026-11-21T00:00:00Z',
  'sales.taxYear': '?year=2026',
  'sales.exportNumbers': '?year=2026',
};
export const photo = `data:image/png;base64,${Buffer.alloc(2_000).toString('base64')}`;
const email = 'ada@example.com';
const unknown = { value: null, source: 'unknown' } as const;
export const seenInPhoto: PhotoSeen = {
  ...{
    brand: unknown,
    category: unknown,
    condition: unknown,
    colorAndStyle: unknown,
    size: unknown,
    material: unknown,
  },
  ...{ originalPrice: unknown, forKids: false, labelBrand: null, description: null, kindGuesses: [], shows: 'thing' },
  ...{ hasTag: false, engine: 'embedded', modelComparables: [] },
};
/** A body that each row accepts. */
export const bodies: Record<string, unknown> = {
  'account.register': { firstName: 'Ada', lastName: 'Seller', email, password: 'correct horse' },
  'account.login': { email, password: 'correct horse' },
  'account.demo': {},
  'account.changeProfile': { phoneNumber: '555 0100' },
  'account.forgotPassword': { email },
  'account.resetPassword': { token: 'x', newPassword: 'correct horse', confirmPassword: 'correct horse' },
  'account.remove': { password: 'correct horse' },
  'account.loginWithPasskey': {
    passkey: { id: 'a', clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
  },
  'account.confirmEmail': { token: 'x' },
  'account.findPhoneLink': { token: 'x' },
  'account.loginWithPhoneLink': { token: 'x' },
  'account.confirm': { password: 'correct horse' },
  'account.addPasskey': { id: 'a', clientDataJSON: 'a', attestationObject: 'a', transports: [] },
  'account.confirmApp': { code: '123456' },
  'closet.importSession': { session: 'jwt=1' },
  'closet.chooseRenewal': { renewsSession: true },
  'companion.pair': { protocol: 1, code: 'ABCD2345', name: 'Chrome' },
  'companion.next': { protocol: 1, version: '1', state: 'ready' },
  'companion.answer': { protocol: 1, requestId: '1', outcome: { kind: 'cut' } },
  'companion.recording': { protocol: 1, recording: {} },
  'companion.unpair': { protocol: 1 },
  'closet.updateCredentials': { poshmarkUsername: 'ada', poshmarkPassword: 'secret' },
  'closet.verifyCode': { code: '123456' },
  'listings.change': { floorPrice: 5 },
  'listings.changeMany': { listingIds: ['1'], floorPrice: 5 },
  'listings.inventoryReport': { fileName: 'inventory.csv', rows: [{ row: 2, cells: { title: 'Tee' } }] },
  'listings.setPrice': { price: 5 },
  'listings.updatePrices': { updates: [{ listingId: '1', newPrice: 5 }] },
  'listings.undoPrices': {},
  'pricing.analyzeImage': { image: photo },
  'pricing.correctPhoto': { kindHint: 'jeans', seen: seenInPhoto },
  'sales.add': { title: 'Tee', soldOn: '2026-03-01', priceCents: 1200 },
  'sales.change': { costCents: 300 },
  'sales.changeMany': { changes: [{ id: '1', costCents: 300 }] },
  'sales.addLot': { name: 'Attic', costCents: 6_000, listingIds: ['1'], split: 'even' },
  'sales.importSales': { fileName: 'sales.csv', rows: [{ row: 2, cells: { title: 'Tee' } }] },
  'pricing.optimize': { strategy: 'random', limit: 5 },
  'experiment.start': { weeks: 4 },
  'drops.savePlans': { plans: [] },
  'drops.preview': { planId: '1' },
  'bot.start': { offerShippingDiscount: false },
  'bot.changeSettings': { dailyShareLimit: 100 },
  'offers.changeRules': { rules: [{ percent: 10 }] },
  'notices.subscribe': {
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) },
  },
  'notices.choose': { events: [] },
  'notices.mailSummary': { mailsSummary: false },
  'today.snooze': { days: 1 },
  'computer.keepAwake': { keepsAwake: true },
  'computer.newVersion': { looks: false },
  'contact.send': { name: 'Ada', email, subject: 'A question', message: 'How does this work?' },
  'visits.clicked': { click: 'start-free' },
  'operation.signIn': { token: 'x' },
  'operation.hold': {},
};
