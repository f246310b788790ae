import type { SecurityEvent, SecurityEventKind } from '@mercury/contract/api/security.ts';
import { productName } from '@mercury/contract/product.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  BookMinus,
  BookPlus,
  Eye,
  Fingerprint,
  Globe,
  History,
  KeyRound,
  KeySquare,
  Layers,
  LifeBuoy,
  ListChecks,
  ListX,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  MessageSquareQuote,
  MonitorX,
  Send,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  Snowflake,
  Sun,
  TrendingDown,
  TrendingUp,
  Undo2,
  UserPlus,
  Users,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { DeviceName, ItemRow, type ItemTone, ListSkeleton, MetaLine, NetworkAddress } from './item-row.tsx';
import { securityEventsQuery } from './queries.ts';
import styles from './security.module.css';

export function HistoryCard() {
  const { t } = useTranslation();
  const query = useInfiniteQuery(securityEventsQuery);
  const { error, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  return (
    <Card title={t('security.events.title')}>
      <p className={styles.text}>{t('security.events.text')}</p>
      <QueryState
        query={query}
        skeleton={<ListSkeleton label={t('security.events.loading')} />}
        failedTitle={t('security.events.failedToLoad')}
        errorMessage={errorMessage}
        isEmpty={({ pages }) => pages.every(({ events }) => events.length === 0)}
        empty={
          <EmptyState icon={<History size={24} />} title={t('security.events.emptyTitle')}>
            {t('security.events.emptyText')}
          </EmptyState>
        }
      >
        {({ pages }) => (
          <ul className={styles.list}>
            {pages
              .flatMap(({ events }) => events)
              .map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
          </ul>
        )}
      </QueryState>
      {isFetchNextPageError && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
      {hasNextPage && (
        <div className={styles.footer}>
          <Button variant="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('security.events.more')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  const { kind, actor, device, networkAddress, at } = event;
  // What the operator did has neither network nor device.
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

interface EventLook {
  readonly icon: LucideIcon;
  /** Amber: look twice. Teal: the account became safer. */
  readonly tone: ItemTone;
}

const eventLooks: Readonly<Record<SecurityEventKind, EventLook>> = {
  signed_in: { icon: LogIn, tone: 'neutral' },
  signed_in_on_new_device: { icon: LogIn, tone: 'warning' },
  second_factor_failed: { icon: ShieldAlert, tone: 'warning' },
  signed_out: { icon: LogOut, tone: 'neutral' },
  session_ended: { icon: MonitorX, tone: 'neutral' },
  other_sessions_ended: { icon: MonitorX, tone: 'neutral' },
  all_sessions_ended: { icon: MonitorX, tone: 'warning' },
  email_verified: { icon: BadgeCheck, tone: 'good' },
  password_changed: { icon: KeyRound, tone: 'neutral' },
  password_reset_asked: { icon: KeyRound, tone: 'neutral' },
  password_reset: { icon: KeyRound, tone: 'warning' },
  email_change_asked: { icon: Mail, tone: 'neutral' },
  email_changed: { icon: Mail, tone: 'warning' },
  email_change_undone: { icon: Undo2, tone: 'warning' },
  two_factor_enabled: { icon: ShieldCheck, tone: 'good' },
  two_factor_disabled: { icon: ShieldOff, tone: 'warning' },
  two_factor_renewed: { icon: ShieldCheck, tone: 'neutral' },
  recovery_codes_renewed: { icon: LifeBuoy, tone: 'neutral' },
  recovery_code_used: { icon: LifeBuoy, tone: 'warning' },
  passkey_added: { icon: Fingerprint, tone: 'good' },
  passkey_removed: { icon: Fingerprint, tone: 'neutral' },
  api_key_created: { icon: KeySquare, tone: 'warning' },
  api_key_renewed: { icon: KeySquare, tone: 'neutral' },
  api_key_ended: { icon: KeySquare, tone: 'neutral' },
  phrase_changed: { icon: MessageSquareQuote, tone: 'neutral' },
  account_frozen: { icon: Snowflake, tone: 'warning' },
  account_unfrozen: { icon: Sun, tone: 'neutral' },
  withdrawal_address_added: { icon: BookPlus, tone: 'warning' },
  withdrawal_address_removed: { icon: BookMinus, tone: 'neutral' },
  allow_list_turned_on: { icon: ListChecks, tone: 'good' },
  allow_list_turned_off: { icon: ListX, tone: 'warning' },
  recipient_saved: { icon: UserPlus, tone: 'warning' },
  transfer_above_limit: { icon: Send, tone: 'warning' },
  transfer_limit_raised: { icon: TrendingUp, tone: 'warning' },
  transfer_limit_lowered: { icon: TrendingDown, tone: 'good' },
  withdrawal_from_new_network: { icon: Globe, tone: 'warning' },
  many_new_recipients: { icon: Users, tone: 'warning' },
  many_wrong_codes: { icon: ShieldAlert, tone: 'warning' },
  level_changed: { icon: Layers, tone: 'neutral' },
  staff_looked: { icon: Eye, tone: 'neutral' },
};
