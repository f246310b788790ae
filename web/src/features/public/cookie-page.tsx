import { useTranslation } from 'react-i18next';
import { CookieSettings } from './cookie-settings.tsx';
import { LegalPage } from './legal-page.tsx';

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
