import type { KeptNews, NewsOf } from '@mercury/contract/api/notices.ts';
import type { SecurityEventKind } from '@mercury/contract/api/security.ts';
import type { ProposalKind } from '@mercury/contract/console/permissions.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

interface SecurityNoticeValues {
  readonly username: string;
  /** "Chrome · Linux", or empty if unknown. */
  readonly device: string;
  /** Empty if it came from no network. */
  readonly networkAddress: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Of the link that freezes the account at once. */
  readonly freezeToken: string;
}

/** Exactly as requested, so that its person can tell a forged one. Amounts are readable. */
export interface WithdrawalTerms {
  readonly username: string;
  /** "0.5 BTC": what leaves the balance, the fee within it, and what arrives. */
  readonly amount: string;
  readonly fee: string;
  readonly arrives: string;
  readonly network: string;
  /** In full. */
  readonly address: string;
  /** Empty if there is none. */
  readonly memo: string;
}

/** The recipient's @username, where it is known, and full address. Absent if no money went. */
export interface MailedTransfer {
  readonly amount: string;
  readonly recipient: string;
}

interface MailedAmount {
  /** The row of history. */
  readonly transactionId: string;
  readonly currency: AssetCode;
  readonly amount: string;
}

/** News of money, as its mail tells it. A paid out or refused withdrawal has a mail of its own. */
export type MailedMoney =
  // The sender is empty if they have left.
  | (MailedAmount & { readonly kind: 'transfer_received'; readonly sender: string })
  | (MailedAmount & {
      readonly kind:
        | 'deposit_credited'
        | 'topup_credited'
        | 'correction_in'
        | 'correction_out'
        | 'withdrawal_cancelled'
        | 'withdrawal_expired';
    })
  // How many trades: a whole number, as all values are texts.
  | (Omit<NewsOf<'trade_done'>, 'isRecurring' | 'tradeCount'> & { readonly tradeCount: string });

interface ContactMessageValues {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly visitorLocale: Locale;
}

/** Their values are kept until the mail is sent. */
export interface MailTemplates {
  /** A code to type and the token of a link. */
  'verify-email': { readonly username: string; readonly code: string; readonly token: string };
  /** Someone tried to use the owner's email for another account. */
  'email-taken': { readonly username: string };
  /** The code is for when the link can't be opened. Both work for 30 minutes. */
  'reset-password': { readonly username: string; readonly code: string; readonly token: string };
  /** The code works for 10 minutes, the link for 24 hours. */
  'verify-new-email': { readonly username: string; readonly code: string; readonly token: string };
  'security-notice': SecurityNoticeValues & { readonly kind: SecurityEventKind } & Partial<MailedTransfer>;
  /** To the former address. The link that undoes the change works for 72 hours. */
  'email-changed': SecurityNoticeValues & { readonly newEmail: string; readonly undoToken: string };
  /** To the address that the former one's link removed. */
  'email-taken-back': Omit<SecurityNoticeValues, 'freezeToken'>;
  /** Valid for 10 minutes. */
  'withdrawal-code': WithdrawalTerms & { readonly code: string; readonly freezeToken: string };
  /** Leaves in a day unless the link cancels it. `waitsUntil` is ISO 8601 in UTC. */
  'withdrawal-waiting': WithdrawalTerms & {
    readonly waitsUntil: string;
    readonly cancelToken: string;
    readonly freezeToken: string;
  };
  /** `reference` is the chain's id, or the operator's note. */
  'withdrawal-sent': WithdrawalTerms & { readonly reference: string; readonly freezeToken: string };
  'withdrawal-failed': WithdrawalTerms;
  /** Something happened without an action of the person; the app shows it as a notice. `at` is ISO 8601 in UTC. */
  notice: KeptNews & { readonly username: string; readonly at: string };
  /** In the words of the operator. */
  announcement: {
    readonly username: string;
    readonly announcementId: string;
    readonly text: string;
    readonly language: Locale;
  };
  'money-notice': MailedMoney & { readonly username: string; readonly at: string };
  'account-deleted': { readonly username: string };
  /** To whoever is invited to the console. The link opens once, within a day. */
  'staff-invitation': { readonly username: string; readonly invitedBy: string; readonly url: string };
  /** To whoever was put out of the console, by one person alone. */
  'staff-removed': { readonly username: string; readonly removedBy: string };
  /** To all staff: nobody else can approve this. It happens at `at`, ISO 8601 in UTC, unless the link cancels it. */
  'proposal-delayed': {
    readonly username: string;
    readonly act: ProposalKind;
    readonly about: string;
    /** By `changeText`; absent in what an earlier version queued. */
    readonly change?: string;
    readonly proposedBy: string;
    readonly reason: string;
    readonly at: string;
    readonly url: string;
  };
  /** To a visitor, with their message. */
  'contact-answer': {
    /** As the visitor called themselves. */
    readonly username: string;
    readonly subject: string;
    readonly message: string;
    readonly answer: string;
  };
  /** A visitor's message to the operator, unchanged. */
  'contact-message': ContactMessageValues;
}
export type MailTemplateName = keyof MailTemplates;

export type MailOf<Name extends MailTemplateName = MailTemplateName> = {
  readonly [Each in Name]: { readonly template: Each; readonly values: MailTemplates[Each] };
}[Name];
