import type { BookedLine, StaffAct } from '@mercury/contract/console/withdrawals.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import * as z from 'zod/mini';
import type { ActOnSubject } from '../audit/list-entries.ts';
import type { BookedLine as LineRow } from '../features/transactions/list-booked-lines.ts';

/** Of one asset: a payment from outside or to it. */
export function presentLine(asset: AssetCode, line: LineRow): BookedLine {
  return {
    transferId: line.transfer_id,
    kind: line.kind,
    account: line.account,
    amount: formatAmount(amountOf(asset, line.amount)),
    at: line.created_at.toISOString(),
  };
}

export function presentAct({ at, ...act }: ActOnSubject): StaffAct {
  return { ...act, at: at.toISOString(), after: act.after && { ...act.after } };
}

const storedTimeline = z.array(z.object({ state: z.string(), at: z.string() }));

/** As the database writes times: not in the form of the contract. */
export function presentTimeline(timeline: unknown): { state: string; at: string }[] {
  return storedTimeline.parse(timeline).map(({ state, at }) => ({ state, at: new Date(at).toISOString() }));
}
