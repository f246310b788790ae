import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { Fingerprint, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ItemRow, MetaLine } from './item-row.tsx';

interface PasskeyRowProps {
  passkey: Passkey;
  onRemove: () => void;
}

export function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const dayOf = (at: string) => formatDateTime(at, formatTag, { hasTime: false });
  return (
    <ItemRow
      testId="passkey"
      icon={Fingerprint}
      title={<bdi>{name}</bdi>}
      badge={isSynced && <Badge>{t('security.passkeys.synced')}</Badge>}
      action={
        <IconButton label={t('security.passkeys.remove', { name: `\u2068${name}\u2069` })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <MetaLine>
        <time dateTime={createdAt}>{t('security.passkeys.created', { time: dayOf(createdAt) })}</time>
        {lastUsedAt === null ? (
          <span>{t('security.passkeys.neverUsed')}</span>
        ) : (
          <time dateTime={lastUsedAt}>{t('security.passkeys.lastUsed', { time: dayOf(lastUsedAt) })}</time>
        )}
      </MetaLine>
    </ItemRow>
  );
}
