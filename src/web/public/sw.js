// The service worker: opens the app without a connection, takes photos that are shared to it, and shows push notifications. It never
// keeps a reply of the API or a photo, so that no data of a seller stays behind in the browser.
const shellCache = 'shell-1';
const assetCache = 'assets-1';
const appPages = [
  '/dashboard',
  '/market-analysis',
  '/api-test',
  '/numbers',
  '/sales',
  '/numbers/tax',
  '/numbers/backtest',
  '/selling',
  '/selling/drops',
  '/selling/parties',
  '/selling/experiment',
  '/phone',
];
/** Where a phone sends what is shared to the app. */
const sharePath = '/share-photo';
/** Only in memory, until the dashboard fetches it, and for a minute at most. */
let sharedPhoto = null;

/** Enough for every part of one build. The oldest go first. */
const mostAssets = 150;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell(appPages[0]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const known = [shellCache, assetCache];
  const clean = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => !known.includes(name)).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

/** The page sends the names of its assets: it loaded them before this worker started. And it fetches a shared photo, once. */
self.addEventListener('message', (event) => {
  const { assets, wantsPhoto } = event.data ?? {};
  if (Array.isArray(assets)) event.waitUntil(keepAssets(assets));
  if (wantsPhoto === true) {
    event.ports[0]?.postMessage(sharedPhoto);
    sharedPhoto = null;
  }
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.origin === self.location.origin && url.pathname === sharePath)
    event.respondWith(takePhoto(request));
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && appPages.includes(url.pathname)) event.respondWith(openPage(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(openAsset(request));
  else if (url.pathname === '/theme.js') event.respondWith(fetch(request).catch(() => caches.match('/theme.js')));
});

// Push notifications. The server writes their text. Only the app's own screens are opened.
self.addEventListener('push', (event) => {
  event.waitUntil(showMessage(readMessage(event.data)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openScreen(event.notification.data?.path));
});

/** The browser replaced its subscription: the server must send to the new one. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event.oldSubscription, event.newSubscription));
});

async function keepShell(path) {
  const answer = await fetch(path, { credentials: 'same-origin' });
  if (!answer.ok) return;
  await (await caches.open(shellCache)).put('/', answer);
}

async function keepAssets(assets) {
  const cache = await caches.open(assetCache);
  const own = assets.filter(
    (path) => typeof path === 'string' && (path.startsWith('/assets/') || path === '/theme.js'),
  );
  for (const path of own) if (!(await cache.match(path))) await cache.add(path).catch(() => {});
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - mostAssets))) await cache.delete(key);
}

/** Any site can send one, so the dashboard only shows it. The seller says what happens to it. */
async function takePhoto(request) {
  const photo = (await request.formData().catch(() => null))?.get('photo');
  sharedPhoto = photo instanceof File ? photo : null;
  setTimeout(() => {
    if (sharedPhoto === photo) sharedPhoto = null;
  }, 60_000);
  return Response.redirect('/dashboard?shared=photo#photo', 303);
}

/** The server's page; without a connection, the last one. */
async function openPage(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(shellCache)).put('/', answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match('/', { cacheName: shellCache });
    if (kept) return kept;
    throw error;
  }
}

/** An asset's name holds a hash of its content, so a kept one is never out of date. */
async function openAsset(request) {
  const kept = await caches.match(request, { cacheName: assetCache });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(assetCache)).put(request, answer.clone());
  return answer;
}

function readMessage(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Always shows one: a browser revokes the permission of a page that gets messages and shows none. */
function showMessage({ title, body, tag, path, at }) {
  const text = (value, otherwise) => (typeof value === 'string' && value !== '' ? value : otherwise);
  return self.registration.showNotification(text(title, 'Hangtag'), {
    body: text(body, 'There is news about your closet.'),
    // A later one of the same kind replaces it, and alerts again.
    tag: text(tag, 'news'),
    renotify: true,
    timestamp: Number.isFinite(at) ? at : Date.now(),
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: appPages.includes(path) ? path : appPages[0] },
  });
}

/** Focuses a tab that shows the screen already, so that nothing typed in it is lost. Otherwise opens a new one. */
async function openScreen(path = appPages[0]) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = tabs.find(({ url }) => new URL(url).pathname === path);
  return open ? open.focus() : self.clients.openWindow(path);
}

async function renewSubscription(former, given) {
  const applicationServerKey = former?.options.applicationServerKey;
  if (!given && !applicationServerKey) return;
  const fresh =
    given ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = fresh.toJSON();
  const { p256dh, auth } = keys;
  await fetch('/api/notices/devices', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ endpoint, keys: { p256dh, auth }, ...(former && { replaces: former.endpoint }) }),
  });
}
