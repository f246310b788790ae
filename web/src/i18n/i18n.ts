import { defaultLocale, directionOf, isLocale, locales } from '@mercury/contract/locales.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import i18next, {
  type BackendModule,
  type InitOptions,
  type ReadCallback,
  type ResourceLanguage,
} from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../storage.ts';

const languageKey = 'i18nextLng';

const options: InitOptions = {
  fallbackLng: defaultLocale,
  supportedLngs: [...locales],
  load: 'currentOnly',
  interpolation: {
    // React escapes what it renders.
    escapeValue: false,
    // For every text, so that the product is renamed in one place.
    defaultVariables: { product: productName, coin: coinCode },
  },
  returnNull: false,
  react: { useSuspense: false },
};

function storedLocale() {
  const stored = readStored(languageKey);
  return isLocale(stored) ? stored : defaultLocale;
}

function applyToDocument(language: string) {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

let starting: Promise<unknown> | undefined;

/** Settles when the first texts are here, or surely not coming. */
export function startTranslations(): Promise<void> {
  const started = beginTranslations();
  starting = started.catch(() => undefined);
  return started;
}

async function beginTranslations(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    applyToDocument(language);
    writeStored(languageKey, language);
  });
  i18next.on('failedLoading', (language, _namespace, reason) => {
    // The reader can't act on this. The English keys are shown instead, and this says why.
    // oxlint-disable-next-line no-console
    console.warn(`The ${language} texts could not be loaded: ${reason}`);
  });
  applyToDocument(storedLocale());
  await i18next
    .use(textFiles)
    .use(initReactI18next)
    .init({ ...options, lng: storedLocale() });
  if (isPseudoLanguageAsked()) await (await import('./pseudo-language.ts')).startPseudoLanguage(i18next);
}

/** React then finds what it expects in prerendered pages. */
export function hasDefaultTexts(): boolean {
  return i18next.hasResourceBundle(defaultLocale, 'translation');
}

/**
 * Long texts of one page, which no other page should wait for. Later changes of the language load them too.
 * @throws if there are none at all.
 */
export async function loadTextsOf(namespace: 'help' | 'console'): Promise<void> {
  await starting;
  await i18next.loadNamespaces(namespace);
  const isThere = [i18next.language, defaultLocale].some((each) =>
    i18next.hasResourceBundle(each, namespace),
  );
  if (!isThere) throw new Error(`the texts of ${namespace} could not be loaded`);
}

/** Without a browser: pages are prerendered in the default language. */
export async function startDefaultTexts(texts: ResourceLanguage): Promise<void> {
  await i18next
    .use(initReactI18next)
    .init({ ...options, lng: defaultLocale, resources: { [defaultLocale]: texts } });
}

/** The usual code for English with accents. No menu offers it. */
const pseudoLanguage = 'en-XA';
const askedKey = 'pseudoLanguage';

/** Stays with the tab (`?lng=en-XA`) until another language is asked for (`?lng=en`). */
function isPseudoLanguageAsked(): boolean {
  const asked = new URLSearchParams(location.search).get('lng');
  try {
    if (asked !== null) sessionStorage.setItem(askedKey, asked);
    return sessionStorage.getItem(askedKey) === pseudoLanguage;
  } catch {
    // Without storage it lasts for one page.
    return asked === pseudoLanguage;
  }
}

/** After this time the app renders without its texts. */
const loadTimeoutMs = 2000;

async function loadTexts(language: string, namespace: string): Promise<Record<string, string>> {
  const reply = await fetch(`/locales/${language}/${namespace}.json`, {
    signal: AbortSignal.timeout(loadTimeoutMs),
  });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  // Our own file: repo.test.ts compares its keys with the English ones.
  return (await reply.json()) as Record<string, string>;
}

async function readInto(
  { language, namespace }: { language: string; namespace: string },
  callback: ReadCallback,
): Promise<void> {
  try {
    callback(null, await loadTexts(language, namespace));
  } catch (error) {
    callback(error instanceof Error ? error : String(error), null);
  }
}

/** Of each language, loaded when the language is first chosen: a file for the whole app, and one for what is long. */
const textFiles: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init: () => undefined,
  read: (language, namespace, callback) => {
    void readInto({ language, namespace }, callback);
  },
};
