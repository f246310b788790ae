import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { transfer } from '@mercury/contract/api/wallets.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import type { Receipt } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import type { KnownPrice } from '../market/price-of.ts';
import { nothingBehind, presentTransaction } from '../transactions/present.ts';
import { presentWallet } from '../wallet/present.ts';
import { transferContextSchema, type TransferContext } from './transfer-posting.ts';

/** Made only from what was stored with the transfer. */
export function presentTransfer(
  services: Services,
  senderId: string,
  receipt: Receipt,
): ReplyOf<typeof transfer> {
  // What an earlier release stored has no username.
  const context = transferContextSchema.parse(Object.assign({ recipientUsername: null }, receipt.context));
  const after = receipt.balances.find((balance) => balance.owner === senderId);
  if (after === undefined) throw new Error('a receipt without its sender');
  const postedAt = new Date(receipt.postedAt);
  return {
    success: true,
    transaction: presentTransaction({
      id: context.transactionId,
      user_id: senderId,
      type: 'TRANSFER',
      asset: context.asset,
      amount: BigInt(context.amount),
      fee: 0n,
      direction: 'out',
      status: 'COMPLETED',
      state: 'completed',
      counterparty: context.recipientAddress,
      note: context.note,
      timeline: [{ state: 'completed', at: postedAt.toISOString() }],
      created_at: postedAt,
      completed_at: postedAt,
      usd_value: context.usdValue === null ? null : BigInt(context.usdValue),
      ...nothingBehind,
      counterparty_username: context.recipientUsername,
    }),
    wallet: presentWallet({
      userId: senderId,
      walletAddress: context.senderAddress,
      holding: {
        asset: context.asset,
        available: BigInt(after.balance),
        inOrders: BigInt(after.reserved ?? '0'),
        held: BigInt(context.senderHeld),
        pending: BigInt(context.senderPending),
      },
      known: readKnownPrice(context),
      rail: services.rail,
    }),
  };
}

function readKnownPrice({ asset, priceUsd, isPriceIndicative }: TransferContext): KnownPrice | undefined {
  const price = priceUsd === null ? undefined : parsePrice(asset, priceUsd);
  return price && { price, isIndicative: isPriceIndicative };
}
