import { useTranslation } from 'react-i18next';
import { LegalPage } from './legal-page.tsx';

const sections = [
  'agreement',
  'eligibility',
  'account',
  'service',
  'payments',
  'risks',
  'conduct',
  'ending',
  'warranty',
  'liability',
  'law',
  'changes',
] as const;

export function TermsPage() {
  const { t } = useTranslation();
  const parts = sections.map((id) => ({
    id,
    title: t(`legal.terms.sections.${id}.title`),
    text: t(`legal.terms.sections.${id}.text`),
  }));
  return <LegalPage document="terms" parts={parts} />;
}
