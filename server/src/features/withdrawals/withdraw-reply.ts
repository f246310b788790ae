import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { BalanceAfter, Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { priceOf } from '../market/price-of.ts';
import { nothingBehind, presentTransaction } from '../transactions/present.ts';
import { presentWallet } from '../wallet/present.ts';
import type { WithdrawalDraft } from './draft.ts';

interface Withdrawn {
  readonly user: UserRow;
  readonly draft: WithdrawalDraft;
  /** Of the hold. */
  readonly receipt: Receipt;
  /** The incoming amount that is not final yet, in the asset's smallest unit. */
  readonly pending: bigint;
  readonly usdValue: bigint | undefined;
}

/** The reply to the first call under a key. A repeat gets it as it was stored. */
export function presentWithdrawn(
  services: Pick<Services, 'market' | 'rail' | 'settings'>,
  { user, draft, receipt, pending, usdValue }: Withdrawn,
): ReplyOf<typeof withdraw> {
  const { asset } = draft;
  const { state, waitsUntil } = draft.step;
  const available = balanceIn(receipt, 'available');
  const at = new Date(receipt.postedAt);
  const requiresVerification = state === 'awaiting_confirmation';
  return {
    success: true,
    transaction: presentTransaction({
      ...nothingBehind,
      id: draft.transaction_id,
      user_id: user.id,
      type: 'WITHDRAW',
      asset,
      amount: draft.amount,
      fee: draft.fee,
      direction: 'out',
      status: 'PENDING',
      state,
      counterparty: draft.address,
      note: null,
      memo: draft.memo,
      timeline: [{ state, at: at.toISOString() }],
      created_at: at,
      completed_at: null,
      usd_value: usdValue ?? null,
      waits_until: waitsUntil,
    }),
    wallet: presentWallet({
      userId: user.id,
      walletAddress: user.address,
      holding: {
        asset,
        available: BigInt(available.balance),
        inOrders: BigInt(available.reserved ?? '0'),
        held: BigInt(balanceIn(receipt, 'held').balance),
        pending,
      },
      known: priceOf(services, asset),
      rail: services.rail,
    }),
    requiresVerification,
    verification: requiresVerification ? draft.verification : null,
  };
}

function balanceIn({ balances }: Receipt, kind: 'available' | 'held'): BalanceAfter {
  const found = balances.find((balance) => balance.kind === kind);
  if (found === undefined) throw new Error('the receipt of a hold lacks one of its accounts');
  return found;
}
