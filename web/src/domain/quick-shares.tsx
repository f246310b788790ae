import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../i18n/use-locale.ts';
import { formatPercent } from './prices.ts';
import styles from './quick-shares.module.css';

/** In percent of what can be spent. */
const sharePercents = [25, 50, 75, 100] as const;
export type SharePercent = (typeof sharePercents)[number];

interface QuickSharesProps<Share> {
  /** Undefined where a part would be nothing. */
  shareOf: (percent: SharePercent) => Share | undefined;
  /** What the field says; undefined if it follows from something else. */
  amount: string | undefined;
  onChoose: (share: Share) => void;
  /** Why parts are missing: all of them, or the smaller ones. */
  reason?: { none: string; tooLittle: string };
}

/** Fill the field with a part of what is available. */
export function QuickShares<Share extends { readonly amount: string }>(props: QuickSharesProps<Share>) {
  const { amount, onChoose, reason } = props;
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const reasonId = useId();
  const shares = sharePercents.map((percent) => ({ percent, share: props.shareOf(percent) }));
  const hasNone = shares.every(({ share }) => share === undefined);
  const isPartial = shares.some(({ share }) => share === undefined);
  const reasonText = isPartial ? reason?.[hasNone ? 'none' : 'tooLittle'] : undefined;
  return (
    <div className={styles.shares}>
      <div
        role="group"
        aria-label={t('trade.shares.label')}
        aria-describedby={reasonText === undefined ? undefined : reasonId}
        className={styles.row}
      >
        {shares.map(({ percent, share }) => (
          <button
            key={percent}
            type="button"
            className={styles.share}
            disabled={share === undefined}
            aria-pressed={share !== undefined && share.amount === amount}
            onClick={() => share && onChoose(share)}
          >
            {formatPercent(String(percent), formatTag)}
          </button>
        ))}
      </div>
      {reasonText !== undefined && (
        <p id={reasonId} className={styles.reason}>
          {reasonText}
        </p>
      )}
    </div>
  );
}
