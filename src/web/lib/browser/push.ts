// Subscribes this browser to push notifications, and ends its subscription.
import { useSyncExternalStore } from 'react';

/** Whether this browser can get push notifications, and if not, why. */
export type PushSupport = 'able' | 'denied' | 'home_screen' | 'insecure' | 'unsupported';

type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Thrown if the browser itself prevents push notifications. */
export class PushError extends Error {
  readonly kind: 'denied' | 'dismissed' | 'no_service';
  constructor(kind: PushError['kind'], cause?: unknown) {
    super(kind, { cause });
    this.name = 'PushError';
    this.kind = kind;
  }
}

const pushSupport = (): PushSupport => {
  if (!isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isApplePhone() ? 'home_screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'able';
};

/** An iPad's User-Agent says Mac, but no Mac has a touch screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Every question about the permission waits for an answer of the browser's own process, and React asks at each render. */
let knownSupport: PushSupport | null = null;
const lastSupport = (): PushSupport => {
  knownSupport ??= pushSupport();
  return knownSupport;
};

const listen = (redraw: () => void): (() => void) => {
  let isOver = false;
  let permission: PermissionStatus | null = null;
  const onChange = () => {
    knownSupport = null;
    redraw();
  };
  // Nothing listened before, so what was known may be out of date.
  knownSupport = null;
  // Not every browser reports a changed permission, so it is also checked when the page gets the focus.
  const asked = navigator.permissions?.query({ name: 'notifications' });
  asked
    ?.then((status) => {
      if (isOver) return;
      permission = status;
      status.addEventListener('change', onChange);
    })
    .catch(() => {});
  addEventListener('focus', onChange);
  return () => {
    isOver = true;
    permission?.removeEventListener('change', onChange);
    removeEventListener('focus', onChange);
  };
};

export const usePushSupport = (): PushSupport => useSyncExternalStore(listen, lastSupport);

/** SHA-256 of an endpoint as base64url, as in the server's list of devices. */
const fingerprintOf = async (endpoint: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

const present = async (): Promise<PushSubscription | null> => {
  if (pushSupport() !== 'able') return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
};

/** All tabs share one subscription. A tab has this lock while it makes and saves one, and while it ends an unknown one. */
const lockName = 'push';

/**
 * The fingerprint of this browser, if the account knows it. A subscription that the account doesn't know was made by another
 * account on this device. Hangtag ends it, because it would show another seller's notifications. Another tab may just have saved
 * it, so `readKnown` reads the account's devices again before that.
 */
export const findThisBrowser = async (
  known: readonly string[],
  readKnown: () => Promise<readonly string[]>,
): Promise<string | null> => {
  const subscription = await present().catch(() => null);
  if (subscription === null) return null;
  const fingerprint = await fingerprintOf(subscription.endpoint);
  if (known.includes(fingerprint)) return fingerprint;
  return navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock === null) return null;
    if ((await readKnown()).includes(fingerprint)) return fingerprint;
    await subscription.unsubscribe().catch(() => false);
    return null;
  });
};

/** Asks for permission and subscribes. If `saveSubscription` fails, the subscription ends. `PushError`: the browser refuses. */
export const turnOnPush = async <Reply>(
  publicKey: string,
  saveSubscription: (subscription: BrowserSubscription) => Promise<Reply>,
): Promise<Reply> => {
  const permission = await Notification.requestPermission();
  knownSupport = null;
  if (permission !== 'granted') throw new PushError(permission === 'denied' ? 'denied' : 'dismissed');
  return navigator.locks.request(lockName, async () => {
    const subscription = await subscribe(publicKey).catch((cause: unknown) => {
      throw new PushError('no_service', cause);
    });
    try {
      const { endpoint } = subscription;
      const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')];
      if (p256dh === null || auth === null) throw new PushError('no_service');
      return await saveSubscription({ endpoint, keys: { p256dh: base64url(p256dh), auth: base64url(auth) } });
    } catch (error) {
      await subscription.unsubscribe().catch(() => false);
      throw error;
    }
  });
};

/** If the subscription could not be ended here, opening this page again ends it, because the server no longer knows it. */
export const turnOffPush = async (): Promise<void> => {
  await present()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => {});
};

const subscribe = async (publicKey: string): Promise<PushSubscription> => {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // The push service would refuse a subscription that was made with another server's key.
  const former = await pushManager.getSubscription();
  const key = former?.options.applicationServerKey;
  if (former && (!key || base64url(key) !== publicKey)) await former.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
};

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
