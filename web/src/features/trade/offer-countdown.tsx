import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import type { Offer } from './offer.ts';
import styles from './trade.module.css';

/** How long the offer is good, as a figure and as a bar. A timer is not read out unless somebody goes to it. */
export function OfferCountdown({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const secondsLeft = useSecondsLeft(offer.goodUntilMs);
  const seconds = new Intl.NumberFormat(formatTag, { style: 'unit', unit: 'second', unitDisplay: 'short' });
  const share = (secondsLeft * 1000) / (offer.goodUntilMs - offer.askedAtMs);
  return (
    <div className={styles.countdown} role="timer" data-testid="countdown">
      <span>
        {secondsLeft > 0 ? t('trade.goodFor', { time: seconds.format(secondsLeft) }) : t('trade.renewing')}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
      </span>
    </div>
  );
}
