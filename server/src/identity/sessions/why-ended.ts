import type { Database } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import type { TextKey } from '../../i18n/translate.ts';
import { hashToken } from '../secrets/tokens.ts';

/** As in the table's CHECK. */
const reasons = [
  'ended_elsewhere',
  'ended_by_operator',
  'password_changed',
  'email_changed',
  'two_factor_changed',
  'account_frozen',
] as const;
export type SessionEndReason = (typeof reasons)[number];

/** For so long a browser can learn why it was signed out. */
export const endReasonKeptDays = 30;

/** The sentence for a caller whose token opens nothing. Who has no token that once opened something learns no reason. */
export async function explainEnd(db: Database, token: string): Promise<TextKey> {
  const ended = maybeOne(
    await db.pool.query<Pick<Row<'ended_session'>, 'reason'>>(
      'select reason from ended_session where token_hash = $1',
      [hashToken(token)],
    ),
  );
  const reason = reasons.find((known) => known === ended?.reason);
  return `auth.sessionEnded.${reason ?? 'otherwise'}`;
}
