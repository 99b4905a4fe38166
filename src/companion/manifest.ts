// The manifest of the extension, for each kind of browser.

export const browserKinds = ['chromium', 'firefox'] as const;
type BrowserKind = (typeof browserKinds)[number];

/** At most 132 letters: the Chrome Web Store's limit. */
const description =
  'Lets your own Hangtag share your Poshmark closet from this browser: no password, no copied cookies, and a log of every request.';

const icons = { 16: 'icon-16.png', 32: 'icon-32.png', 48: 'icon-48.png', 128: 'icon-128.png' };

export function manifestFor(kind: BrowserKind, version: string): object {
  return {
    manifest_version: 3,
    name: 'Hangtag companion',
    short_name: 'Hangtag',
    version,
    description,
    icons,
    action: { default_popup: 'popup.html', default_title: 'Hangtag', default_icon: icons },
    options_ui: { page: 'options.html', open_in_tab: true },
    permissions: ['activeTab', 'alarms', 'scripting', 'storage'],
    optional_permissions: ['cookies'],
    // A private window may be signed in with another account, and its tabs would be used like any other.
    incognito: 'not_allowed',
    // Asked for one by one: the seller's own server and the marketplace.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src https: http:; base-uri 'none'; form-action 'none'",
    },
    ...(kind === 'chromium'
      ? { minimum_chrome_version: '116', background: { service_worker: 'worker.js', type: 'module' } }
      : {
          background: { scripts: ['worker.js'], type: 'module' },
          browser_specific_settings: {
            gecko: {
              id: 'companion@hangtag.example',
              strict_min_version: '142.0',
              data_collection_permissions: { required: ['websiteContent'], optional: ['authenticationInfo'] },
            },
          },
        }),
  };
}
