import { noteNoElements } from './quiet-react.ts';
import '../ui/fonts.css';
import '../ui/theme.css';
import '../ui/base.css';
import { defaultLocale } from '@mercury/contract/locales.ts';
import { acceptUnknownAssets, loadAssets } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import i18next from 'i18next';
import * as react from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { configure } from 'vitest-browser-react/pure';
import { queryClient } from '../api/query-client.ts';
import { session } from '../api/session.ts';
import { connection } from '../connection.ts';
import { useCookieChoice } from '../cookie-choice.ts';
import { closeAuthDialog } from '../identity/session/auth-dialog.ts';
import { readUnsettledOffer, settle } from '../features/trade/use-accept-offer.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { toastQueue } from '../ui/toast.ts';
import { leaveFirstEntry } from './browser-history.ts';
import { giveUp } from './give-up.ts';
import './quick-actions.ts';
import { installStandInServer, resetStandInServer } from './stand-in-server.ts';
import { installStandInStream, resetStandInStream } from './stand-in-stream.ts';

// As main.tsx renders the app: effects run twice, which shows those that don't clean up.
configure({ reactStrictMode: true });
noteNoElements(react);
installStandInServer();
installStandInStream();
acceptUnknownAssets();
if (!i18next.isInitialized) await startTranslations();

// Asked again as often as in the app, without the pauses in between.
const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } });

/** React tells of mistakes that a person does not see at once: missing keys, states set too late. */
const complaints: string[] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '));
  });
});

function forgetToasts(): void {
  toastQueue.attach({ show: () => undefined, dismiss: () => undefined });
  toastQueue.detach();
}

/** One that the app let pass, and that the history of a test alone never reported, would let the next test's first one pass. */
function takeLetPassStep(): void {
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/** What was confirmed outlives its page and its session, and so its test. */
async function forgetUnsettled(): Promise<void> {
  const offer = readUnsettledOffer();
  if (offer) await settle(offer, () => Promise.resolve());
}

afterEach(async ({ signal }) => {
  await cleanup();
  vi.useRealTimers();
  await giveUp(signal);
  vi.restoreAllMocks();
  const breaches = [...resetStandInServer(), ...resetStandInStream()];
  session.end('signedOut');
  session.acknowledgeEnd();
  leaveFirstEntry();
  queryClient.clear();
  closeAuthDialog();
  forgetToasts();
  takeLetPassStep();
  await forgetUnsettled();
  connection.reportAnswer();
  useCookieChoice.setState(useCookieChoice.getInitialState());
  loadAssets(seededAssets);
  if (i18next.language !== defaultLocale) await i18next.changeLanguage(defaultLocale);
  localStorage.clear();
  sessionStorage.clear();
  const problems = [...breaches, ...complaints.splice(0)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
