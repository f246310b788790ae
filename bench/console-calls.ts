import type { ConsoleEndpoint } from '../contract/src/console/endpoint.ts';
import { consoleEndpoints } from '../contract/src/console/index.ts';
import { listedDepositStates } from '../contract/src/console/deposits.ts';
import { listedWithdrawalStates } from '../contract/src/console/withdrawals.ts';

/** Of what the books have, as a screen would show it. */
export interface Shown {
  /** Their history is long. */
  readonly personId: string;
  readonly withdrawalId: string;
  readonly depositId: string;
  readonly transferId: string;
  readonly paymentReference: string;
  readonly proposalId: string | undefined;
}

export interface ConsoleCall {
  readonly path: string;
  /** A file to keep: nobody waits for it in front of a screen. */
  readonly isDownload: boolean;
}

/** What a screen asks a call for; none: it needs nothing. */
function queriesOf(
  { path }: ConsoleEndpoint,
  { personId, transferId, withdrawalId, paymentReference }: Shown,
): readonly string[] {
  const day = (daysAgo: number): string =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const year = `from=${day(364)}&until=${day(0)}`;
  switch (path) {
    case '/people':
    case '/deposits/owners': {
      const texts = [
        'user1234',
        'u1234@example.test',
        personId,
        transferId,
        withdrawalId,
        paymentReference,
        'nobody_at_all',
      ];
      return texts.map((text) => `search=${encodeURIComponent(text)}`);
    }
    case '/books/accounts':
      return ['person=user0', `person=${personId}`];
    case '/withdrawals':
      return listedWithdrawalStates.map((state) => `state=${state}`);
    case '/deposits':
      return listedDepositStates.map((state) => `state=${state}`);
    case '/proposals':
      return ['', 'ended=true'];
    case '/audit':
    case '/audit.csv':
      return [
        '',
        'actor=operator7',
        'action=people.',
        'action=nothing.',
        `subject=${personId}`,
        `from=${new Date(Date.now() - 86_400_000).toISOString()}`,
        'actor=operator7&action=staff.',
        'actor=nobody',
      ];
    case '/reports/movements':
    case '/reports/movements.csv':
      return [`of=fees&${year}`, `of=payments&${year}`, `of=fees&from=${day(30)}&until=${day(0)}`];
    case '/reports/trades':
    case '/reports/trades.csv':
      return [year];
    case '/reports/liabilities':
    case '/reports/liabilities.csv':
      return [
        '',
        `at=${new Date(Date.now() - 200.4 * 86_400_000).toISOString()}`,
        `at=${new Date(Date.now() - 3_600_000).toISOString()}`,
      ];
    default:
      return [''];
  }
}

/** Undefined: there is no such thing in these books. */
function idsOf(
  { path }: ConsoleEndpoint,
  shown: Shown,
  accountIds: readonly string[],
): readonly (string | undefined)[] {
  if (path.startsWith('/people/')) return [shown.personId];
  if (path.startsWith('/withdrawals/')) return [shown.withdrawalId];
  if (path.startsWith('/deposits/')) return [shown.depositId];
  if (path.startsWith('/books/accounts/')) return accountIds;
  if (path.startsWith('/books/transfers/')) return [shown.transferId];
  if (path.startsWith('/proposals/')) return [shown.proposalId];
  return [undefined];
}

/** Every call that only reads, with what a screen asks it for. */
export function consoleCalls(
  shown: Shown,
  accountIds: readonly string[],
): { readonly calls: readonly ConsoleCall[]; readonly unasked: readonly string[] } {
  const unasked: string[] = [];
  const calls = consoleEndpoints
    .filter(({ method, caller }) => method === 'GET' && caller !== 'anyone')
    .flatMap((endpoint): ConsoleCall[] => {
      const needsId = endpoint.path.includes(':');
      const ids = needsId ? idsOf(endpoint, shown, accountIds) : [''];
      return ids.flatMap((id) => {
        if (id === undefined) {
          unasked.push(endpoint.path);
          return [];
        }
        return queriesOf(endpoint, shown).map((query) => ({
          path: `${endpoint.path.replace(/:\w+/, id)}${query === '' ? '' : `?${query}`}`,
          isDownload: endpoint.mediaType?.startsWith('text/csv') ?? false,
        }));
      });
    });
  return { calls, unasked };
}
