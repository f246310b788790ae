import { timeText } from '../i18n/time-text.ts';
import { oneLine } from './foreign-text.ts';
import type { ComposedMail, MailBlock, MailFact, MailWriter } from './mail-writer.ts';
import type { MailTemplates, WithdrawalTerms } from './templates.ts';

export function composeWithdrawalCode(
  values: MailTemplates['withdrawal-code'],
  writer: MailWriter,
): ComposedMail {
  const { write, paragraph, otherLink } = writer;
  return {
    subject: write('mails.withdrawalCode.subject'),
    summary: write('mails.withdrawalCode.enterCode'),
    blocks: [
      { kind: 'facts', facts: termFacts(values, writer) },
      paragraph('mails.withdrawalCode.compare'),
      { kind: 'code', code: values.code },
      paragraph('mails.withdrawalCode.notYou'),
      otherLink('mails.freeze.button', '/freeze-account', values.freezeToken),
    ],
  };
}

export function composeWithdrawalWaiting(
  values: MailTemplates['withdrawal-waiting'],
  writer: MailWriter,
): ComposedMail {
  const { write, paragraph, mainLink, otherLink, locale } = writer;
  const leavesAt = timeText(values.waitsUntil, locale);
  return {
    subject: write('mails.withdrawalWaiting.subject'),
    summary: write('mails.withdrawalWaiting.whatHappened'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          ...termFacts(values, writer),
          { label: write('mails.facts.leavesAt'), value: leavesAt, isLeftToRight: false },
        ],
      },
      paragraph('mails.withdrawalWaiting.cancel'),
      mainLink('mails.withdrawalWaiting.button', '/cancel-withdrawal', values.cancelToken),
      paragraph('mails.withdrawalWaiting.orFreeze'),
      otherLink('mails.freeze.button', '/freeze-account', values.freezeToken),
    ],
  };
}

export function composeWithdrawalSent(
  values: MailTemplates['withdrawal-sent'],
  writer: MailWriter,
): ComposedMail {
  const { write, paragraph, otherLink } = writer;
  const reference = { label: write('mails.facts.reference'), value: oneLine(values.reference) };
  return {
    subject: write('mails.withdrawalSent.subject'),
    summary: write('mails.withdrawalSent.whatHappened'),
    blocks: [
      { kind: 'facts', facts: [...termFacts(values, writer), { ...reference, isLeftToRight: true }] },
      paragraph('mails.freeze.notYou'),
      otherLink('mails.freeze.button', '/freeze-account', values.freezeToken),
    ],
  };
}

export function composeWithdrawalFailed(
  values: MailTemplates['withdrawal-failed'],
  writer: MailWriter,
): ComposedMail {
  const { write, paragraph, mainLink } = writer;
  const blocks: MailBlock[] = [
    { kind: 'facts', facts: termFacts(values, writer) },
    paragraph('mails.withdrawalFailed.whatNow'),
    mainLink('mails.withdrawalFailed.button', '/dashboard'),
  ];
  return {
    subject: write('mails.withdrawalFailed.subject'),
    summary: write('mails.withdrawalFailed.whatHappened'),
    blocks,
  };
}

/** Amounts and addresses are left-to-right. Without a memo there is no memo row. */
function termFacts(terms: WithdrawalTerms, { write }: MailWriter): MailFact[] {
  return (['amount', 'fee', 'arrives', 'network', 'address', 'memo'] as const)
    .filter((name) => terms[name] !== '')
    .map((name) => ({
      label: write(`mails.facts.${name}`),
      value: oneLine(terms[name]),
      isLeftToRight: true,
    }));
}
