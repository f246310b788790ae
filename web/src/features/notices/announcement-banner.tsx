import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Megaphone, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Strip } from '../../ui/strip.tsx';
import styles from './announcement-banner.module.css';
import { noticesQuery, useReadNotices } from './queries.ts';

/**
 * What the operator tells everybody, until it ends or its reader has read it: here, or among the notifications. The oldest first,
 * because whatever is older than what was read counts as read.
 */
export function AnnouncementBanner() {
  const { t } = useTranslation();
  const { data } = useQuery(noticesQuery);
  const read = useReadNotices();
  const shown = data?.notices.findLast(({ kind, isRead }) => kind === 'announcement' && !isRead);
  return (
    // A live region must exist before its content changes, or screen readers stay silent.
    <div role="status">
      {shown?.kind === 'announcement' && (
        <Strip
          key={shown.id}
          tone="neutral"
          icon={<Megaphone size={18} aria-hidden="true" className={styles.icon} />}
          text={<Told text={shown.text} />}
        >
          <IconButton label={t('notices.dismiss')} onClick={() => read.mutate(shown.createdAt)}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </Strip>
      )}
    </div>
  );
}

/** What fits two lines of a phone. */
const shortMax = 70;

/** The page below stays in sight, and is pushed down little where the notices come late: a long text opens on request. */
function Told({ text }: { text: string }) {
  const { t } = useTranslation();
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > shortMax || text.includes('\n');
  return (
    <>
      {/* English stands in for a language without a text. */}
      <p id={id} dir="auto" className={clsx(styles.text, isLong && !isWhole && styles.cut)}>
        {text}
      </p>
      {isLong && (
        <Button
          variant="link"
          size="small"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setIsWhole((was) => !was)}
        >
          {t(isWhole ? 'notices.less' : 'notices.more')}
        </Button>
      )}
    </>
  );
}
