import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  allowing,
  cookieCategories,
  type CookieCategory,
  type CookieChoice,
  keepCookieChoice,
  useCookieChoice,
} from '../../cookie-choice.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { useIsHydrated } from '../../ui/hydration.ts';
import { LegalPage } from './legal-page.tsx';
import styles from './cookie-page.module.css';

const sections = ['what', 'used', 'duration', 'browser', 'changes'] as const;

export function CookiePage() {
  const { t } = useTranslation();
  const parts = sections.map((id) => ({
    id,
    title: t(`legal.cookies.sections.${id}.title`),
    text: t(`legal.cookies.sections.${id}.text`),
  }));
  return (
    <LegalPage document="cookies" parts={parts}>
      <CookieSettings />
    </LegalPage>
  );
}

/** Changes apply only when the person presses one of the three buttons. */
export function CookieSettings() {
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const kept = useCookieChoice();
  // Switched here, but not saved yet.
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

interface CookieCategoryRowProps {
  category: CookieCategory | 'essential';
  isOn: boolean;
  /** Undefined if there is no choice. */
  onChange?: (isOn: boolean) => void;
}

/** The name expands the description. The switch stands beside it, so no control is inside another. */
function CookieCategoryRow({ category, isOn, onChange }: CookieCategoryRowProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const name = t(`cookies.${category}.name`);
  return (
    <li className={styles.category}>
      <div className={styles.row}>
        <div className={styles.named}>
          <h3>
            <button
              type="button"
              className={styles.opener}
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => setIsOpen(!isOpen)}
            >
              <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
              {name}
            </button>
          </h3>
          {!onChange && <p className={styles.always}>{t('cookies.alwaysOn')}</p>}
        </div>
        <Switch label={name} isOn={isOn} onChange={onChange} />
      </div>
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        <p>{t(`cookies.${category}.purpose`)}</p>
        <p>{t(`cookies.${category}.entries`)}</p>
      </div>
    </li>
  );
}
