import { noticeDefaults } from '@mercury/contract/api/notices.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';

/** A row's id says when it was made; by now its transfer is committed, or never will be. */
const settledAfterMs = 30_000;
/** What could not be mailed for so long is no news any more. */
const lateMsMax = 60 * 60 * 1000;
/** The rest of a rush is mailed in the next minutes. */
const mailsPerRunMax = 300;

/**
 * Mails about received transfers. The transfer itself writes nothing for them: this reads its rows of history once, in the order of
 * their ids. The mark moves in the commit of the mails, so a repeated job mails nothing twice.
 */
export async function mailTransfers({ db }: Pick<Services, 'db'>): Promise<void> {
  const nowMs = Date.now();
  const settledId = firstIdAt(nowMs - settledAfterMs);
  await inTransaction(db, async (trx) => {
    const mark = await lockMark(trx, settledId);
    const lateId = firstIdAt(nowMs - lateMsMax);
    const arrivals = await findArrivals(trx, { afterId: mark < lateId ? lateId : mark, beforeId: settledId });
    for (const arrival of arrivals) await mailArrival(trx, arrival);
    const last = arrivals.length < mailsPerRunMax ? undefined : arrivals.at(-1);
    await moveMark(trx, last?.id ?? settledId);
  });
}

/** The least id of a UUIDv7 that is made at that time (RFC 9562, 5.7): its first 48 bits are the milliseconds. */
function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Processes take turns here. The first one ever mails nothing of the past. */
async function lockMark({ client }: Transaction, startId: string): Promise<string> {
  await client.query('insert into transfer_mail_mark (mailed_to_id) values ($1) on conflict do nothing', [
    startId,
  ]);
  return one(
    await client.query<{ mailed_to_id: string }>('select mailed_to_id from transfer_mail_mark for update'),
  ).mailed_to_id;
}

/** Never back, whatever the clock of this process says. */
async function moveMark({ client }: Transaction, id: string): Promise<void> {
  await client.query('update transfer_mail_mark set mailed_to_id = greatest(mailed_to_id, $1)', [id]);
}

interface Arrival {
  readonly id: string;
  readonly at: Date;
  readonly asset: AssetCode;
  readonly amount: bigint;
  readonly sender: string | null;
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly locale: Locale;
}

const mailedFrom = parseAmount('USD', limits.strangersNoteUsdMin);

/**
 * Rows are found by their ids alone. Each person gets what is left of their mails of the hour. Transfers worth next to nothing are
 * never mailed: otherwise anybody could have mails sent for nothing.
 */
async function findArrivals(
  { client }: Transaction,
  { afterId, beforeId }: { afterId: string; beforeId: string },
): Promise<readonly Arrival[]> {
  const { rows } = await client.query<Arrival>(
    `with arrival as materialized (
       select id, user_id, asset, amount, counterparty, created_at,
              row_number() over (partition by user_id order by id) as place
         from wallet_transaction
        where id > $1 and id < $2 and type = 'TRANSFER' and direction = 'in' and usd_value >= $3
     )
     select arrival.id, arrival.created_at as at, arrival.asset, arrival.amount, sender.username as sender,
            recipient.id as user_id, recipient.username, recipient.email, recipient.locale
       from arrival
       cross join lateral (
         select * from app_user
          where app_user.id = arrival.user_id and email_verified_at is not null and deleted_at is null
            and coalesce((notice_choices #>> '{moneyIn,mail}')::boolean, $4)
         offset 0
       ) recipient
       left join lateral (
         select username from app_user where address = arrival.counterparty and deleted_at is null offset 0
       ) sender on true
      where arrival.place <= $5
        and arrival.place <= $5 - (
          select count(*) from outgoing_mail
           where lower(outgoing_mail.recipient) = lower(recipient.email) and template = 'money-notice'
             and outgoing_mail.created_at > now() - interval '1 hour'
        )
      order by arrival.id
      limit $6`,
    [
      afterId,
      beforeId,
      mailedFrom?.minorUnits,
      noticeDefaults.moneyIn.mail,
      securityParameters.moneyMailsPerHourMax,
      mailsPerRunMax,
    ],
  );
  return rows;
}

async function mailArrival(trx: Transaction, arrival: Arrival): Promise<void> {
  const { id: transactionId, at, asset, amount, sender, user_id: userId, username, email, locale } = arrival;
  await enqueueMail(
    trx,
    { userId, email, locale },
    {
      template: 'money-notice',
      values: {
        kind: 'transfer_received',
        transactionId,
        currency: asset,
        amount: formatAmount(amountOf(asset, amount)),
        sender: sender ?? '',
        username,
        at: at.toISOString(),
      },
    },
  );
}
