import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import { createLoader } from '../../db/data-loader.ts';
import type { Database } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { protectionChanges } from '../../identity/events/security-events.ts';
import { hasPublicName } from '../../identity/person/public-name.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { Rail } from '../../rails/rail.ts';
import { moneyOnItsWay, sumOnItsWay, type MoneyOnItsWay } from '../wallet/money-on-its-way.ts';

/** Both ends of a transfer, and the parts of the sender's wallet that it does not touch. */
export interface TransferParties extends Pick<
  UserRow,
  'withdraws_to_book_only' | 'book_only_ends_at' | 'transfer_limit_usd'
> {
  readonly senderAddress: string;
  /** Null when no account has the address. */
  readonly recipientId: string | null;
  /** Null also for an account that lost its name. */
  readonly recipientUsername: string | null;
  /** In the asset's smallest unit. */
  readonly senderAvailable: bigint;
  readonly senderHeld: bigint;
  readonly senderPending: bigint;
  readonly isTwoFactorOn: boolean;
  readonly isSenderFrozen: boolean;
  /** The sender paid them with a proof at least a day ago, or without a proof before any present session can have begun. */
  readonly isRecipientKnown: boolean;
  /** A contact of the sender; on a real rail, saved for at least a day. Looked up only if the allow-list may be on. */
  readonly isRecipientSaved: boolean;
  /** When the sender's protection last changed, while real money pauses for it; else null. */
  readonly protectionChangedAt: Date | null;
}

interface PartiesRow extends Omit<TransferParties, 'senderPending'> {
  readonly position: number;
  readonly onTheirWay: MoneyOnItsWay[];
}

type Queryable = Pick<pg.Pool, 'query'>;

export interface PartiesQuestion {
  readonly senderId: string;
  readonly recipientAddress: string;
  readonly asset: AssetCode;
}
export type FindTransferParties = (question: PartiesQuestion) => Promise<TransferParties>;

/** A DataLoader: every transfer asks for this. */
export function createPartiesFinder(db: Database, rail: Rail): FindTransferParties {
  const waitSeconds = waitSecondsOn(rail);
  return createLoader((questions: readonly PartiesQuestion[]) =>
    findPartiesOf(db.pool, { questions, waitSeconds }),
  );
}

/** Likewise for one transfer, in a transaction that holds the sender's row. */
export async function findPartiesLocked(
  connection: Queryable,
  question: PartiesQuestion,
  { isSandbox }: Pick<Rail, 'isSandbox'>,
): Promise<TransferParties> {
  const [parties] = await findPartiesOf(connection, {
    questions: [question],
    waitSeconds: waitSecondsOn({ isSandbox }),
  });
  if (parties === undefined) throw new Error('a session of nobody');
  return parties;
}

/** In the sandbox there is no waiting time. */
function waitSecondsOn({ isSandbox }: Pick<Rail, 'isSandbox'>): number {
  return isSandbox ? 0 : limits.withdrawalWaitMs / 1000;
}

async function findPartiesOf(
  connection: Queryable,
  { questions, waitSeconds }: { questions: readonly PartiesQuestion[]; waitSeconds: number },
): Promise<TransferParties[]> {
  const { rows } = await connection.query<PartiesRow>({
    // Prepared once per connection: planning would cost more than the lookups.
    name: 'find-transfer-parties',
    text: `select asked.position::integer, sender.address as "senderAddress",
            recipient.id as "recipientId",
            case when ${hasPublicName('recipient')} then recipient.username end as "recipientUsername",
            coalesce((select balance from account
                       where owner_id = sender.id and asset = asked.asset and kind = 'available'), 0) as "senderAvailable",
            coalesce((select balance from account
                       where owner_id = sender.id and asset = asked.asset and kind = 'held'), 0) as "senderHeld",
            sender.two_factor_enabled_at is not null as "isTwoFactorOn",
            is_frozen(sender.frozen_at, sender.unfreezes_at) as "isSenderFrozen",
            sender.withdraws_to_book_only, sender.book_only_ends_at, sender.transfer_limit_usd,
            exists (select from paid_recipient
                     where user_id = sender.id and address = asked.recipient_address
                       and first_paid_at <= now() - make_interval(secs => case when is_proved then $4::numeric else $7::numeric end)
            ) as "isRecipientKnown",
            sender.withdraws_to_book_only and exists (
              select from contact
               where user_id = sender.id and wallet_address = asked.recipient_address
                 and created_at <= now() - make_interval(secs => $5)) as "isRecipientSaved",
            case when $5 > 0 then (
              select max(created_at) from security_event
               where user_id = sender.id and kind = any ($6) and created_at > now() - make_interval(secs => $5)
            ) end as "protectionChangedAt",
            ${moneyOnItsWay('sender.id')} as "onTheirWay"
       from unnest($1::uuid[], $2::text[], $3::text[])
         with ordinality as asked (sender_id, recipient_address, asset, position)
       -- OFFSET 0 keeps it a lookup for each.
       cross join lateral (select * from app_user where app_user.id = asked.sender_id offset 0) sender
       left join lateral (
         select * from app_user where app_user.address = asked.recipient_address and app_user.deleted_at is null offset 0
       ) recipient on true`,
    values: [
      questions.map(({ senderId }) => senderId),
      questions.map(({ recipientAddress }) => recipientAddress),
      questions.map(({ asset }) => asset),
      limits.newRecipientMs / 1000,
      waitSeconds,
      protectionChanges,
      limits.unprovedRecipientMs / 1000,
    ],
  });
  const found = new Map(rows.map((row) => [row.position, row]));
  return questions.map(({ asset }, index) => partiesOf(found.get(index + 1), asset));
}

