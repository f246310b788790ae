import { decimalSchema, idSchema } from '@mercury/contract/api/shapes.ts';
import { assetCodeSchema } from '@mercury/contract/api/shapes.ts';
import { correctionTemplates } from '@mercury/contract/console/books.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { usdValueOf } from '../../features/market/price-of.ts';
import { mailMoney } from '../../features/notices/mail-money.ts';
import { getUser } from '../../identity/person/person.ts';
import {
  type AccountRef,
  lockBalances,
  post,
  type PostingOutcome,
  reverse,
  type WalletTransactionRecord,
} from '../../ledger/ledger.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { type ActContext, type Examined, proposalAct } from '../proposals/act.ts';
import { findSides, findTransfer, isReversible } from './transfers.ts';

const reversalSchema = z.strictObject({
  template: z.literal('reversal'),
  transferId: idSchema,
  reason: z.string(),
});
const postingSchema = z.strictObject({
  template: z.enum(correctionTemplates),
  /** Null for the templates of the house alone. */
  userId: z.nullable(idSchema),
  currency: assetCodeSchema,
  amount: decimalSchema,
  reason: z.string(),
});
const parametersSchema = z.union([reversalSchema, postingSchema]);
type Parameters = z.output<typeof parametersSchema>;

/** An entry to be posted, with what its account has now. */
interface Move {
  readonly account: AccountRef;
  readonly username: string | null;
  readonly amount: bigint;
}

/** The books are put right by a transfer that says so: history stays as it is. */
export const correctBooks = proposalAct(parametersSchema, {
  kind: 'books.correct',
  // Accounts move all the time: what matters is that the money is there.
  moving: ['accounts'],
  async examine(context, parameters) {
    return parameters.template === 'reversal'
      ? examineReversal(context, parameters)
      : examinePosting(context, parameters);
  },
  async carryOut({ services, trx }, parameters) {
    const { moves } = await movesOf(trx, parameters);
    const transferId = uuidv7();
    const records = recordsOf(services, moves);
    requirePosted(
      parameters.template === 'reversal'
        ? await reverse(trx, { transferId: parameters.transferId, reversalId: transferId, records })
        : (
            await post(trx, [
              {
                transferId,
                kind: 'adjustment',
                entries: moves.map(({ account, amount }) => ({ account, amount })),
                records,
              },
            ])
          )[0],
    );
    await trx.client.query(
      'insert into ledger_correction (transfer_id, template, reason) values ($1, $2, $3)',
      [transferId, parameters.template, parameters.reason],
    );
    await tell(trx, records);
  },
});

function requirePosted(outcome: PostingOutcome | undefined): void {
  if (outcome?.isPosted === true) return;
  const refusal = outcome?.refusal;
  if (refusal === 'InsufficientBalance') throw new DomainError('InsufficientBalance');
  if (refusal === 'NotReversible') throw new DomainError('TransferNotReversible');
  throw new DomainError('NotFound');
}

async function movesOf(
  trx: Transaction,
  parameters: Parameters,
): Promise<{ moves: readonly Move[]; kind?: string; at?: string }> {
  if (parameters.template !== 'reversal') return { moves: await movesOfTemplate(trx, parameters) };
  const transfer = await findTransfer(trx.client, parameters.transferId);
  if (transfer === undefined) throw new DomainError('NotFound');
  const sides = await findSides(trx.client, transfer.id);
  if (!isReversible(transfer, sides)) throw new DomainError('TransferNotReversible');
  const moves = sides.map(({ owner_id, asset, kind, username, amount }): Move => ({
    // The table's CHECK pairs a kind with its owner; a row type cannot express that.
    account: { owner: owner_id ?? 'house', asset, kind } as AccountRef,
    username,
    amount: -amount,
  }));
  return { moves, kind: transfer.kind, at: transfer.created_at.toISOString() };
}

/** What is taken from, and what is given to. */
const sidesOfTemplate = {
  credit_person: ['corrections', 'person'],
  debit_person: ['person', 'corrections'],
  rail_gain: ['rail_clearing', 'corrections'],
  rail_loss: ['corrections', 'rail_clearing'],
} as const;

async function movesOfTemplate(
  { kysely }: Transaction,
  { template, userId, currency, amount }: z.output<typeof postingSchema>,
): Promise<readonly Move[]> {
  const units = unitsOf(currency, amount);
  const user = userId === null ? undefined : await getUser(kysely, userId);
  if (user !== undefined && user.deleted_at !== null) throw new DomainError('NotFound');
  return sidesOfTemplate[template].map((side, index): Move => {
    const signed = index === 0 ? -units : units;
    if (side !== 'person')
      return { account: { owner: 'house', asset: currency, kind: side }, username: null, amount: signed };
    if (user === undefined) throw new DomainError('NotFound');
    return {
      account: { owner: user.id, asset: currency, kind: 'available' },
      username: user.username,
      amount: signed,
    };
  });
}

