import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageMessage } from '../features/shell/page-message.tsx';

export function NotFoundRoute() {
  const { t } = useTranslation();
  return (
    <PageMessage
      icon={<Compass size={28} aria-hidden="true" />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<ButtonLink to={paths.home}>{t('notFound.home')}</ButtonLink>}
    />
  );
}
