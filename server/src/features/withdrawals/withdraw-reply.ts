import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { withdrawalVerifications, type withdraw } from '@mercury/contract/api/withdrawals.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, parsePrice } from '@mercury/contract/money/price.ts';
import * as z from 'zod/mini';
import type { JsonValue, Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { priceOf, usdCentsOf, type KnownPrice } from '../market/price-of.ts';
import { nothingBehind, presentTransaction } from '../transactions/present.ts';
import { presentWallet } from '../wallet/present.ts';
import type { WithdrawalDraft } from './draft.ts';
import { withdrawalStates } from './record.ts';

/** What the first reply was made of, so that a repeat is answered alike whatever has changed since. */
const contextSchema = z.object({
  transactionId: z.string(),
  asset: z.enum(assetCodes),
  amount: z.string(),
  fee: z.string(),
  address: z.string(),
  memo: z.string(),
  state: z.enum(withdrawalStates),
  waitsUntil: z.nullable(z.string()),
  verification: z.nullable(z.enum(withdrawalVerifications)),
  walletAddress: z.string(),
  pending: z.string(),
  price: z.nullable(z.object({ usd: z.string(), isIndicative: z.boolean() })),
  usdCents: z.nullable(z.string()),
});

export function contextOf(
  services: Services,
  { draft, walletAddress, pending }: { draft: WithdrawalDraft; walletAddress: string; pending: bigint },
): JsonValue {
  const known = priceOf(services, draft.asset);
  const usdCents = usdCentsOf(services, amountOf(draft.asset, draft.amount));
  return {
    transactionId: draft.transaction_id,
    asset: draft.asset,
    amount: draft.amount.toString(),
    fee: draft.fee.toString(),
    address: draft.address,
    memo: draft.memo,
    state: draft.step.state,
    waitsUntil: draft.step.waitsUntil?.toISOString() ?? null,
    verification: draft.verification,
    walletAddress,
    pending: pending.toString(),
    price: known === undefined ? null : { usd: formatPrice(known.price), isIndicative: known.isIndicative },
    usdCents: usdCents?.toString() ?? null,
  };
}

export function presentWithdrawn(
  services: Pick<Services, 'rail'>,
  userId: string,
  receipt: Receipt,
): ReplyOf<typeof withdraw> {
  const context = contextSchema.parse(receipt.context);
  const { asset, state } = context;
  const at = new Date(receipt.postedAt);
  const requiresVerification = state === 'awaiting_confirmation';
  return {
    success: true,
    transaction: presentTransaction({
      ...nothingBehind,
      id: context.transactionId,
      user_id: userId,
      type: 'WITHDRAW',
      asset,
      amount: BigInt(context.amount),
      fee: BigInt(context.fee),
      direction: 'out',
      status: 'PENDING',
      state,
      counterparty: context.address,
      note: null,
      memo: context.memo,
      timeline: [{ state, at: at.toISOString() }],
      created_at: at,
      completed_at: null,
      usd_value: context.usdCents === null ? null : BigInt(context.usdCents),
      waits_until: context.waitsUntil === null ? null : new Date(context.waitsUntil),
    }),
    wallet: presentWallet({
      userId,
      walletAddress: context.walletAddress,
      holding: {
        asset,
        available: balanceIn(receipt, 'available'),
        held: balanceIn(receipt, 'held'),
        pending: BigInt(context.pending),
      },
      known: readKnownPrice(asset, context.price),
      rail: services.rail,
    }),
    requiresVerification,
    verification: requiresVerification ? context.verification : null,
  };
}

function balanceIn({ balances }: Receipt, kind: 'available' | 'held'): bigint {
  const found = balances.find((balance) => balance.kind === kind);
  if (found === undefined) throw new Error('the receipt of a hold lacks one of its accounts');
  return BigInt(found.balance);
}

function readKnownPrice(
  asset: AssetCode,
  kept: { usd: string; isIndicative: boolean } | null,
): KnownPrice | undefined {
  const price = kept === null ? undefined : parsePrice(asset, kept.usd);
  return price && { price, isIndicative: kept?.isIndicative ?? true };
}
