import { DirectionProvider } from '@base-ui/react/direction-provider';
import { directionOf, type Locale } from '@mercury/contract/locales.ts';
import { createInstance, type i18n as Translations } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import styles from './dev-ui.module.css';

/** One language per direction: the app's own texts are the best samples. */
const shownLocales = ['en', 'fa'] as const satisfies readonly Locale[];
const themes = ['light', 'dark'] as const;

type Translators = Readonly<Record<(typeof shownLocales)[number], Translations>>;

/** Translators with a fixed language, independent of the page's. */
export function useTranslators(): Translators | undefined {
  const { i18n } = useTranslation();
  const [translators, setTranslators] = useState<Translators>();
  useEffect(() => {
    async function make(locale: Locale) {
      const own = createInstance();
      const texts: unknown = i18n.getResourceBundle(locale, 'translation');
      await own.init({
        ...(i18n.options.interpolation && { interpolation: i18n.options.interpolation }),
        lng: locale,
        returnNull: false,
        // The app's own translation file: strings in objects.
        resources: { [locale]: { translation: texts as Record<string, string> } },
      });
      return own;
    }
    async function makeBoth() {
      await i18n.loadLanguages([...shownLocales]);
      const [en, fa] = await Promise.all([make('en'), make('fa')]);
      if (!isGone) setTranslators({ en, fa });
    }
    let isGone = false;
    void makeBoth();
    return () => {
      isGone = true;
    };
  }, [i18n]);
  return translators;
}

/** The same samples in both themes and both directions, side by side. */
export function Panels({ translators, children }: { translators: Translators; children: ReactNode }) {
  return (
    <div className={styles.panels}>
      {themes.flatMap((theme) =>
        shownLocales.map((locale) => (
          <div
            key={`${theme} ${locale}`}
            className={styles.panel}
            data-panel-theme={theme}
            lang={locale}
            dir={directionOf(locale)}
          >
            <I18nextProvider i18n={translators[locale]}>
              <DirectionProvider direction={directionOf(locale)}>{children}</DirectionProvider>
            </I18nextProvider>
          </div>
        )),
      )}
    </div>
  );
}

/** One state of a component, under the state's name. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.stateName} lang="en" dir="ltr">
        {name}
      </p>
      {children}
    </div>
  );
}

/** States that fit side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
