import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { maybeOne } from '../../db/rows.ts';
import { RailUnavailableError, type PayoutOrder, type PayoutResult } from '../rail.ts';

/**
 * Pays every order, as often as it is called: the product promises to call once, not this rail. Faults that tests put into
 * sandbox_fault happen first.
 */
export async function payOutPretended(pool: pg.Pool, order: PayoutOrder): Promise<PayoutResult> {
  const fault = await takeFault(pool);
  if (fault === 'payout-unreachable') throw new RailUnavailableError('the pretend chain does not answer');
  const id = uuidv7();
  const { asset, minorUnits } = order.amount;
  await pool.query(
    `insert into sandbox_payout (id, withdrawal_id, asset, amount, address, memo, has_failed)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, order.withdrawalId, asset, minorUnits, order.address, order.memo, fault === 'payout-refused'],
  );
  if (fault === 'payout-answer-lost')
    throw new RailUnavailableError('the answer of the pretend chain was lost');
  if (fault === 'payout-refused') return { state: 'failed', reason: 'the pretend chain refused it' };
  return { state: 'paid', externalReference: id };
}

/** A chain can show that it has a payment, never that none is on its way. */
export async function findPretendPayout(pool: pg.Pool, withdrawalId: string): Promise<PayoutResult> {
  const payout = maybeOne(
    await pool.query<{ id: string; has_failed: boolean }>(
      'select id, has_failed from sandbox_payout where withdrawal_id = $1 order by created_at limit 1',
      [withdrawalId],
    ),
  );
  if (payout === undefined) return { state: 'unknown' };
  if (payout.has_failed) return { state: 'failed', reason: 'the pretend chain refused it' };
  return { state: 'paid', externalReference: payout.id };
}

async function takeFault(pool: pg.Pool): Promise<string | undefined> {
  return maybeOne(
    await pool.query<{ kind: string }>(
      `delete from sandbox_fault
        where id = (select id from sandbox_fault order by id for update skip locked limit 1)
        returning kind`,
    ),
  )?.kind;
}
