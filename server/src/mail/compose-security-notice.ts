import { factsOf } from './facts.ts';
import { oneLine } from './foreign-text.ts';
import type { ComposedMail, MailBlock, MailFact } from './mail-block.ts';
import type { MailWriter } from './mail-writer.ts';
import type { MailTemplates } from './templates.ts';

type SecurityNotice = MailTemplates['security-notice'];

/** Tells what happened, when and where, and what to do if it was another person. The type requires texts for every kind. */
export function composeSecurityNotice(values: SecurityNotice, writer: MailWriter): ComposedMail {
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