/** The account's address; undefined if nobody has the username. A deleted account has none, though its row keeps one. */
export async function findAddressOf(connection: Queryable, username: string): Promise<string | undefined> {
  const found = maybeOne(
    await connection.query<{ address: string }>({
      name: 'find-address-of-username',
      text: `select address from app_user where lower(username) = $1 and ${hasPublicName('app_user')}`,
      values: [username],
    }),
  );
  return found?.address;
}

export interface RecipientRow {
  readonly id: string;
  readonly username: string | null;
  readonly address: string;
  readonly contact_name: string | null;
  readonly is_paid_before: boolean;
}

/** What a person may know of whom a transfer would reach; undefined if no account has the address. */
export async function findRecipientRow(
  connection: Queryable,
  { userId, address }: { userId: string; address: string },
): Promise<RecipientRow | undefined> {
  return maybeOne(
    await connection.query<RecipientRow>(
      `select recipient.id, recipient.address,
              case when ${hasPublicName('recipient')} then recipient.username end as username,
              (select name from contact where user_id = $1 and wallet_address = recipient.address) as contact_name,
              exists (select from paid_recipient where user_id = $1 and address = recipient.address) as is_paid_before
         from app_user recipient
        where recipient.address = $2 and recipient.deleted_at is null`,
      [userId, address],
    ),
  );
}

/**
 * What a person sent to others here within a day, in smallest units: of this asset, and of all others their worth in US dollars
 * at the time.
 */
export interface SentToday {
  readonly toAnybody: bigint;
  readonly othersToAnybody: bigint;
  /** To recipients who had not been paid a day before the transfer. */
  readonly toNewRecipients: bigint;
  readonly othersToNewRecipients: bigint;
  /** Addresses that may be new today: the first transfer to them was today, or the first one with a proof. */
  readonly metToday: readonly string[];
}

export async function findSentToday(
  connection: Queryable,
  { userId, asset }: { userId: string; asset: AssetCode },
): Promise<SentToday> {
  return one(
    await connection.query<SentToday>(
      `select coalesce(sum(amount) filter (where asset = $2), 0) as "toAnybody",
              coalesce(sum(usd_value) filter (where asset <> $2), 0) as "othersToAnybody",
              coalesce(sum(amount) filter (where asset = $2 and is_to_new), 0) as "toNewRecipients",
              coalesce(sum(usd_value) filter (where asset <> $2 and is_to_new), 0) as "othersToNewRecipients",
              coalesce(array_agg(distinct address) filter (
                where first_paid_at > now() - make_interval(secs => $3::numeric)
              ), '{}') as "metToday"
         from (
           select sent.asset, sent.amount, sent.usd_value, paid.address, paid.first_paid_at,
                  paid.first_paid_at >
                    sent.created_at - make_interval(secs => case when paid.is_proved then $3::numeric else $4::numeric end)
                    as is_to_new
             from wallet_transaction sent
             left join paid_recipient paid on paid.user_id = sent.user_id and paid.address = sent.counterparty
            where sent.user_id = $1 and sent.created_at > now() - make_interval(secs => $3::numeric)
              and sent.type = 'TRANSFER' and sent.direction = 'out'
         ) sent`,
      [userId, asset, limits.newRecipientMs / 1000, limits.unprovedRecipientMs / 1000],
    ),
  );
}

/** How many of these addresses the person paid for the first time within the last day. */
export async function countFirstPaid(
  connection: Queryable,
  { userId, addresses }: { userId: string; addresses: readonly string[] },
): Promise<number> {
  return one(
    await connection.query<{ count: number }>(
      `select count(*)::integer as count from unnest($2::text[]) met (address)
        where not exists (
          select from wallet_transaction earlier
           where earlier.user_id = $1 and earlier.counterparty = met.address
             and earlier.type = 'TRANSFER' and earlier.direction = 'out'
             and earlier.created_at <= now() - make_interval(secs => $3))`,
      [userId, addresses, limits.newRecipientMs / 1000],
    ),
  ).count;
}

function partiesOf(row: PartiesRow | undefined, asset: AssetCode): TransferParties {
  if (row === undefined) throw new Error('a session of nobody');
  const { position: _position, onTheirWay, ...parties } = row;
  return { ...parties, senderPending: sumOnItsWay(onTheirWay, asset) };
}
