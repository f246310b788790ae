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
    await moveMark(trx, movements.length < mailsPerRunMax ? undefined : movements.at(-1)?.at);
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
    movements.map(({ id }) => id),
  ]);
}

interface Movement {
  readonly id: string;
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
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly locale: Locale;
}

const mailedFrom = parseAmount('USD', limits.strangersNoteUsdMin);

/**
 * Each person gets what is left of their mails of the hour, money that came before trades. What is worth next to nothing is never
 * mailed: otherwise anybody could have mails sent for nothing, or instead of others. Neither are trades of before their person chose to have them mailed.
 */
async function findMovements({ client }: Transaction, since: Date): Promise<readonly Movement[]> {
  const { rows } = await client.query<Movement>(
    `with movement as materialized (
       select id, user_id, type, asset, amount, counterparty, created_at, transfer_id
         from wallet_transaction
        where created_at >= $1
          and (
            (type = 'TRANSFER' and direction = 'in' and usd_value >= $2)
            or (type in ('BUY', 'SELL', 'EXCHANGE') and coalesce(usd_value, $2) >= $2)
          )
          and not exists (select from moved_money_mail where transaction_id = wallet_transaction.id)
     ), told as (
       select movement.*, recipient.username, recipient.email, recipient.locale,
              row_number() over (
                partition by movement.user_id order by movement.type <> 'TRANSFER', movement.created_at, movement.id
              ) as place
         from movement
         cross join lateral (
           select * from app_user
            where app_user.id = movement.user_id and email_verified_at is not null and deleted_at is null
              and case when movement.type = 'TRANSFER'
                       then coalesce((notice_choices #>> '{moneyIn,mail}')::boolean, $3)
                       else coalesce((notice_choices #>> '{trades,mail}')::boolean, $4)
                            and movement.created_at >= coalesce(trade_mails_since, '-infinity')
                  end
           offset 0
         ) recipient
     )
     select told.id, told.created_at as at, told.type, told.asset, told.amount, sender.username as sender,
            trade.from_asset, trade.from_amount, trade.to_asset, trade.to_amount,
            told.user_id, told.username, told.email, told.locale
       from told
       left join lateral (
         select username from app_user
          where told.type = 'TRANSFER' and address = told.counterparty and deleted_at is null offset 0
       ) sender on true
       left join lateral (
         select * from trade_by(told.user_id, case when told.type <> 'TRANSFER' then told.transfer_id end) offset 0
       ) trade on true
      where told.place <= $5
        and told.place <= $5 - (
          select count(*) from outgoing_mail
           where lower(outgoing_mail.recipient) = lower(told.email) and template = 'money-notice'
             and outgoing_mail.created_at > now() - interval '1 hour'
        )
      order by told.created_at, told.id
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
  };
}
