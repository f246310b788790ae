import { readInvitation } from '@mercury/contract/console/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { CardPage } from '../../ui/card-page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { callConsole } from '../api/client.ts';
import { meQuery } from '../api/me.ts';
import styles from '../console.module.css';
import { consolePaths } from '../paths.ts';
import { useRoleName } from '../use-role-name.ts';
import { useLinkToken } from '../link-token.ts';
import { JoinForm } from './join-form.tsx';

export function InvitationPage() {
  const { t } = useTranslation('console');
  const token = useLinkToken();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  if (me) return <Navigate to={consolePaths.home} replace />;
  return (
    <CardPage title={t('join.title')}>
      <div className={styles.stack}>
        <h1 className={styles.cardTitle}>{t('join.title')}</h1>
        {token === null ? <p>{t('join.linkNeeded')}</p> : <Invitation key={token} token={token} />}
      </div>
    </CardPage>
  );
}

/** Null: used, withdrawn or too old. */
async function read(token: string, signal: AbortSignal) {
  try {
    return (await callConsole(readInvitation, { body: { token }, signal })).invitation;
  } catch (error) {
    const isOver =
      error instanceof ApiError && ['InvalidOrExpiredToken', 'ValidationFailed'].includes(error.code);
    if (isOver) return null;
    throw error;
  }
}

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => read(token, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <QueryState
      query={query}
      skeleton={<FormSkeleton label={t('join.loading')} heights={['3rem', '2.75rem', '2.75rem']} />}
      failedTitle={t('join.failedToLoad')}
      errorMessage={errorMessage}
    >
      {(invitation) =>
        invitation === null ? (
          <p role="alert">{t('join.over')}</p>
        ) : (
          <>
            <div>
              <p>
                {t('join.isFor')} <bdi className={styles.name}>{invitation.email}</bdi>
              </p>
              <p className={styles.quiet}>
                {t('join.role', { role: roleName(invitation.role) })} · {t('join.until')}{' '}
                <DateText at={invitation.expiresAt} />
              </p>
            </div>
            <JoinForm token={token} email={invitation.email} />
          </>
        )
      }
    </QueryState>
  );
}
