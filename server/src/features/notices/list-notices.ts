import type { Notice } from '@mercury/contract/api/notices.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { Services } from '../../services.ts';
import { findCorrections, findRailNews, findReceivedTransfers, findTrades } from './money-news.ts';
import {
  findAnnouncements,
  findKeptNews,
  findReader,
  findSecurityNews,
  type DatedNews,
  type NoticeReader,
} from './queries.ts';

/**
 * The latest of all that the person is told in the app, newest first. Most of it is read from what happened (docs/decisions.md):
 * it can't be lost or doubled, and the transfer that brings money writes nothing for it.
 */
export async function listNotices(
  { db }: Services,
  { userId, locale }: { userId: string; locale: Locale },
): Promise<Notice[]> {
  const reader = await findReader(db, userId);
  const { moneyIn, moneyOut, trades, alerts, security, announcements } = reader.choices;
  const found = await Promise.all([
    moneyIn.app ? findReceivedTransfers(db, userId) : [],
    trades.app ? findTrades(db, userId) : [],
    findRailNews(db, { userId, hasMoneyIn: moneyIn.app, hasMoneyOut: moneyOut.app }),
    findCorrections(db, { userId, hasMoneyIn: moneyIn.app, hasMoneyOut: moneyOut.app }),
    alerts.app ? findKeptNews(db, userId) : [],
    security.app ? findSecurityNews(db, userId) : [],
    announcements.app ? findAnnouncements(db, locale) : [],
  ]);
  const latest = found.flat().toSorted(newestFirst).slice(0, limits.noticesShownMax);
  return latest.map((news) => presentNotice(news, reader));
}

function newestFirst(one: DatedNews, other: DatedNews): number {
  return other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1);
}

function presentNotice({ id, at, news }: DatedNews, { readUntil }: NoticeReader): Notice {
  return { ...news, id, isRead: readUntil !== null && at <= readUntil, createdAt: at.toISOString() };
}
