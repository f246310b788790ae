import type { SecurityEventKind } from '@mercury/contract/api/security.ts';
import {
  BadgeCheck,
  BookMinus,
  BookPlus,
  Fingerprint,
  KeyRound,
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
} from 'lucide-react';
import type { ItemTone } from './item-row.tsx';

interface EventLook {
  readonly icon: LucideIcon;
  /** Amber where a person should look twice; teal where the account became safer. */
  readonly tone: ItemTone;
}

export const eventLooks: Readonly<Record<SecurityEventKind, EventLook>> = {
  signed_in: { icon: LogIn, tone: 'neutral' },
  signed_in_on_new_device: { icon: LogIn, tone: 'warning' },
  second_factor_failed: { icon: ShieldAlert, tone: 'warning' },
  signed_out: { icon: LogOut, tone: 'neutral' },
  session_ended: { icon: MonitorX, tone: 'neutral' },
  other_sessions_ended: { icon: MonitorX, tone: 'neutral' },
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
};
