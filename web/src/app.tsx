import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '@mercury/contract/locales.ts';
import { listAssets, subscribeAssets } from '@mercury/contract/money/asset.ts';
import { queryClient } from './api/query-client.ts';
import { Router } from './router.tsx';
import { ToasterHost } from './ui/toaster-host.tsx';

interface AppProps {
  /** The router: of the browser, or of the prerendering with its list of pages. */
  Routing: ComponentType<{ children: ReactNode }>;
}

export function App({ Routing }: AppProps) {
  const { i18n } = useTranslation();
  // Names, digits and lists of every page depend on the assets. They change only when the operator changes them, which is rare.
  useSyncExternalStore(subscribeAssets, listAssets, listAssets);
  return (
    // The content security policy refuses style elements; our styles come from files.
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={directionOf(i18n.language)}>
        <QueryClientProvider client={queryClient}>
          <Routing>
            <Router />
          </Routing>
          <ToasterHost />
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}
