import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { directionOf } from '@mercury/contract/locales.ts';
import { queryClient } from './api/query-client.ts';
import { Router } from './router.tsx';
import { ToasterHost } from './ui/toaster-host.tsx';

export function App() {
  const { i18n } = useTranslation();
  return (
    // The content security policy refuses style elements; ours come from files.
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={directionOf(i18n.language)}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Router />
          </BrowserRouter>
          <ToasterHost />
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}
