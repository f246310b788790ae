import type { AlertDirection } from '@mercury/contract/api/price-alerts.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import { formatAmount, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, type Price } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import type { MailTemplates } from '../../mail/templates.ts';
import { securityParameters } from '../../security-parameters.ts';

interface RefusedBuy {
  /** What was to be bought, and for how much. */
  readonly asset: AssetCode;
  readonly amount: Amount;
  readonly reason: ErrorCode;
}

/** Something that happened without its person's doing. */
export type News =
  | {
      readonly kind: 'price_alert';
      readonly asset: AssetCode;
      readonly direction: AlertDirection;
      readonly line: Price;
      /** What reached it. */
      readonly price: Price;
    }
  | (RefusedBuy & { readonly kind: 'recurring_buy_refused'; readonly nextAt: Date })
  | (RefusedBuy & { readonly kind: 'recurring_buy_paused' });

/**
 * Tells a person, in the app and by mail, exactly if the caller's transaction commits. The caller holds the person's row,
 * under which mails are counted, and publishes `notices` after the commit. Beyond so many mails an hour only the app tells.
 */
export async function writeNotice(trx: Transaction, user: UserRow, news: News): Promise<void> {
  await insertNotice(trx, user.id, news);
  if (user.email_verified_at === null) return;
  const mailCount = await countRecentMails(trx, { email: user.email, template: 'notice' });
  if (mailCount >= securityParameters.noticeMailsPerHourMax) return;
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    { template: 'notice', values: mailOf(user, news) },
  );
}

async function insertNotice(trx: Transaction, userId: string, news: News): Promise<void> {
  const alert = news.kind === 'price_alert' ? news : undefined;
  const buy = news.kind === 'price_alert' ? undefined : news;
  await trx.client.query(
    `insert into notice (id, user_id, kind, asset, direction, line_scaled_usd, price_scaled_usd, amount, amount_asset,
                         reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())`,
    [
      uuidv7(),
      userId,
      news.kind,
      news.asset,
      alert?.direction ?? null,
      alert?.line.scaledUsd ?? null,
      alert?.price.scaledUsd ?? null,
      buy?.amount.minorUnits ?? null,
      buy?.amount.asset ?? null,
      buy?.reason ?? null,
    ],
  );
}

function mailOf({ username }: UserRow, news: News): MailTemplates['notice'] {
  switch (news.kind) {
    case 'price_alert': {
      const { kind, asset, direction } = news;
      const [line, price] = [formatPrice(news.line), formatPrice(news.price)];
      return { username, kind, asset, direction, line, price, at: new Date().toISOString() };
    }
    case 'recurring_buy_refused':
      return { ...refusedMailOf(username, news), kind: news.kind, nextAt: news.nextAt.toISOString() };
    case 'recurring_buy_paused':
      return { ...refusedMailOf(username, news), kind: news.kind };
    default:
      return news satisfies never;
  }
}

function refusedMailOf(username: string, { asset, amount, reason }: RefusedBuy) {
  return { username, asset, amount: formatAmount(amount), amountAsset: amount.asset, reason };
}
