import { composeContactMessage } from './compose-contact-message.ts';
import { composeMoneyNotice } from './compose-money-notice.ts';
import { composeNotice } from './compose-notice.ts';
import { composeSecurityNotice } from './compose-security-notice.ts';
import {
  composeWithdrawalCode,
  composeWithdrawalFailed,
  composeWithdrawalSent,
  composeWithdrawalWaiting,
} from './compose-withdrawal.ts';
import { factsOf } from './facts.ts';
import type { ComposedMail } from './mail-block.ts';
import type { MailWriter } from './mail-writer.ts';
import type { MailOf, MailTemplates } from './templates.ts';

/** Composes each mail. Of several links, the main one comes first. */
export function composeMail(mail: MailOf, writer: MailWriter): ComposedMail {
  switch (mail.template) {
    case 'verify-email':
      return composeVerifyEmail(mail.values, writer);
    case 'verify-new-email':
      return composeVerifyNewEmail(mail.values, writer);
    case 'reset-password':
      return composeResetPassword(mail.values, writer);
    case 'email-taken':
      return composeEmailTaken(writer);
    case 'email-changed':
      return composeEmailChanged(mail.values, writer);
    case 'email-taken-back':
      return composeEmailTakenBack(mail.values, writer);
    case 'security-notice':
      return composeSecurityNotice(mail.values, writer);
    case 'withdrawal-code':
      return composeWithdrawalCode(mail.values, writer);
    case 'withdrawal-waiting':
      return composeWithdrawalWaiting(mail.values, writer);
    case 'withdrawal-sent':
      return composeWithdrawalSent(mail.values, writer);
    case 'withdrawal-failed':
      return composeWithdrawalFailed(mail.values, writer);
    case 'notice':
      return composeNotice(mail.values, writer);
    case 'money-notice':
      return composeMoneyNotice(mail.values, writer);
    case 'account-deleted':
      return composeAccountDeleted(writer);
    case 'contact-message':
      return composeContactMessage(mail.values, writer);
    default:
      return mail satisfies never;
  }
}

function composeVerifyEmail(
  { code, token }: MailTemplates['verify-email'],
  { write, paragraph, mainLink }: MailWriter,
): ComposedMail {
  return {
    subject: write('mails.verifyEmail.subject'),
    summary: write('mails.verifyEmail.enterCode'),
    blocks: [
      { kind: 'code', code },
      paragraph('mails.verifyEmail.orOpenLink'),
      mainLink('mails.verifyEmail.button', '/verify-email', token),
      paragraph('mails.verifyEmail.notYou'),
    ],
  };
}

function composeVerifyNewEmail(
  { code, token }: MailTemplates['verify-new-email'],
  { write, paragraph, mainLink }: MailWriter,
): ComposedMail {
  return {
    subject: write('mails.verifyNewEmail.subject'),
    summary: write('mails.verifyNewEmail.enterCode'),
    blocks: [
      { kind: 'code', code },
      paragraph('mails.verifyNewEmail.orOpenLink'),
      mainLink('mails.verifyNewEmail.button', '/verify-email', token),
      paragraph('mails.verifyNewEmail.notYou'),
    ],
  };
}

function composeResetPassword(
  { code, token }: MailTemplates['reset-password'],
  { write, paragraph, mainLink }: MailWriter,
): ComposedMail {
  return {
    subject: write('mails.resetPassword.subject'),
    summary: write('mails.resetPassword.openLink'),
    blocks: [
      mainLink('mails.resetPassword.button', '/reset-password', token),
      paragraph('mails.resetPassword.orEnterCode'),
      { kind: 'code', code },
      paragraph('mails.resetPassword.notYou'),
    ],
  };
}

function composeEmailTaken({ write, paragraph, mainLink }: MailWriter): ComposedMail {
  return {
    subject: write('mails.emailTaken.subject'),
    summary: write('mails.emailTaken.whatHappened'),
    blocks: [
      paragraph('mails.emailTaken.ifYou'),
      mainLink('mails.emailTaken.button', '/login'),
      paragraph('mails.emailTaken.notYou'),
    ],
  };
}

function composeEmailChanged(values: MailTemplates['email-changed'], writer: MailWriter): ComposedMail {
  const { write, paragraph, mainLink, otherLink } = writer;
  return {
    subject: write('mails.emailChanged.subject'),
    summary: write('mails.emailChanged.whatHappened'),
    blocks: [
      { kind: 'facts', facts: factsOf(values, writer) },
      paragraph('mails.emailChanged.undo'),
      mainLink('mails.emailChanged.undoButton', '/undo-email-change', values.undoToken),
      paragraph('mails.emailChanged.orFreeze'),
      otherLink('mails.freeze.button', '/freeze-account', values.freezeToken),
    ],
  };
}

function composeEmailTakenBack(values: MailTemplates['email-taken-back'], writer: MailWriter): ComposedMail {
  const { write, paragraph } = writer;
  return {
    subject: write('mails.emailTakenBack.subject'),
    summary: write('mails.emailTakenBack.whatHappened'),
    blocks: [{ kind: 'facts', facts: factsOf(values, writer) }, paragraph('mails.emailTakenBack.notYou')],
  };
}

function composeAccountDeleted({ write, paragraph, otherLink }: MailWriter): ComposedMail {
  return {
    subject: write('mails.accountDeleted.subject'),
    summary: write('mails.accountDeleted.whatHappened'),
    blocks: [
      paragraph('mails.accountDeleted.thanks'),
      paragraph('mails.accountDeleted.notYou'),
      otherLink('mails.accountDeleted.contact', '/contact'),
    ],
  };
}
