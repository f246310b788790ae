import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CookieCategory } from '../../cookie-choice.ts';
import { Switch } from '../../ui/switch.tsx';
import styles from './cookie-settings.module.css';

interface CookieCategoryRowProps {
  category: CookieCategory | 'essential';
  isOn: boolean;
  /** Missing where there is no choice. */
  onChange?: (isOn: boolean) => void;
}

/** Its name opens what it is for; the switch stands beside it, so that neither is inside the other. */
export function CookieCategoryRow({ category, isOn, onChange }: CookieCategoryRowProps) {
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
