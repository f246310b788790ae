import type { QueryOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getStatement, TransactionType } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findMovements, findOpenings, type MovementRow } from './statement-lines.ts';

type Statement = ReplyOf<typeof getStatement>;
type StatementOfCurrency = Statement['currencies'][number];
type StatementLine = StatementOfCurrency['lines'][number];

interface Period {
  /** ISO 8601; the end is exclusive. */
  readonly from: string;
  readonly to: string;
}

/**
 * The opening, the lines and the closing of each currency, from the entries of the ledger. The default is the present month.
 * @throws DomainError TooManyTransactions, ValidationFailed
 */
export async function makeStatement(
  { db }: Pick<Services, 'db'>,
  options: { userId: string; period: QueryOf<typeof getStatement> },
): Promise<Statement> {
  const { userId } = options;
  const madeAt = new Date();
  const period = periodOf(options.period, madeAt);
  const { person, openings, movements } = await inTransaction(
    db,
    async (trx) => ({
      person: await findPerson(trx, userId),
      openings: await findOpenings(trx, { userId, from: period.from }),
      // One row more than the limit shows that there are too many.
      movements: await findMovements(trx, { userId, ...period, limit: limits.statementLinesMax + 1 }),
    }),
    // One snapshot, so that nothing is booked between the two reads.
    { isolation: 'repeatable read' },
  );
  if (movements.length > limits.statementLinesMax) throw new DomainError('TooManyTransactions');
  const openingOf = new Map(openings.map(({ asset, opening }) => [asset, opening]));
  return {
    success: true,
    ...period,
    madeAt: madeAt.toISOString(),
    person,
    currencies: assetCodes().flatMap((asset) => {
      const opening = openingOf.get(asset) ?? 0n;
      const own = movements.filter((movement) => movement.asset === asset);
      return opening === 0n && own.length === 0 ? [] : [statementOf(asset, opening, own)];
    }),
  };
}

function periodOf(asked: QueryOf<typeof getStatement>, now: Date): Period {
  const to = asked.to ?? firstOfMonth(now, 1).toISOString();
  // The month that ends at `to`.
  const from = asked.from ?? firstOfMonth(new Date(Date.parse(to) - 1), 0).toISOString();
  if (Date.parse(from) > Date.parse(to)) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'to', key: 'invalid' }] });
  }
  return { from, to };
}

/** Midnight UTC on the first day of the time's month, or of the month so many months later. */
function firstOfMonth(time: Date, monthsLater: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater, 1));
}

async function findPerson(trx: Transaction, userId: string): Promise<Statement['person']> {
  return trx.kysely
    .selectFrom('app_user')
    .select(['name', 'username', 'address as walletAddress'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

function statementOf(
  asset: AssetCode,
  opening: bigint,
  movements: readonly MovementRow[],
): StatementOfCurrency {
  let balance = opening;
  const lines = movements.map((movement) => {
    balance += movement.amount;
    return presentLine(movement, balance);
  });
  return {
    currency: asset,
    opening: formatAmount(amountOf(asset, opening)),
    closing: formatAmount(amountOf(asset, balance)),
    lines,
  };
}

function presentLine(movement: MovementRow, balance: bigint): StatementLine {
  const { asset, amount, usd_value: usdValue } = movement;
  const format = (minorUnits: bigint): string => formatAmount(amountOf(asset, minorUnits));
  return {
    id: movement.id ?? movement.transfer_id,
    at: movement.booked_at.toISOString(),
    type: movement.type ?? typeWithoutHistory(movement),
    amount: format(amount),
    fee: format(movement.fee ?? 0n),
    balanceAfter: format(balance),
    usdValue: usdValue === null ? null : formatAmount(amountOf('USD', amount < 0n ? -usdValue : usdValue)),
    counterparty: movement.counterparty,
    counterpartyUsername: movement.counterparty_username,
    note: movement.note,
  };
}

/** An operator's correction has no row of history: it shows as money that came or went. */
function typeWithoutHistory({ amount }: MovementRow): TransactionType {
  return amount < 0n ? 'WITHDRAW' : 'DEPOSIT';
}
