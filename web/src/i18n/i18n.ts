import { defaultLocale, directionOf, isLocale, locales } from '@mercury/contract/locales.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import i18next from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../storage.ts';

const languageKey = 'i18nextLng';
const loadTimeoutMs = 2000;

function storedLocale() {
  const stored = readStored(languageKey);
  return isLocale(stored) ? stored : defaultLocale;
}

function applyToDocument(language: string) {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Settles when the first texts are here, or when they are known not to come. */
export async function startTranslations(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    applyToDocument(language);
    writeStored(languageKey, language);
  });
  i18next.on('failedLoading', (language, _namespace, reason) => {
    // Nothing that the reader can act on: the keys of English stand in, and this says why.
    // oxlint-disable-next-line no-console
    console.warn(`The ${language} texts could not be loaded: ${reason}`);
  });
  applyToDocument(storedLocale());
  await i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      lng: storedLocale(),
      fallbackLng: defaultLocale,
      supportedLngs: [...locales],
      load: 'currentOnly',
      // React escapes what it renders.
      interpolation: {
        escapeValue: false,
        // What every text may speak of, so that the product is renamed in one place.
        defaultVariables: { product: productName, coin: coinCode },
      },
      returnNull: false,
      react: { useSuspense: false },
      backend: {
        loadPath: '/locales/{{lng}}/translation.json',
        alternateFetch: (url, options) =>
          fetch(url, { ...options, signal: AbortSignal.timeout(loadTimeoutMs) }),
      },
    });
}
