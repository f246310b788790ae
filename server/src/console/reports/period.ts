import { reportDaysMax } from '@mercury/contract/console/reports.ts';
import { DomainError } from '../../errors.ts';

/** UTC days, both included. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

const dayMs = 86_400_000;

/** How many days. @throws DomainError ValidationFailed for one that ends before it begins or is too long */
export function lengthOf({ from, until }: Period): number {
  const days = (Date.parse(until) - Date.parse(from)) / dayMs + 1;
  if (days >= 1 && days <= reportDaysMax) return days;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'until', key: 'invalid' }] });
}

/** The first moment that no longer belongs to it. */
export function endOf({ until }: Period): Date {
  return new Date(Date.parse(until) + dayMs);
}
