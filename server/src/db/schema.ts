import type { securityEventActors, SecurityEventKind } from '@mercury/contract/api/security.ts';
import type {
  TransactionState,
  TransactionStatus,
  TransactionType,
} from '@mercury/contract/api/transactions.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Generated, GeneratedAlways } from 'kysely';

/**
 * The tables as rows, one interface a table, for typed SQL. The migrations are the truth; this page follows them.
 * numeric(38,0) and bigint arrive as `bigint`, timestamptz as `Date`.
 */
export interface Schema {
  account_deletion: AccountDeletionTable;
  account_link: AccountLinkTable;
  contact: ContactTable;
  contact_message: ContactMessageTable;
  encryption_key: EncryptionKeyTable;
  failed_password: FailedPasswordTable;
  known_device: KnownDeviceTable;
  market_answer: MarketAnswerTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  password_reset: PasswordResetTable;
  recovery_code: RecoveryCodeTable;
  schema_migration: SchemaMigrationTable;
  security_event: SecurityEventTable;
  sign_in_challenge: SignInChallengeTable;
  two_factor: TwoFactorTable;
  app_user: AppUserTable;
  session: SessionTable;
  email_verification: EmailVerificationTable;
  outgoing_mail: OutgoingMailTable;
  account: AccountTable;
  transfer: TransferTable;
  entry: EntryTable;
  hold: HoldTable;
  idempotency: IdempotencyTable;
  wallet_transaction: WalletTransactionTable;
  withdrawal_address: WithdrawalAddressTable;
}

interface SchemaMigrationTable {
  number: number;
  name: string;
  checksum: string;
  applied_at: Generated<Date>;
}

export interface AppUserTable {
  id: string;
  username: string;
  email: string;
  email_verified_at: Date | null;
  name: string;
  password_hash: string;
  address: string;
  locale: Locale;
  accepted_terms_version: string | null;
  accepted_terms_at: Date | null;
  created_at: Generated<Date>;
  phrase: Generated<string | null>;
  two_factor_enabled_at: Generated<Date | null>;
  frozen_at: Generated<Date | null>;
  frozen_by: Generated<'link' | 'operator' | null>;
  unfreezes_at: Generated<Date | null>;
  deleted_at: Generated<Date | null>;
  withdraws_to_book_only: Generated<boolean>;
  book_only_ends_at: Generated<Date | null>;
  transfer_limit_cents: Generated<bigint | null>;
}

interface SessionTable {
  id: string;
  user_id: string;
  token_hash: Buffer;
  is_remembered: boolean;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  idle_expires_at: Date;
  absolute_expires_at: Date;
  user_agent: string;
  network_address: string;
  proved_at: Generated<Date | null>;
  renews_two_factor_until: Generated<Date | null>;
}

interface KnownDeviceTable {
  user_id: string;
  token_hash: Buffer;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
}

interface TwoFactorTable {
  user_id: string;
  secret_sealed: Buffer | null;
  last_step: Generated<bigint>;
  pending_sealed: Buffer | null;
  pending_expires_at: Date | null;
  failures: Generated<number>;
  blocked_until: Generated<Date | null>;
  recovery_failures: Generated<number>;
  recovery_blocked_until: Generated<Date | null>;
}

interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
  created_at: Generated<Date>;
}

interface SignInChallengeTable {
  token_hash: Buffer;
  user_id: string;
  is_remembered: boolean;
  attempts: Generated<number>;
  passkey_challenge: Generated<string | null>;
  expires_at: Date;
}

interface PasskeyTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  signature_count: bigint;
  transports: string[];
  name: string;
  is_synced: boolean;
  created_at: Generated<Date>;
  last_used_at: Generated<Date | null>;
}

interface PasskeyChallengeTable {
  token_hash: Buffer;
  user_id: string | null;
  challenge: string;
  expires_at: Date;
}

interface PasswordResetTable {
  user_id: string;
  token_hash: Buffer;
  code_hash: Buffer;
  expires_at: Date;
}

interface AccountLinkTable {
  token_hash: Buffer;
  user_id: string;
  purpose: 'freeze' | 'undo-email-change';
  email: string;
  expires_at: Date;
}

interface FailedPasswordTable {
  key_hash: Buffer;
  failures: number;
  blocked_until: Date | null;
  last_failed_at: Generated<Date>;
}

interface SecurityEventTable {
  id: string;
  user_id: string;
  kind: SecurityEventKind;
  actor: (typeof securityEventActors)[number];
  user_agent: string;
  network_address: string;
  created_at: Generated<Date>;
}

interface AccountDeletionTable {
  id: string;
  reason: string;
  created_at: Generated<Date>;
}

interface EncryptionKeyTable {
  is_only: Generated<boolean>;
  fingerprint: Buffer;
}

interface EmailVerificationTable {
  user_id: string;
  purpose: 'registration' | 'email-change';
  email: string;
  code_hash: Buffer;
  code_attempts: Generated<number>;
  code_expires_at: Date;
  token_hash: Buffer;
  token_expires_at: Date;
  created_at: Generated<Date>;
}

export interface OutgoingMailTable {
  id: string;
  user_id: string | null;
  recipient: string;
  locale: Locale;
  template: string;
  template_values: Record<string, string> | null;
  phrase: Generated<string | null>;
  created_at: Generated<Date>;
  sent_at: Date | null;
}

export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  locale: Locale;
  created_at: Generated<Date>;
  read_at: Generated<Date | null>;
}

interface MarketAnswerTable {
  key: string;
  said_at: Date;
  answer: unknown;
}

// The ledger's tables: only ledger/ writes them, everybody may read.

interface AccountTable {
  id: GeneratedAlways<bigint>;
  owner_id: string | null;
  asset: string;
  kind: string;
  balance: Generated<bigint>;
  version: Generated<bigint>;
  created_at: Generated<Date>;
  closed_at: Generated<Date | null>;
}

interface TransferTable {
  id: string;
  kind: string;
  reference_id: string | null;
  reverses_id: string | null;
  created_at: Generated<Date>;
}

interface EntryTable {
  transfer_id: string;
  line: number;
  account_id: bigint;
  asset: string;
  amount: bigint;
  balance_after: bigint | null;
  account_version: bigint | null;
}

interface HoldTable {
  id: string;
  available_account_id: bigint;
  held_account_id: bigint;
  amount: bigint;
  state: Generated<'open' | 'settled' | 'released'>;
  reference_id: string | null;
  closed_by_transfer_id: string | null;
  created_at: Generated<Date>;
  closed_at: Date | null;
}

interface IdempotencyTable {
  owner_id: string;
  key: string;
  fingerprint: string;
  reply: unknown;
  created_at: Generated<Date>;
}

interface WalletTransactionTable {
  id: string;
  user_id: string;
  type: TransactionType;
  asset: AssetCode;
  amount: bigint;
  fee: Generated<bigint>;
  direction: 'in' | 'out';
  status: TransactionStatus;
  state: TransactionState;
  counterparty: string | null;
  note: string | null;
  transfer_id: string | null;
  reference_id: string | null;
  usd_value: Generated<bigint | null>;
  timeline: Generated<{ state: TransactionState; at: string }[]>;
  created_at: Generated<Date>;
  completed_at: Date | null;
}

interface ContactTable {
  id: string;
  user_id: string;
  name: string;
  wallet_address: string;
  is_favorite: boolean;
  created_at: Generated<Date>;
}

export interface WithdrawalAddressTable {
  id: string;
  user_id: string;
  asset: AssetCode;
  address: string;
  memo: Generated<string>;
  label: string;
  created_at: Generated<Date>;
}
