// The entry script of the operator page. It is built apart from the app, so that it costs sellers nothing.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/imbue/opsz.css';
import '@fontsource-variable/instrument-sans/wdth.css';
import '#web/app/tokens.css';
import '#web/app/base.css';
import { ErrorBoundary } from '#web/app/error-screen.tsx';
import { followClock } from '#web/format/format.ts';
import { OnNetwork } from '#web/ui/on-network.tsx';
import { OperatorPage } from './page.tsx';

followClock();

// A browser that is offline may still reach a server on its own machine.
const offline = { retry: false, networkMode: 'always' } as const;
const client = new QueryClient({ defaultOptions: { queries: offline, mutations: offline } });

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <OnNetwork />
          <OperatorPage />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
