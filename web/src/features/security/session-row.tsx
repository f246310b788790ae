import type { SessionInfo } from '@mercury/contract/api/security.ts';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TimeAgo } from '../../ui/time-text.tsx';
import { DeviceName, ItemRow, MetaLine, NetworkAddress } from './item-row.tsx';

const handheld = /\b(Android|iOS|iPadOS)\b/i;

interface SessionRowProps {
  session: SessionInfo;
  onEnd: () => void;
}

export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { device, networkAddress, createdAt, lastUsedAt, isCurrent } = session;
  const name = device === '' ? t('security.unknownDevice') : `\u2068${device}\u2069`;
  return (
    <ItemRow
      testId="session"
      icon={handheld.test(device) ? Smartphone : Monitor}
      tone={isCurrent ? 'good' : 'neutral'}
      title={<DeviceName device={device} />}
      badge={isCurrent && <Badge tone="completed">{t('security.sessions.thisDevice')}</Badge>}
      action={
        !isCurrent && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('security.sessions.endOf', { device: name })}
            onClick={onEnd}
          >
            {t('security.sessions.end')}
          </Button>
        )
      }
    >
      <MetaLine>
        <NetworkAddress address={networkAddress} />
        {isCurrent ? <span>{t('security.sessions.activeNow')}</span> : <TimeAgo at={lastUsedAt} />}
      </MetaLine>
      <MetaLine>
        <time dateTime={createdAt}>
          {t('security.sessions.since', { time: formatDateTime(createdAt, formatTag, { hasTime: true }) })}
        </time>
      </MetaLine>
    </ItemRow>
  );
}
