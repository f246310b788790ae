import { paths } from '../../paths.ts';

export const legalDocuments = ['privacy', 'terms', 'cookies'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

export const legalPaths: Readonly<Record<LegalDocument, string>> = {
  privacy: paths.privacy,
  terms: paths.terms,
  cookies: paths.cookies,
};

/** Of all three (specification, section 9). */
export const legalUpdatedOn = '2023-05-01';

/** A day of the calendar as the reader writes it: it is the same day in every time zone. */
export function writtenDay(day: string, formatTag: string): string {
  return new Intl.DateTimeFormat(formatTag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
