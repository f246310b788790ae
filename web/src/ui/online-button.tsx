import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../connection.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Notice } from './notice.tsx';

/**
 * A button for commands that move money. Without a connection it is blocked and says why, until the connection is back. The
 * keyboard can still reach it, so that a screen reader can read the reason.
 */
export function OnlineButton(props: ButtonProps) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const reasonId = useId();
  if (isOnline) return <Button {...props} />;
  return (
    <Button {...props} isBlocked title={t('offline.reason')} aria-describedby={reasonId}>
      {props.children}
      <span id={reasonId} hidden>
        {t('offline.reason')}
      </span>
    </Button>
  );
}

/** Beside what needs a connection. It disappears when the connection is back. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  if (isOnline) return null;
  return (
    <div data-offline="">
      <Notice tone="neutral">{t('offline.reason')}</Notice>
    </div>
  );
}
