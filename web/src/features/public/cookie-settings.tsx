import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import {
  allowing,
  cookieCategories,
  type CookieChoice,
  keepCookieChoice,
  keptCookieChoice,
  startingCookieChoice,
} from '../../cookie-choice.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { CookieCategoryRow } from './cookie-category-row.tsx';
import styles from './cookie-settings.module.css';

/** What may be remembered in this browser, by category. Nothing changes until one of the three buttons is pressed. */
export function CookieSettings() {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const kept = useSyncExternalStore(
    keptCookieChoice.subscribe,
    keptCookieChoice.read,
    () => startingCookieChoice,
  );
  // What has been switched here and not been kept yet.
  const [draft, setDraft] = useState<CookieChoice | null>(null);
  const choice = draft ?? kept;

  function keep(next: CookieChoice, said: string) {
    setDraft(null);
    keepCookieChoice(next);
    toast.success(said);
  }

  return (
    <section className={styles.settings} aria-labelledby="cookie-settings">
      <h2 id="cookie-settings" className={styles.title}>
        {t('cookies.title')}
      </h2>
      <p className={styles.lead}>{t('cookies.lead')}</p>
      <fieldset className={styles.form} disabled={!isHydrated}>
        <ul className={styles.categories}>
          <CookieCategoryRow category="essential" isOn />
          {cookieCategories.map((category) => (
            <CookieCategoryRow
              key={category}
              category={category}
              isOn={choice[category]}
              onChange={(isOn) => setDraft({ ...choice, [category]: isOn })}
            />
          ))}
        </ul>
        <div className={styles.actions}>
          <Button onClick={() => keep(choice, t('cookies.saved'))}>{t('cookies.save')}</Button>
          <Button
            variant="secondary"
            onClick={() => keep(allowing(cookieCategories), t('cookies.acceptedAll'))}
          >
            {t('cookies.acceptAll')}
          </Button>
          <Button variant="secondary" onClick={() => keep(allowing([]), t('cookies.rejectedAll'))}>
            {t('cookies.rejectAll')}
          </Button>
        </div>
      </fieldset>
    </section>
  );
}
