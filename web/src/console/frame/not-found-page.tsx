import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { consolePaths } from '../paths.ts';

export function NotFoundPage() {
  const { t } = useTranslation('console');
  return (
    <Page title={t('frame.notFoundTitle')}>
      <EmptyState
        icon={<SearchX size={24} />}
        title={t('frame.notFoundText')}
        action={<ButtonLink to={consolePaths.home}>{t('frame.toHome')}</ButtonLink>}
      />
    </Page>
  );
}
