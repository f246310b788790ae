import type {
  ListedWithdrawal,
  ListedWithdrawalState,
  WithdrawalFile,
} from '@mercury/contract/console/withdrawals.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import { isHeld } from '../../features/withdrawals/large-payouts.ts';
import type {
  ListedWithdrawal as ListedRow,
  WithdrawalFile as FoundFile,
} from '../../features/withdrawals/look-by-operator.ts';
import { verdictsFor } from '../../features/withdrawals/settle-by-operator.ts';
import type { Rail } from '../../rails/rail.ts';
import { presentAct, presentLine, presentTimeline } from '../present-file.ts';

type PayingRail = Pick<Rail, 'name' | 'canPayOut'>;

export function presentListed(row: ListedRow, rail: PayingRail): ListedWithdrawal {
  const inAsset = (minorUnits: bigint) => formatAmount(amountOf(row.asset, minorUnits));
  return {
    id: row.id,
    transactionId: row.transaction_id,
    account: { id: row.user_id, username: row.username },
    state: listedStateOf(row),
    currency: row.asset,
    amount: inAsset(row.amount),
    fee: inAsset(row.fee),
    arrives: inAsset(row.amount - row.fee),
    network: networkOf(row.asset),
    address: row.address,
    memo: row.memo,
    createdAt: row.created_at.toISOString(),
    outcomes: [...verdictsFor(row, rail)],
  };
}

export function listedStateOf(
  row: Pick<ListedRow, 'state' | 'held_at' | 'released_at'>,
): ListedWithdrawalState {
  return row.state === 'queued' && isHeld(row) ? 'held' : row.state;
}

export function presentFile(
  { withdrawal, lines, acts, unusual }: FoundFile,
  {
    rail,
    proposal,
    seesContact,
  }: { rail: PayingRail; proposal: WithdrawalFile['proposal']; seesContact: boolean },
): WithdrawalFile {
  const { released_at, released_by } = withdrawal;
  return {
    ...presentListed(withdrawal, rail),
    isFrozen: withdrawal.is_frozen,
    rail: withdrawal.rail,
    waitsUntil: timeOf(withdrawal.state === 'waiting_period' ? withdrawal.waits_until : null),
    sentAt: timeOf(withdrawal.sent_at),
    closedAt: timeOf(withdrawal.closed_at),
    reference: withdrawal.external_reference,
    failure: withdrawal.failure,
    released:
      released_at === null || released_by === null
        ? null
        : { at: released_at.toISOString(), by: released_by },
    proposal,
    timeline: presentTimeline(withdrawal.timeline),
    lines: lines.map((line) => presentLine(withdrawal.asset, line)),
    acts: acts.map(presentAct),
    unusual: unusual.map(({ kind, network_address, created_at }) => ({
      kind,
      networkAddress: seesContact ? network_address : null,
      at: created_at.toISOString(),
    })),
    advice: adviceOn(withdrawal, rail),
  };
}

function adviceOn(row: ListedRow, rail: PayingRail): WithdrawalFile['advice'] {
  const outcomes = verdictsFor(row, rail);
  switch (listedStateOf(row)) {
    case 'unclear':
      return 'look';
    case 'held':
      return 'approve';
    case 'queued':
      return outcomes.includes('started') ? 'start' : 'rail';
    case 'sending':
      return outcomes.includes('paid') ? 'pay' : 'rail';
    case 'awaiting_confirmation':
    case 'waiting_period':
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return 'nothing';
  }
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
