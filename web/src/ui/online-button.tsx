import { productName } from '@mercury/contract/product.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../connection.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Notice } from './notice.tsx';

/**
 * A button for commands that move money. Without a connection it is blocked and says why, until the connection is back. The
 * keyboard can still reach it, so that a screen reader can read the reason.
 */
export function OnlineButton(props: ButtonProps) {
  const reason = useBlockingReason();
  const reasonId = useId();
  if (reason === undefined) return <Button {...props} />;
  return (
    <Button {...props} isBlocked title={reason} aria-describedby={reasonId}>
      {props.children}
      <span id={reasonId} hidden>
        {reason}
      </span>
    </Button>
  );
}

/** Beside what needs a connection. It disappears when the connection is back. */
export function OfflineNotice() {
  const reason = useBlockingReason();
  if (reason === undefined) return null;
  return (
    <div data-offline="">
      <Notice tone="neutral">{reason}</Notice>
    </div>
  );
}

/** Why nothing can be sent now; undefined if the server can be reached. */
export function useBlockingReason(): string | undefined {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection === 'online') return undefined;
  return connection === 'offline'
    ? t('offline.reason')
    : t('offline.unreachableReason', { product: productName });
}