/** @throws DomainError AmountNotPositive, AmountOutOfRange, ValidationFailed */
export function unitsOf(currency: AssetCode, amount: string): bigint {
  const parsed = parseAmount(currency, amount);
  if (parsed === undefined) throw new DomainError('AmountOutOfRange');
  if (parsed.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  return parsed.minorUnits;
}

async function examineReversal(
  { trx }: ActContext,
  parameters: z.output<typeof reversalSchema>,
): Promise<Examined> {
  const { moves, kind, at } = await movesOf(trx, parameters);
  const accounts = await describe(trx, moves);
  const { transferId } = parameters;
  return {
    subject: { kind: 'transfer', id: transferId, name: `${kind} ${transferId}` },
    before: { kind, at, reversedBy: null },
    after: { kind: 'reversal', reverses: transferId, accounts },
  };
}

async function examinePosting(
  { trx }: ActContext,
  parameters: z.output<typeof postingSchema>,
): Promise<Examined> {
  const { moves } = await movesOf(trx, parameters);
  const accounts = await describe(trx, moves);
  const { template, userId, currency, amount } = parameters;
  const person = moves.flatMap(({ username }) => (username === null ? [] : [`@${username}`]))[0];
  const name = [template, `${amount} ${currency}`, ...(person === undefined ? [] : [person])].join(' · ');
  return {
    subject: { kind: userId === null ? 'asset' : 'person', id: userId ?? currency, name },
    before: { template, ...(person !== undefined && { person }) },
    after: { template, amount, currency, accounts },
  };
}

/**
 * Each account with its balance before and after. People's accounts stay locked.
 * @throws DomainError InsufficientBalance
 */
async function describe(trx: Transaction, moves: readonly Move[]): Promise<string[]> {
  const people = moves.flatMap(({ account }) => (account.owner === 'house' ? [] : [account]));
  const locked = await lockBalances(trx, {
    userIds: [...new Set(people.map(({ owner }) => owner))],
    assets: [...new Set(people.map(({ asset }) => asset))],
  });
  const lines: string[] = [];
  for (const { account, username, amount } of moves) {
    const { owner, asset, kind } = account;
    const now =
      owner === 'house'
        ? await houseBalance(trx, { asset, kind })
        : (locked.find((balance) => balance.userId === owner && balance.asset === asset)?.available ?? 0n);
    if (owner !== 'house' && now + amount < 0n) throw new DomainError('InsufficientBalance');
    const text = (units: bigint) => formatAmount(amountOf(asset, units));
    const name = owner === 'house' ? `house · ${kind}` : `@${username ?? ''} · ${kind}`;
    lines.push(`${name}: ${text(now)} → ${text(now + amount)} ${asset}`);
  }
  return lines;
}

async function houseBalance(
  { client }: Transaction,
  { asset, kind }: { asset: AssetCode; kind: string },
): Promise<bigint> {
  const { rows } = await client.query<{ balance: bigint }>(
    `select house_balance_at(id, null) as balance from account
      where owner_id is null and asset = $1 and kind = $2`,
    [asset, kind],
  );
  return rows[0]?.balance ?? 0n;
}

function recordsOf(
  services: Pick<Services, 'market' | 'rail' | 'settings'>,
  moves: readonly Move[],
): readonly WalletTransactionRecord[] {
  return moves.flatMap(({ account, amount }) => {
    if (account.owner === 'house') return [];
    const moved = amountOf(account.asset, amount < 0n ? -amount : amount);
    const usdValue = usdValueOf(services, moved);
    return [
      {
        id: uuidv7(),
        userId: account.owner,
        type: 'CORRECTION' as const,
        asset: moved.asset,
        amount: moved.minorUnits,
        direction: amount < 0n ? ('out' as const) : ('in' as const),
        status: 'COMPLETED' as const,
        state: 'completed' as const,
        ...(usdValue !== undefined && { usdValue }),
      },
    ];
  });
}

/** As of other money: in the app from the row of history, by mail if the person chose so. */
async function tell(trx: Transaction, records: readonly WalletTransactionRecord[]): Promise<void> {
  for (const { id, userId, asset, amount, direction } of records) {
    await mailMoney(trx, await getUser(trx.kysely, userId), {
      kind: `correction_${direction}`,
      transactionId: id,
      currency: asset,
      amount: formatAmount(amountOf(asset, amount)),
    });
  }
  const people = [...new Set(records.map(({ userId }) => userId))];
  await publishWithCommit(
    trx,
    people.map((userId) => ({ userId, topics: ['balance', 'transactions', 'notices'] as const })),
  );
}
