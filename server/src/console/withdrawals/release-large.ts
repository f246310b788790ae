import { idSchema } from '@mercury/contract/api/shapes.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import * as z from 'zod/mini';
import { lockHeld, releaseHeld, sumSentInDay } from '../../features/withdrawals/large-payouts.ts';
import { proposalAct } from '../proposals/act.ts';

const parametersSchema = z.strictObject({
  withdrawalId: idSchema,
  /** The email of whoever asks. */
  askedBy: z.string(),
});
export type ReleaseParameters = z.output<typeof parametersSchema>;

/** Lets a withdrawal go that is above what may leave without a second person. */
export const releaseLarge = proposalAct(parametersSchema, {
  kind: 'withdrawals.release_large',
  // They grow with every other payout, which makes this one no other.
  moving: ['sentIn24Hours', 'sentIn24HoursWithThis'],
  async examine({ trx }, { withdrawalId }) {
    const { user, withdrawal } = await lockHeld(trx, withdrawalId);
    const { asset, amount, fee, address, memo, created_at } = withdrawal;
    const inAsset = (minorUnits: bigint) => `${formatAmount(amountOf(asset, minorUnits))} ${asset}`;
    const sent = await sumSentInDay(trx, asset);
    return {
      subject: {
        kind: 'withdrawal',
        id: withdrawalId,
        name: `${inAsset(amount)}, ${user.username}`,
      },
      before: {
        state: 'held',
        account: user.username,
        amount: inAsset(amount),
        fee: inAsset(fee),
        arrives: inAsset(amount - fee),
        network: networkOf(asset),
        address,
        ...(memo !== '' && { memo }),
        askedForAt: created_at.toISOString(),
      },
      after: {
        state: 'queued',
        sentIn24Hours: inAsset(sent),
        sentIn24HoursWithThis: inAsset(sent + amount),
      },
    };
  },
  async carryOut({ services, trx }, { withdrawalId, askedBy }) {
    const { withdrawal } = await lockHeld(trx, withdrawalId);
    await releaseHeld(trx, services.rail, { withdrawal, releasedBy: askedBy });
  },
});
