import {
  noticeDefaults,
  noticeSubjects,
  type ChosenNotices,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeSubject,
} from '@mercury/contract/api/notices.ts';

/** What somebody is told of: what they chose, and the defaults for the rest. */
export function choicesOf(chosen: ChosenNotices): NoticeChoices {
  const entries = noticeSubjects.map((subject) => [
    subject,
    { ...noticeDefaults[subject], ...chosen[subject] },
  ]);
  // The entries are of all subjects; the compiler cannot follow that through fromEntries.
  return Object.fromEntries(entries) as NoticeChoices;
}

export function isTold(
  { notice_choices: chosen }: { readonly notice_choices: ChosenNotices },
  subject: NoticeSubject,
  channel: NoticeChannel,
): boolean {
  return choicesOf(chosen)[subject][channel];
}
