import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { accessQuery } from './queries.ts';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage() {
  const { t } = useTranslation('console');
  const query = useQuery(accessQuery);
  return (
    <Page title={t('account.title')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('account.loading')} heights={['8rem', '6rem', '8rem']} />}
        failedTitle={t('account.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ hasPassword, passkeys, sessions }) => (
          <>
            <PasskeysCard passkeys={passkeys} isOnlyWayIn={!hasPassword && passkeys.length === 1} />
            <PasswordCard hasPassword={hasPassword} />
            <SessionsCard sessions={sessions} />
          </>
        )}
      </QueryState>
    </Page>
  );
}
