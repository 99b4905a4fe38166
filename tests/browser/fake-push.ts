import type { Page } from '@playwright/test';

/** What a browser would do about messages. A headless one has no push service, and refuses notifications. */
export type PushBrowser = {
  permission?: NotificationPermission;
  /** What the seller answers when the browser asks. */
  answer?: NotificationPermission;
  /** Its push service cannot be reached. */
  isBroken?: boolean;
};

/**
 * Puts a browser with a push service in the page's place: it subscribes, remembers over reloads, and asks for leave. Real
 * are its keys, so that the server takes them.
 */
export async function pretendPush(page: Page, browser: PushBrowser = {}): Promise<void> {
  await page.addInitScript((given: PushBrowser) => {
    const kept = (name: string) => localStorage.getItem(`pretend-${name}`);
    const keep = (name: string, value: string | null) =>
      value === null ? localStorage.removeItem(`pretend-${name}`) : localStorage.setItem(`pretend-${name}`, value);
    const permission = () => (kept('permission') ?? given.permission ?? 'default') as NotificationPermission;
    const bytes = (text: string): ArrayBuffer =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const text = (buffer: ArrayBuffer): string =>
      btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');

    const subscription = () => {
      const stored = kept('subscription');
      if (stored === null) return null;
      const { endpoint, p256dh, auth, key } = JSON.parse(stored);
      return {
        endpoint,
        options: { applicationServerKey: bytes(key) },
        getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
        unsubscribe: async () => {
          keep('subscription', null);
          console.debug('The browser has ended its subscription');
          return true;
        },
      };
    };
    const pushManager = {
      getSubscription: async () => subscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (given.isBroken) throw new DOMException('Registration failed - push service not available', 'AbortError');
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
        const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
        const [id, auth] = [12, 16].map((length) => text(crypto.getRandomValues(new Uint8Array(length)).buffer));
        const endpoint = `https://push.example.com/send/${id}`;
        keep('subscription', JSON.stringify({ endpoint, p256dh, auth, key: applicationServerKey }));
        return subscription();
      },
    };
    const registration = { pushManager, active: null };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: {
        register: async () => registration,
        getRegistration: async () => registration,
        ready: Promise.resolve(registration),
      },
    });
    Object.defineProperty(Notification, 'permission', { get: permission });
    Notification.requestPermission = async () => {
      if (permission() === 'default' && given.answer) keep('permission', given.answer);
      return permission();
    };
  }, browser);
}
