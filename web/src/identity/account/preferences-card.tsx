import { locales, localeTraits } from '@mercury/contract/locales.ts';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { themeChoices, useTheme } from '../../ui/theme-choice.ts';
import styles from './profile.module.css';

const languages = locales.map((code) => ({ value: code, label: localeTraits[code].label }));

/** The account follows the language by itself; the theme belongs to this browser. */
export function PreferencesCard() {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const { choice, chooseTheme } = useTheme();
  return (
    <Card title={t('profile.appearanceTitle')}>
      <div className={styles.form}>
        <NativeSelectField
          label={t('nav.language')}
          hint={t('profile.languageHint')}
          value={locale}
          choices={languages}
          onChange={(next) => void i18n.changeLanguage(next)}
        />
        <NativeSelectField
          label={t('profile.theme')}
          hint={t('profile.themeHint')}
          value={choice}
          choices={themeChoices.map((value) => ({ value, label: t(`profile.themes.${value}`) }))}
          onChange={chooseTheme}
        />
      </div>
    </Card>
  );
}
