// The app's entry script: starts the router inside the providers that every screen needs.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/imbue/opsz.css';
import '@fontsource-variable/instrument-sans/wdth.css';
import './app/tokens.css';
import './app/base.css';
import { ErrorBoundary } from './app/error-screen.tsx';
import { Router } from './app/router.tsx';
import { loseSession } from './features/account/queries.ts';
import { followClock } from './format/format.ts';
import { keepFocus } from './lib/browser/keep-focus.ts';
import { watchFirstView } from './lib/loading/first-view.ts';
import { watchStyles, watchTyping } from './lib/loading/late-part.ts';
import { signedInPaths } from './lib/paths.ts';
import { openLiveEarly } from './lib/server/live.ts';
import { createQueryClient } from './lib/server/queries.ts';
import { hasSignedInHint } from './lib/server/session.ts';
import { OnNetwork } from './ui/on-network.tsx';
import { Toaster } from './ui/toaster.tsx';

const client: QueryClient = createQueryClient({ onSessionLost: () => loseSession(client) });

addEventListener('unhandledrejection', ({ reason }) => console.error(reason));

followClock();
watchStyles();
watchFirstView();
watchTyping();
keepFocus();

if (hasSignedInHint() && signedInPaths.includes(location.pathname)) {
  const askAgain = () => void client.invalidateQueries();
  openLiveEarly({ onEvents: askAgain, onReopen: askAgain });
}

// Waits until the first screen has loaded what it needs.
addEventListener('load', () => void keepOfflineShell());

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          {/* Elsewhere its link would come before the one that skips to the content. */}
          {document.documentElement.dataset.computer === 'network' && <OnNetwork />}
          <Router />
          <Toaster />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  );

/** The service worker stores only built files, never the server's replies. */
const keepOfflineShell = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    // The worker did not see the files that were loaded before it started, so send it their names.
    new PerformanceObserver((list) => {
      const paths = list.getEntries().map(({ name }) => new URL(name, location.href).pathname);
      const assets = paths.filter((path) => path.startsWith('/assets/') || path === '/theme.js');
      if (assets.length > 0) active?.postMessage({ assets });
    }).observe({ type: 'resource', buffered: true });
  } catch {
    // Without a worker, as in some private windows, the app just needs a connection.
  }
};
