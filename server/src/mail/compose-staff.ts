import { timeText } from '../i18n/time-text.ts';
import { oneLine } from './foreign-text.ts';
import type { ComposedMail, MailWriter } from './mail-writer.ts';
import { changeFacts, subjectText } from './proposal-change.ts';
import type { MailTemplates } from './templates.ts';

// To the operator's staff. Their links lead to the console, which may have a host of its own.

export function composeStaffInvitation(
  { invitedBy, url }: MailTemplates['staff-invitation'],
  { write, paragraph }: MailWriter,
): ComposedMail {
  return {
    subject: write('staffMails.staffInvitation.subject'),
    summary: write('staffMails.staffInvitation.whatHappened'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            label: write('staffMails.staffInvitation.invitedBy'),
            value: oneLine(invitedBy),
            isLeftToRight: true,
          },
        ],
      },
      { kind: 'link', label: write('staffMails.staffInvitation.button'), url, isMain: true },
      paragraph('staffMails.staffInvitation.notYou'),
    ],
  };
}

export function composeStaffRemoved(
  { removedBy }: MailTemplates['staff-removed'],
  { write, paragraph }: MailWriter,
): ComposedMail {
  return {
    subject: write('staffMails.staffRemoved.subject'),
    summary: write('staffMails.staffRemoved.whatHappened'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            label: write('staffMails.staffRemoved.removedBy'),
            value: oneLine(removedBy),
            isLeftToRight: true,
          },
        ],
      },
      paragraph('staffMails.staffRemoved.notRight'),
    ],
  };
}

export function composeProposalDelayed(
  { act, about, change, proposedBy, reason, at, url }: MailTemplates['proposal-delayed'],
  { write, paragraph, locale }: MailWriter,
): ComposedMail {
  return {
    subject: write('staffMails.proposalDelayed.subject'),
    summary: write('staffMails.proposalDelayed.whatHappened'),
    blocks: [
      {
        kind: 'facts',
        facts: [
          {
            label: write('staffMails.proposalDelayed.act'),
            value: write(`staffMails.proposalDelayed.acts.${act}`),
            isLeftToRight: false,
          },
          {
            label: write('staffMails.proposalDelayed.about'),
            value: oneLine(subjectText(about, locale)),
            isLeftToRight: subjectText(about, locale) === about,
          },
          ...(change === undefined ? [] : changeFacts(change, locale)),
          {
            label: write('staffMails.proposalDelayed.proposedBy'),
            value: oneLine(proposedBy),
            isLeftToRight: true,
          },
          { label: write('mails.facts.reason'), value: oneLine(reason), isLeftToRight: false },
          {
            label: write('staffMails.proposalDelayed.happensAt'),
            value: timeText(at, locale),
            isLeftToRight: false,
          },
        ],
      },
      paragraph('staffMails.proposalDelayed.cancel'),
      { kind: 'link', label: write('staffMails.proposalDelayed.button'), url, isMain: true },
    ],
  };
}
