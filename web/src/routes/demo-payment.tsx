import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageMessage } from '../features/shell/page-message.tsx';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';

/** The target of a simulated crypto payment. It asks for nothing, and nothing can be paid. */
export function DemoPaymentRoute() {
  const { t } = useTranslation();
  return (
    <PageMessage
      icon={<FlaskConical size={28} aria-hidden="true" />}
      title={t('demo.paymentTitle')}
      text={t('demo.paymentText')}
      action={<ButtonLink to={paths.dashboard}>{t('demo.back')}</ButtonLink>}
    />
  );
}
