import { releaseWithdrawal, type WithdrawalFile } from '@mercury/contract/console/withdrawals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { useTellProposed } from '../proposals/use-tell-proposed.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { withdrawalsKey } from './queries.ts';

interface ReleaseDialogProps {
  withdrawal: WithdrawalFile;
  isOpen: boolean;
  onClose: () => void;
}

/** Only asks: a second person lets it go. */
export function ReleaseDialog({ withdrawal, isOpen, onClose }: ReleaseDialogProps) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const tellProposed = useTellProposed();
  const { id, amount, currency, account } = withdrawal;
  const release = useConsoleCommand({
    mutationFn: (reason: string) => callWithProof(releaseWithdrawal, { params: { id }, body: { reason } }),
    onSuccess: async ({ proposal }) => {
      onClose();
      await Promise.all([tellProposed(proposal), askAgain(client, withdrawalsKey)]);
    },
  });
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('withdrawals.releaseTitle')}
      text={t('withdrawals.releaseText', { amount, currency, name: `\u2068${account.username}\u2069` })}
      confirmLabel={t('withdrawals.release')}
      command={release}
    />
  );
}
