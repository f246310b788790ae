import { useTranslation } from 'react-i18next';
import { LegalPage } from './legal-page.tsx';

const sections = [
  'collected',
  'purposes',
  'shared',
  'kept',
  'safe',
  'rights',
  'children',
  'changes',
] as const;

export function PrivacyPage() {
  const { t } = useTranslation();
  const parts = sections.map((id) => ({
    id,
    title: t(`legal.privacy.sections.${id}.title`),
    text: t(`legal.privacy.sections.${id}.text`),
  }));
  return <LegalPage document="privacy" parts={parts} />;
}
