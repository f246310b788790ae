import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../connection.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Notice } from './notice.tsx';

/**
 * A button for what moves money: without a connection it says why it waits, and it is itself again as soon as the
 * connection is. It can still be reached by keyboard, so that the reason can be heard.
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

/** Beside what can't be done without a connection; it goes when the connection is back. */
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
