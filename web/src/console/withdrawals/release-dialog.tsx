import { releaseWithdrawal, type WithdrawalFile } from '@mercury/contract/console/withdrawals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { callWithProof } from '../api/proof.ts';
import { ProposingDialog } from '../proposals/proposing-dialog.tsx';
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
  const { id, amount, currency, account } = withdrawal;
  return (
    <ProposingDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('withdrawals.releaseTitle')}
      text={t('withdrawals.releaseText', { amount, currency, name: `\u2068${account.username}\u2069` })}
      confirmLabel={t('withdrawals.release')}
      send={(reason) => callWithProof(releaseWithdrawal, { params: { id }, body: { reason } })}
      onSettled={() => askAgain(client, withdrawalsKey)}
    />
  );
}
