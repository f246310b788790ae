import type { SettledItem, Settlement } from '@mercury/contract/console/withdrawals.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { Actor } from '../../audit/append-entry.ts';
import { isDatabaseUnavailable } from '../../db/database.ts';
import { findWithdrawal } from '../../features/withdrawals/queries.ts';
import {
  NotForOperatorError,
  settleByOperator,
  type SettlingServices,
  type Verdict,
} from '../../features/withdrawals/settle-by-operator.ts';
import { translate } from '../../i18n/translate.ts';
import { listedStateOf } from './present.ts';

/** One after the other, each in a commit of its own: one that is refused, or kept by somebody else, hurts no other. */
export async function settleEach(
  services: SettlingServices,
  items: readonly Settlement[],
  { actor, locale }: { actor: Actor; locale: Locale },
): Promise<SettledItem[]> {
  const settled: SettledItem[] = [];
  for (const { id, ...verdict } of items) {
    const refusal = await settleOne(services, { id, verdict, actor, locale });
    const row = await findWithdrawal(services.db, id);
    settled.push({ id, refusal, state: row === undefined ? null : listedStateOf(row) });
  }
  return settled;
}

async function settleOne(
  services: SettlingServices,
  { id, verdict, actor, locale }: { id: string; verdict: Verdict; actor: Actor; locale: Locale },
): Promise<SettledItem['refusal']> {
  try {
    await settleByOperator(services, { id, verdict, actor });
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return { error: code, message: translate(locale, `errors.${code}`) };
  }
}

/** Undefined: nobody knows whether it was settled, or it is a bug. */
function codeOf(error: unknown): ErrorCode | undefined {
  if (error instanceof NotForOperatorError) return error.code;
  return isDatabaseUnavailable(error) ? 'Busy' : undefined;
}
