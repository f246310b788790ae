import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { RailUnavailableError, type ObservedDeposit } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { observeDeposit } from './observe-deposit.ts';
import type { DepositRow } from './queries.ts';

/** What became of a payment here. */
export interface PaymentStanding {
  readonly deposit: Pick<DepositRow, 'id' | 'state' | 'confirmations'> | undefined;
  readonly isAssigned: boolean;
}

export interface Finding {
  /** Undefined: the rail knows no such payment, or did not answer. */
  readonly payment: ObservedDeposit | undefined;
  readonly hasRailAnswered: boolean;
  readonly standing: PaymentStanding;
}

/**
 * Asks the rail at once about a payment that is known here, and writes down who asked.
 * @throws DomainError NotFound, RailUnavailable
 */
export async function observeByOperator(
  services: Services,
  { externalId, actor }: { externalId: string; actor: Actor },
): Promise<Finding> {
  const finding = await observeKnown(services, externalId);
  if (!finding.hasRailAnswered) throw new DomainError('RailUnavailable');
  const { payment } = finding;
  await inTransaction(services.db, (trx) =>
    appendEntry(trx, {
      actor,
      action: 'deposit.observe',
      subject: { kind: 'payment', id: externalId },
      after:
        payment === undefined ? {} : { confirmations: payment.confirmations, hasFailed: payment.hasFailed },
    }),
  );
  return finding;
}

/** A rail that does not answer leaves everything as it is. @throws DomainError NotFound */
export async function observeKnown(services: Services, externalId: string): Promise<Finding> {
  const before = await findStanding(services, externalId);
  if (before === undefined) throw new DomainError('NotFound');
  try {
    const payment = await observeDeposit(services, externalId);
    const standing = (await findStanding(services, externalId)) ?? before;
    return { payment, hasRailAnswered: true, standing };
  } catch (error) {
    if (!(error instanceof RailUnavailableError)) throw error;
    return { payment: undefined, hasRailAnswered: false, standing: before };
  }
}

/** Of the present rail. */
async function findStanding(
  { db, rail }: { db: Database; rail: Pick<Services['rail'], 'name'> },
  externalId: string,
): Promise<PaymentStanding | undefined> {
  const deposit = maybeOne(
    await db.pool.query<Pick<DepositRow, 'id' | 'state' | 'confirmations'>>(
      'select id, state, confirmations from deposit where rail = $1 and external_id = $2',
      [rail.name, externalId],
    ),
  );
  const kept = maybeOne(
    await db.pool.query<{ is_assigned: boolean }>(
      `select assigned_to is not null as is_assigned from unassigned_deposit
       where rail = $1 and external_id = $2`,
      [rail.name, externalId],
    ),
  );
  if (deposit === undefined && kept === undefined) return undefined;
  return { deposit, isAssigned: kept?.is_assigned ?? true };
}
