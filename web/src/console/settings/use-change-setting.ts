import { changeSetting, type Setting } from '@mercury/contract/console/settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { toast } from '../../ui/toast.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { useTellProposed } from '../proposals/use-tell-proposed.ts';
import { settingsKey } from './queries.ts';

interface Wanted {
  /** Null: the default. */
  value: string | null;
  reason: string;
}

/** Says whether it is done, or waits for a second person. */
export function useChangeSetting({ name, version }: Setting, close: () => void) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const tellProposed = useTellProposed();
  return useConsoleCommand({
    mutationFn: (wanted: Wanted) =>
      callWithProof(changeSetting, { params: { name }, body: { ...wanted, version } }),
    onSuccess: async ({ proposal }) => {
      close();
      if (proposal === null) toast.success(t('settings.changed'));
      await Promise.all([
        proposal === null ? undefined : tellProposed(proposal),
        askAgain(client, settingsKey),
      ]);
    },
    // Somebody else may have been faster: the page shows what is so now.
    onError: () => askAgain(client, settingsKey),
  });
}
