import { StatementPage } from '../features/statement/statement-page.tsx';

export function StatementRoute() {
  return <StatementPage />;
}
