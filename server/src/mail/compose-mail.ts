import { localeTraits } from '@mercury/contract/locales.ts';
import { productName } from '@mercury/contract/product.ts';
import { timeText } from '../i18n/time-text.ts';
import { translate } from '../i18n/translate.ts';
import { composeAnnouncement } from './compose-announcement.ts';
import { composeMoneyNotice } from './compose-money-notice.ts';
import { composeNotice } from './compose-notice.ts';
import { composeProposalDelayed, composeStaffInvitation, composeStaffRemoved } from './compose-staff.ts';
import {
  composeWithdrawalCode,
  composeWithdrawalFailed,
  composeWithdrawalSent,
  composeWithdrawalWaiting,
} from './compose-withdrawal.ts';
import { deviceText, isolate, oneLine } from './foreign-text.ts';
import type { ComposedMail, MailBlock, MailFact, MailWriter } from './mail-writer.ts';
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
    case 'announcement':
      return composeAnnouncement(mail.values, writer);
    case 'money-notice':
      return composeMoneyNotice(mail.values, writer);
    case 'account-deleted':
      return composeAccountDeleted(writer);
    case 'staff-invitation':
      return composeStaffInvitation(mail.values, writer);
    case 'staff-removed':
      return composeStaffRemoved(mail.values, writer);
    case 'proposal-delayed':
      return composeProposalDelayed(mail.values, writer);
    case 'contact-message':
      return composeContactMessage(mail.values, writer);
    case 'contact-answer':
      return composeContactAnswer(mail.values, writer);
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

type SecurityNotice = MailTemplates['security-notice'];

/** Tells what happened, when and where, and what to do if it was another person. The type requires texts for every kind. */
function composeSecurityNotice(values: SecurityNotice, writer: MailWriter): ComposedMail {
  return {
    subject: writer.write(`mails.notices.${values.kind}.subject`),
    summary: writer.write(`mails.notices.${values.kind}.whatHappened`),
    blocks: [
      { kind: 'facts', facts: [...transferFacts(values, writer), ...factsOf(values, writer)] },
      ...nextStepOf(values, writer),
    ],
  };
}

function transferFacts(values: SecurityNotice, { write }: MailWriter): MailFact[] {
  return (['amount', 'recipient'] as const)
    .map((name) => ({
      label: write(`mails.facts.${name}`),
      value: oneLine(values[name] ?? ''),
      isLeftToRight: true,
    }))
    .filter(({ value }) => value !== '');
}

/** The freeze link is the only link of its mail. The owner of a frozen account needs another one: the way to reopen it. */
function nextStepOf(
  { kind, freezeToken }: SecurityNotice,
  { paragraph, mainLink, otherLink }: MailWriter,
): MailBlock[] {
  if (kind === 'account_unfrozen') {
    return [paragraph('mails.afterUnfreeze.signIn'), mainLink('mails.afterUnfreeze.button', '/login')];
  }
  // Undoing a change of the email freezes the account as well.
  if (kind === 'account_frozen' || kind === 'email_change_undone') {
    return [paragraph('mails.afterFreeze.toOpen'), mainLink('mails.afterFreeze.button', '/forgot-password')];
  }
  return [paragraph('mails.freeze.notYou'), otherLink('mails.freeze.button', '/freeze-account', freezeToken)];
}

/** An unknown fact has no row. */
function factsOf(
  values: MailTemplates['email-taken-back'] & { readonly newEmail?: string },
  { write, locale }: MailWriter,
): MailFact[] {
  const newEmail = values.newEmail ?? '';
  return [
    { label: write('mails.facts.newEmail'), value: oneLine(newEmail), isLeftToRight: true },
    { label: write('mails.facts.time'), value: timeText(values.at, locale), isLeftToRight: false },
    { label: write('mails.facts.device'), value: deviceText(values.device), isLeftToRight: true },
    {
      label: write('mails.facts.networkAddress'),
      value: oneLine(values.networkAddress),
      isLeftToRight: true,
    },
  ].filter(({ value }) => value !== '');
}

/** Everything but the frame is a stranger's text: each of its lines stays within its row or behind a quotation mark. */
function composeContactMessage(
  { name, email, subject, message, visitorLocale }: MailTemplates['contact-message'],
  { locale, write, paragraph }: MailWriter,
): ComposedMail {
  const { direction } = localeTraits[locale];
  const topic = oneLine(subject);
  return {
    replyTo: email,
    subject: translate(locale, 'mails.contactMessage.subject', { productName, subject: topic }),
    summary: write('mails.contactMessage.whatHappened'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            label: write('mails.contactMessage.name'),
            value: isolate(name, direction),
            isLeftToRight: false,
          },
          { label: write('mails.contactMessage.email'), value: oneLine(email), isLeftToRight: true },
          {
            label: write('mails.contactMessage.language'),
            value: isolate(localeTraits[visitorLocale].label, direction),
            isLeftToRight: false,
          },
          {
            label: write('mails.contactMessage.topic'),
            value: isolate(topic, direction),
            isLeftToRight: false,
          },
        ],
      },
      { kind: 'quote', lines: message.split(/\r\n|\r|\n/).map(oneLine) },
      paragraph('mails.contactMessage.unproved'),
    ],
  };
}

/** The operator's words, then what the visitor wrote, behind a quotation mark: whoever never wrote it sees that it is not theirs. */
function composeContactAnswer(
  { subject, message, answer }: MailTemplates['contact-answer'],
  { locale, write, paragraph, otherLink }: MailWriter,
): ComposedMail {
  const linesOf = (text: string) => text.split(/\r\n|\r|\n/).map(oneLine);
  return {
    subject: translate(locale, 'staffMails.contactAnswer.subject', {
      productName,
      subject: oneLine(subject),
    }),
    summary: write('staffMails.contactAnswer.whatHappened'),
    blocks: [
      ...linesOf(answer)
        .filter((line) => line !== '')
        .map((text): MailBlock => ({ kind: 'text', text })),
      paragraph('staffMails.contactAnswer.youWrote'),
      { kind: 'quote', lines: linesOf(message) },
      paragraph('staffMails.contactAnswer.again'),
      otherLink('staffMails.contactAnswer.contact', '/contact'),
    ],
  };
}
