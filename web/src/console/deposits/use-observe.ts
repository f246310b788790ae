import { observeDeposit, type assignDeposit } from '@mercury/contract/console/deposits.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { toast } from '../../ui/toast.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { depositsKey } from './queries.ts';

/** What the rail found, in a sentence. */
export function useTellFinding() {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  return ({ payment, hasRailAnswered, state }: ReplyOf<typeof assignDeposit>): string => {
    if (!hasRailAnswered) return t('deposits.railSilent');
    if (payment === null) return t('deposits.railKnowsNothing');
    if (payment.hasFailed) return t('deposits.railDropped');
    return t('deposits.railFound', {
      seen: formatCount(payment.confirmations, formatTag),
      needed: formatCount(payment.confirmationsNeeded, formatTag),
      state: t(`deposits.states.${state}`),
    });
  };
}

/** Asks the rail about a payment at once. */
export function useObserve() {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const client = useQueryClient();
  const tellFinding = useTellFinding();
  return useConsoleCommand({
    mutationFn: (externalId: string) => callWithProof(observeDeposit, { body: { externalId } }),
    onSuccess: (finding) => {
      toast.success(t('deposits.asked'), { description: tellFinding(finding) });
      return askAgain(client, depositsKey);
    },
    onError: (error) => toast.error(t('deposits.askFailed'), { description: errorMessage(error, tShared) }),
  });
}
