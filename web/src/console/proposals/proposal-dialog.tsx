import {
  approveProposal,
  cancelProposal,
  type Proposal,
  refuseProposal,
} from '@mercury/contract/console/proposals.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { callConsole } from '../api/client.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ProposalFacts } from './proposal-facts.tsx';
import { proposalQuery, proposalsKey } from './queries.ts';

interface ProposalDialogProps {
  id: string;
  onClose: () => void;
}

/** Has an address of its own: Back closes it. */
export function ProposalDialog({ id, onClose }: ProposalDialogProps) {
  const { t } = useTranslation('console');
  const query = useQuery(proposalQuery(id));
  return (
    <Modal isOpen onClose={onClose} size="lg" title={t('proposals.one')} startsAtHeading>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('proposals.loading')} heights={['8rem', '6rem']} />}
        failedTitle={t('proposals.oneFailedToLoad')}
        errorMessage={errorMessage}
      >
        {(proposal) => (
          <div className={styles.stack}>
            <ProposalFacts proposal={proposal} />
            {proposal.mayDecide && <Decision proposal={proposal} />}
            {proposal.mayCancel && <TakeBack proposal={proposal} />}
          </div>
        )}
      </QueryState>
    </Modal>
  );
}

/** A decision may change anything that the console shows. Also after a refusal: somebody else was sooner. */
function useDecision<Input>(
  send: (input: Input) => Promise<{ proposal: Proposal }>,
  { told, onSuccess }: { told: string; onSuccess?: () => void },
) {
  const client = useQueryClient();
  return useConsoleCommand({
    mutationFn: send,
    onSuccess: ({ proposal }) => {
      client.setQueryData(proposalQuery(proposal.id).queryKey, proposal);
      toast.success(told);
      onSuccess?.();
      return askAgain(client, []);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void askAgain(client, proposalsKey);
    },
  });
}

function Decision({ proposal: { id } }: { proposal: Proposal }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const refusal = useDialog();
  const approve = useDecision(() => callWithProof(approveProposal, { params: { id } }), {
    told: t('proposals.approved'),
  });
  const refuse = useDecision(
    (reason: string) => callConsole(refuseProposal, { params: { id }, body: { reason } }),
    { told: t('proposals.refused'), onSuccess: refusal.close },
  );
  return (
    <>
      <div className={styles.pair}>
        <Button variant="secondary" onClick={refusal.open}>
          {t('proposals.refuse')}
        </Button>
        <Button
          isBusy={approve.isPending}
          onClick={() =>
            approve.mutate(undefined, {
              onError: (error) => {
                if (!(error instanceof Cancelled)) toast.error(errorMessage(error, tShared));
              },
            })
          }
        >
          {t('proposals.approve')}
        </Button>
      </div>
      <ReasonDialog
        key={refusal.key}
        isOpen={refusal.isOpen}
        onClose={refusal.close}
        title={t('proposals.refuseTitle')}
        text={t('proposals.refuseText')}
        confirmLabel={t('proposals.refuse')}
        command={refuse}
      />
    </>
  );
}

function TakeBack({ proposal: { id } }: { proposal: Proposal }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const cancel = useDecision(() => callConsole(cancelProposal, { params: { id } }), {
    told: t('proposals.takenBack'),
  });
  return (
    <Button
      variant="secondary"
      isFullWidth
      isBusy={cancel.isPending}
      onClick={() =>
        cancel.mutate(undefined, { onError: (error) => void toast.error(errorMessage(error, tShared)) })
      }
    >
      {t('proposals.takeBack')}
    </Button>
  );
}
