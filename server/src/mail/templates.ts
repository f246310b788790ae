import type { News } from '@mercury/contract/api/notices.ts';
import type { SecurityEventKind } from '@mercury/contract/api/security.ts';
import type { Locale } from '@mercury/contract/locales.ts';

interface SecurityNoticeValues {
  readonly username: string;
  /** "Chrome · Linux", or empty where it is not known. */
  readonly device: string;
  /** Empty where it came from no network. */
  readonly networkAddress: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Of the link that freezes the account at once. */
  readonly freezeToken: string;
}

/** A withdrawal exactly as it was asked for, so that its person can tell it from somebody else's. Amounts as people read them. */
export interface WithdrawalTerms {
  readonly username: string;
  /** "0.5 BTC": what leaves the balance, what of it is the fee, what arrives. */
  readonly amount: string;
  readonly fee: string;
  readonly arrives: string;
  readonly network: string;
  /** Whole. */
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
}

/** Money that went to another account: how much, as people read it, and to which address, whole. Absent where none went. */
export interface MailedTransfer {
  readonly amount: string;
  readonly recipient: string;
}

interface ContactMessageValues {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly visitorLocale: Locale;
}

/** Every mail that the product writes, with what it has to be told. The values are kept until the mail is sent. */
export interface MailTemplates {
  /** To prove that an address is the account's: the code to type and the token of the link to open. */
  'verify-email': { readonly username: string; readonly code: string; readonly token: string };
  /** To the owner of an account whose email somebody tried to use for another account. */
  'email-taken': { readonly username: string };
  /** Whoever asked: the token of a link, and a code to type where the link can't be opened. Both work for 30 minutes. */
  'reset-password': { readonly username: string; readonly code: string; readonly token: string };
  /** To a new address that is to replace the account's: the code to type, 10 minutes, the token of the link, 24 hours. */
  'verify-new-email': { readonly username: string; readonly code: string; readonly token: string };
  /** Something happened to how the account is protected. `kind` is a SecurityEventKind of the contract. */
  'security-notice': SecurityNoticeValues & { readonly kind: SecurityEventKind } & Partial<MailedTransfer>;
  /** To the former address, once another has replaced it: the link that undoes it works for 72 hours. */
  'email-changed': SecurityNoticeValues & { readonly newEmail: string; readonly undoToken: string };
  /** To the address that a former one has replaced again: its link undid the change. */
  'email-taken-back': Omit<SecurityNoticeValues, 'freezeToken'>;
  /** The code that confirms one withdrawal, 10 minutes. */
  'withdrawal-code': WithdrawalTerms & { readonly code: string; readonly freezeToken: string };
  /** It leaves in a day unless the link cancels it. `waitsUntil` is ISO 8601 in UTC. */
  'withdrawal-waiting': WithdrawalTerms & {
    readonly waitsUntil: string;
    readonly cancelToken: string;
    readonly freezeToken: string;
  };
  /** `reference` is the chain's id of the payment, or the operator's note. */
  'withdrawal-sent': WithdrawalTerms & { readonly reference: string; readonly freezeToken: string };
  'withdrawal-failed': WithdrawalTerms;
  /** Something happened without the person's doing; the app tells it as a notice. `at` is ISO 8601 in UTC. */
  notice: News & { readonly username: string; readonly at: string };
  /** The last mail of an account. */
  'account-deleted': { readonly username: string };
  /** To the operator: what a visitor wrote, as they wrote it. */
  'contact-message': ContactMessageValues;
}
export type MailTemplateName = keyof MailTemplates;

export type MailOf<Name extends MailTemplateName = MailTemplateName> = {
  readonly [Each in Name]: { readonly template: Each; readonly values: MailTemplates[Each] };
}[Name];
