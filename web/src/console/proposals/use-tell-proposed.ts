import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { toast } from '../../ui/toast.ts';
import { proposalsKey } from './queries.ts';

/** After a call that only proposes: says who decides, or when it happens by itself. */
export function useTellProposed(): (proposal: Proposal) => Promise<void> {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  return ({ delayedUntil }) => {
    toast.success(t(delayedUntil === null ? 'proposals.waits' : 'proposals.delayed'));
    return askAgain(client, proposalsKey);
  };
}
