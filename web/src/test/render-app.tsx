import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import type { User } from '@mercury/contract/api/users.ts';
import { directionOf, type Locale } from '@mercury/contract/locales.ts';
import { listAssets, subscribeAssets } from '@mercury/contract/money/asset.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { cloneElement, isValidElement, type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { BrowserRouter, MemoryRouter, parsePath, useLocation } from 'react-router';
import { render } from 'vitest-browser-react';
import { queryClient } from '../api/query-client.ts';
import { session } from '../api/session.ts';
import { profileQuery } from '../api/use-session.ts';
import { Toaster } from '../ui/toaster.tsx';
import { keyOfFirstEntry } from './browser-history.ts';

/** An address, and what its entry of the history keeps. */
type Place = string | { pathname: string; search?: string; state: unknown };

interface RenderAppOptions {
  /** Where the person is; the landing page by default. */
  at?: Place;
  /** Who is signed in; nobody by default. */
  as?: User;
  locale?: Locale;
  /** Uses the browser's own history, from wherever it stands: `at` does not count. See test/browser-history.ts. */
  isInBrowser?: boolean;
}

/** Where the person is now. */
export function currentPath(): string | undefined {
  return document.querySelector<HTMLElement>('[data-place]')?.dataset['place'];
}

/** What the entry of the history keeps, as after a reload. */
export function currentState(): unknown {
  return JSON.parse(document.querySelector<HTMLElement>('[data-place]')?.dataset['state'] ?? 'null');
}

function Whereabouts() {
  const { pathname, search, state } = useLocation();
  return <span hidden data-place={`${pathname}${search}`} data-state={JSON.stringify(state)} />;
}

function Routing({ at, children }: { at: Place | null; children: ReactNode }) {
  if (at === null) return <BrowserRouter>{children}</BrowserRouter>;
  // The router's own key for a first entry is always the same. The app's is not (nameFirstEntry).
  const first = { ...(typeof at === 'string' ? parsePath(at) : at), key: keyOfFirstEntry() };
  return <MemoryRouter initialEntries={[first]}>{children}</MemoryRouter>;
}

/** What the app puts around its pages (app.tsx), with an address that is this test's own. Null: the browser's. */
function Surroundings({ at, children }: { at: Place | null; children: ReactNode }) {
  const { i18n } = useTranslation();
  useSyncExternalStore(subscribeAssets, listAssets);
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={directionOf(i18n.language)}>
        <QueryClientProvider client={queryClient}>
          <Routing at={at}>
            <Whereabouts />
            {/* The very same element would not be drawn anew. */}
            {isValidElement(children) ? cloneElement(children) : children}
          </Routing>
          <Toaster />
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}

export function signIn(user: User): void {
  session.begin(`token-of-${user.username}`);
  queryClient.setQueryData(profileQuery.queryKey, user);
}

/** Renders as the app does: with its own client, texts, toasts and styles. */
export async function renderApp(ui: ReactNode, options: RenderAppOptions = {}) {
  const { at = '/', as, locale, isInBrowser = false } = options;
  if (locale !== undefined) await i18next.changeLanguage(locale);
  if (as !== undefined) signIn(as);
  const around = (inner: ReactNode) => <Surroundings at={isInBrowser ? null : at}>{inner}</Surroundings>;
  const rendered = await render(around(ui));
  return { ...rendered, rerender: (next: ReactNode) => rendered.rerender(around(next)) };
}
