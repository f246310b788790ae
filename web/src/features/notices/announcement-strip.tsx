import { clsx } from 'clsx';
import { Megaphone, X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Strip } from '../../ui/strip.tsx';
import styles from './announcement-strip.module.css';
import { useReadNotices } from './queries.ts';

export function AnnouncementStrip({ text, createdAt }: { text: string; createdAt: string }) {
  const { t } = useTranslation();
  const read = useReadNotices();
  const dismiss = useRef<HTMLButtonElement>(null);
  // The button that was pressed goes: who goes on by keyboard does so at the page below.
  useLayoutEffect(() => {
    const button = dismiss.current;
    return () => {
      if (button !== null && button === document.activeElement) document.getElementById('content')?.focus();
    };
  }, []);
  return (
    <Strip
      tone="neutral"
      icon={<Megaphone size={18} aria-hidden="true" className={styles.icon} />}
      text={<Told text={text} />}
    >
      <IconButton ref={dismiss} label={t('notices.dismiss')} onClick={() => read.mutate(createdAt)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </Strip>
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
