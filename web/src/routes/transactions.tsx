import { useSession } from '../api/use-session.ts';
import { HistoryPage } from '../features/transactions/history-page.tsx';
import { useContactName } from './connected-transfer.tsx';
import { DashboardDialogs, useDashboardDialogs } from './dashboard-dialogs.tsx';

export function TransactionsRoute() {
  const { user } = useSession();
  const nameOf = useContactName();
  const dialogs = useDashboardDialogs();
  // The guards let only signed-in people through. While the session ends, there is nobody to show.
  if (!user) return null;
  return (
    <>
      <HistoryPage
        nameOf={nameOf}
        onEnterCode={(transaction) => dialogs.open({ kind: 'withdrawalCode', transaction })}
      />
      <DashboardDialogs {...dialogs} hasTwoFactor={user.twoFactorEnabled} />
    </>
  );
}
