import {
  cancelProposalByLink,
  type Proposal,
  readProposalByLink,
} from '@mercury/contract/console/proposals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { CardPage } from '../../ui/card-page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { toast } from '../../ui/toast.ts';
import { callConsole } from '../api/client.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { useLinkToken } from '../link-token.ts';
import { ProposalFacts } from './proposal-facts.tsx';

/** By the link in the mail about a delayed proposal, for whoever has it: nobody needs to be signed in. */
export function CancellationPage() {
  const { t } = useTranslation('console');
  const token = useLinkToken();
  return (
    <CardPage title={t('byLink.title')}>
      <div className={styles.stack}>
        <h1 className={styles.cardTitle}>{t('byLink.title')}</h1>
        {token === null ? <p>{t('byLink.linkNeeded')}</p> : <ByLink key={token} token={token} />}
      </div>
    </CardPage>
  );
}

const linkKey = (token: string) => ['proposal-by-link', token] as const;

/** Null: no such link. */
async function read(token: string, signal: AbortSignal): Promise<Proposal | null> {
  try {
    return (await callConsole(readProposalByLink, { body: { token }, signal })).proposal;
  } catch (error) {
    const isUnknown =
      error instanceof ApiError && ['InvalidOrExpiredToken', 'ValidationFailed'].includes(error.code);
    if (isUnknown) return null;
    throw error;
  }
}

function ByLink({ token }: { token: string }) {
  const { t } = useTranslation('console');
  const query = useQuery({
    queryKey: linkKey(token),
    queryFn: ({ signal }) => read(token, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryState
      query={query}
      skeleton={<FormSkeleton label={t('proposals.loading')} heights={['8rem', '6rem']} />}
      failedTitle={t('proposals.oneFailedToLoad')}
      errorMessage={errorMessage}
    >
      {(proposal) =>
        proposal === null ? (
          <p role="alert">{t('byLink.unknown')}</p>
        ) : (
          <>
            <ProposalFacts proposal={proposal} />
            {proposal.state === 'open' && <CancelButton token={token} />}
          </>
        )
      }
    </QueryState>
  );
}

function CancelButton({ token }: { token: string }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const client = useQueryClient();
  const cancel = useConsoleCommand({
    mutationFn: () => callConsole(cancelProposalByLink, { body: { token } }),
    onSuccess: ({ proposal }) => {
      client.setQueryData(linkKey(token), proposal);
      toast.success(t('byLink.cancelled'));
    },
    onError: (error) => {
      toast.error(errorMessage(error, tShared));
      void askAgain(client, linkKey(token));
    },
  });
  return (
    <Button variant="danger" isFullWidth isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('byLink.cancel')}
    </Button>
  );
}
