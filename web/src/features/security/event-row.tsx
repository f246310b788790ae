import type { SecurityEvent } from '@mercury/contract/api/security.ts';
import { productName } from '@mercury/contract/product.ts';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/time-text.tsx';
import { eventLooks } from './event-looks.ts';
import { DeviceName, ItemRow, MetaLine, NetworkAddress } from './item-row.tsx';

export function EventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  const { kind, actor, device, networkAddress, at } = event;
  // What comes from no network, such as the operator's command, comes from no device either.
  const hasOrigin = device !== '' || networkAddress !== '';
  return (
    <ItemRow testId="security-event" {...eventLooks[kind]} title={t(`security.events.kinds.${kind}`)}>
      {actor !== 'person' && (
        <MetaLine>
          <span>{t(`security.events.actors.${actor}`, { product: productName })}</span>
        </MetaLine>
      )}
      <MetaLine>
        {hasOrigin && <DeviceName device={device} />}
        <NetworkAddress address={networkAddress} />
        <DateText at={at} />
      </MetaLine>
    </ItemRow>
  );
}
