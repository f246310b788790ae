import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { directionOf } from '@mercury/contract/locales.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/query-client.ts';
import { Awake } from '../ui/hydration.ts';
import { ToasterHost } from '../ui/toaster-host.tsx';
import { ConsoleRouter } from './console-router.tsx';

/** Everything but the router of the browser. */
export function ConsoleApp() {
  const { i18n } = useTranslation();
  return (
    // The content security policy refuses style elements; our styles come from files.
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={directionOf(i18n.language)}>
        <QueryClientProvider client={queryClient}>
          <ConsoleRouter />
          <ToasterHost />
          <Awake />
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}
