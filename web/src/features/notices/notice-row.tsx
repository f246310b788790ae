import type { Notice } from '@mercury/contract/api/notices.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { Megaphone, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths, transactionPath } from '../../paths.ts';
import { TimeAgo } from '../../ui/time-text.tsx';
import { noticeWords } from './notice-words.ts';
import styles from './notices-popover.module.css';

interface NoticeRowProps {
  notice: Notice;
  isUnread: boolean;
  /** The person followed a notice to its page. */
  onLeave: () => void;
}

/** Each leads to the page that tells the rest, or where the person can act. */
export function NoticeRow({ notice, isUnread, onLeave }: NoticeRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { title, text } = noticeWords(notice, t, formatTag);
  const place = placeOf(notice);
  const shared = { className: styles.row, 'data-testid': 'notice', 'data-unread': isUnread || undefined };
  const content = (
    <>
      {markOf(notice)}
      <span className={styles.about}>
        <span className={styles.title}>
          {title}
          {isUnread && <span className="visually-hidden"> {t('notices.isNew')}</span>}
        </span>
        <span className={styles.text}>{text}</span>
        <span className={styles.text}>
          <TimeAgo at={notice.createdAt} />
        </span>
      </span>
      {isUnread && <span className={styles.dot} aria-hidden="true" />}
    </>
  );
  return (
    <li>
      {place === undefined ? (
        <div {...shared}>{content}</div>
      ) : (
        <Link {...shared} to={place} onClick={onLeave}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** An announcement says all that there is. */
function placeOf(notice: Notice): string | undefined {
  switch (notice.kind) {
    case 'transfer_received':
    case 'deposit_credited':
    case 'topup_credited':
    case 'correction_in':
    case 'correction_out':
    case 'withdrawal_sent':
    case 'withdrawal_failed':
    case 'withdrawal_cancelled':
    case 'withdrawal_expired':
      return transactionPath(notice.transactionId);
    case 'trade_done':
      return notice.tradeCount > 1
        ? `${paths.transactions}?type=${notice.type}&currency=${coinOf(notice)}`
        : transactionPath(notice.transactionId);
    case 'price_alert':
    case 'recurring_buy_refused':
    case 'recurring_buy_paused':
      return `${paths.trade}?type=BUY&to=${notice.currency}`;
    case 'security':
      return paths.profile;
    case 'announcement':
      return undefined;
    default:
      return notice satisfies never;
  }
}

const markSize = 28;

function markOf(notice: Notice): ReactNode {
  if (notice.kind === 'security') return <IconMark icon={<ShieldCheck size={16} aria-hidden="true" />} />;
  if (notice.kind === 'announcement') return <IconMark icon={<Megaphone size={16} aria-hidden="true" />} />;
  return <CoinMark asset={coinOf(notice)} size={markSize} />;
}

/** What was bought; of a sale, what was sold. */
function coinOf(notice: Exclude<Notice, { kind: 'security' | 'announcement' }>): AssetCode {
  if (notice.kind !== 'trade_done') return notice.currency;
  return notice.type === 'SELL' ? notice.fromCurrency : notice.toCurrency;
}

function IconMark({ icon }: { icon: ReactNode }) {
  return <span className={styles.icon}>{icon}</span>;
}
