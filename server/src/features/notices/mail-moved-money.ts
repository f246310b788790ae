import { noticeDefaults } from '@mercury/contract/api/notices.ts';
import type { TradeType } from '@mercury/contract/api/trade.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { MailedMoney } from '../../mail/templates.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { joinFilledOrder } from './filled-order.ts';

/** The rest of a rush is mailed in the next minutes. */
const mailsPerRunMax = 300;

/**
 * Mails about received transfers and trades. Their commits write nothing for them: this reads the new rows of history. What is
 * mailed and up to when is noted in the commit of the mails, so a repeated job mails nothing twice.
 */
export async function mailMovedMoney({ db }: Pick<Services, 'db'>): Promise<void> {
  await inTransaction(db, async (trx) => {
    const movements = await findMovements(trx, await lockMark(trx));
    for (const movement of movements) await mailMovement(trx, movement);
    await noteMailed(trx, movements);
    await moveMark(trx, movements.length < mailsPerRunMax ? undefined : movements.at(-1)?.begins_at);
  });
}

/**
 * Processes take turns here. Rows are as old as the beginning of their transactions, which may have ended only now: so the last
 * minutes are looked at again. What could not be mailed for an hour is no news any more. A clock of the database that was ahead
 * leaves a mark in the future, which does not count.
 */
async function lockMark({ client }: Transaction): Promise<Date> {
  return one(
    await client.query<{ since: Date }>(
      `select greatest(
                case when begins_at <= now() then begins_at end,
                now() - interval '1 hour',
                least(mailed_to, now()) - interval '2 minutes'
              ) as since
         from moved_money_mail_mark for update`,
    ),
  ).since;
}

async function moveMark({ client }: Transaction, to: Date | undefined): Promise<void> {
  await client.query('update moved_money_mail_mark set mailed_to = coalesce($1, now())', [to]);
}

async function noteMailed({ client }: Transaction, movements: readonly Movement[]): Promise<void> {
  await client.query('insert into moved_money_mail (transaction_id) select unnest($1::uuid[])', [
    movements.flatMap(({ ids }) => ids),
  ]);
}

/** A received transfer, or the new trades of one order. */
interface Movement {
  /** The newest row of history. */
  readonly id: string;
  readonly ids: readonly string[];
  readonly begins_at: Date;
  readonly at: Date;
  readonly type: 'TRANSFER' | TradeType;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly sender: string | null;
  /** Of a trade. */
  readonly from_asset: AssetCode | null;
  readonly from_amount: bigint | null;
  readonly to_asset: AssetCode | null;
  readonly to_amount: bigint | null;
  readonly trade_count: number;
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly locale: Locale;
}

const mailedFrom = parseAmount('USD', limits.strangersNoteUsdMin);

/**
 * Each person gets what is left of their mails of the hour, money that came before trades. What is worth next to nothing is never
 * mailed: otherwise anybody could have mails sent for nothing, or instead of others. Neither are trades of before their person chose to have
 * them mailed. The new trades of one order are one mail.
 */
async function findMovements({ client }: Transaction, since: Date): Promise<readonly Movement[]> {
  const { rows } = await client.query<Movement>(
    `with movement as materialized (
       select id, user_id, type, asset, amount, counterparty, created_at, transfer_id, usd_value
         from wallet_transaction
        where created_at >= $1
          and ((type = 'TRANSFER' and direction = 'in' and usd_value >= $2) or type in ('BUY', 'SELL', 'EXCHANGE'))
          and not exists (select from moved_money_mail where transaction_id = wallet_transaction.id)
     ), told as (
       select (array_agg(row.id order by row.created_at desc, row.id desc))[1] as id, array_agg(row.id) as ids,
              min(row.created_at) as begins_at, max(row.created_at) as at, row.type, min(row.asset) as asset,
              min(row.amount) as amount, min(row.counterparty) as counterparty, array_agg(row.transfer_id) as transfer_ids,
              sum(filled.trade_count)::int as trade_count, row.user_id, recipient.username, recipient.email,
              recipient.locale
         from movement row
         cross join lateral (
           select * from app_user
            where app_user.id = row.user_id and email_verified_at is not null and deleted_at is null
              and case when row.type = 'TRANSFER'
                       then coalesce((notice_choices #>> '{moneyIn,mail}')::boolean, $3)
                       else coalesce((notice_choices #>> '{trades,mail}')::boolean, $4)
                            and row.created_at >= coalesce(trade_mails_since, '-infinity')
                  end
           offset 0
         ) recipient
         ${joinFilledOrder}
        group by coalesce(filled.order_id, row.id), row.type, row.user_id, recipient.username, recipient.email,
                 recipient.locale
       having row.type = 'TRANSFER' or sum(coalesce(row.usd_value, $2)) >= $2
     ), placed as (
       select *, row_number() over (partition by user_id order by type <> 'TRANSFER', begins_at, id) as place
         from told
     )
     select placed.id, placed.ids, placed.begins_at, placed.at, placed.type, placed.asset, placed.amount,
            sender.username as sender, trade.from_asset, trade.from_amount, trade.to_asset, trade.to_amount,
            placed.trade_count, placed.user_id, placed.username, placed.email, placed.locale
       from placed
       left join lateral (
         select username from app_user
          where placed.type = 'TRANSFER' and address = placed.counterparty and deleted_at is null offset 0
       ) sender on true
       left join lateral (
         select min(from_asset) as from_asset, sum(from_amount) as from_amount,
                min(to_asset) as to_asset, sum(to_amount) as to_amount
           from unnest(placed.transfer_ids) as moved (transfer_id)
           cross join lateral trade_by(placed.user_id, moved.transfer_id)
          where placed.type <> 'TRANSFER'
       ) trade on true
      where placed.place <= $5
        and placed.place <= $5 - (
          select count(*) from outgoing_mail
           where lower(outgoing_mail.recipient) = lower(placed.email) and template = 'money-notice'
             and outgoing_mail.created_at > now() - interval '1 hour'
        )
      order by placed.begins_at, placed.id
      limit $6`,
    [
      since,
      mailedFrom?.minorUnits,
      noticeDefaults.moneyIn.mail,
      noticeDefaults.trades.mail,
      securityParameters.moneyMailsPerHourMax,
      mailsPerRunMax,
    ],
  );
  return rows;
}

async function mailMovement(trx: Transaction, movement: Movement): Promise<void> {
  const { at, user_id: userId, username, email, locale } = movement;
  await enqueueMail(
    trx,
    { userId, email, locale },
    { template: 'money-notice', values: { ...newsOf(movement), username, at: at.toISOString() } },
  );
}

function newsOf(movement: Movement): MailedMoney {
  const { id: transactionId, type, asset, amount, sender } = movement;
  if (type === 'TRANSFER') {
    const money = { currency: asset, amount: formatAmount(amountOf(asset, amount)) };
    return { kind: 'transfer_received', transactionId, ...money, sender: sender ?? '' };
  }
  const { from_asset: from, from_amount: fromAmount, to_asset: to, to_amount: toAmount } = movement;
  if (from === null || fromAmount === null || to === null || toAmount === null) {
    throw new Error(`the row of history ${transactionId} has no trade`);
  }
  return {
    kind: 'trade_done',
    transactionId,
    type,
    fromCurrency: from,
    fromAmount: formatAmount(amountOf(from, fromAmount)),
    toCurrency: to,
    toAmount: formatAmount(amountOf(to, toAmount)),
    tradeCount: String(movement.trade_count),
  };
}
