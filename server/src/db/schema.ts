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
  contact: ContactTable;
  schema_migration: SchemaMigrationTable;
  app_user: AppUserTable;
  session: SessionTable;
  email_verification: EmailVerificationTable;
  outgoing_mail: OutgoingMailTable;
  event_ticket: EventTicketTable;
  account: AccountTable;
  transfer: TransferTable;
  entry: EntryTable;
  hold: HoldTable;
  idempotency: IdempotencyTable;
  wallet_transaction: WalletTransactionTable;
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
}

interface EmailVerificationTable {
  user_id: string;
  purpose: 'registration';
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
  created_at: Generated<Date>;
  sent_at: Date | null;
}

interface EventTicketTable {
  token_hash: Buffer;
  user_id: string;
  session_id: string;
  expires_at: Date;
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
  transfer_id: string;
  context: unknown;
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
