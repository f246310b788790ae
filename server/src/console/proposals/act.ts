import type { Permission, ProposalKind } from '@mercury/contract/console/permissions.ts';
import type * as z from 'zod/mini';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../services.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** What a second person reads before they say yes, as JSON. */
export interface Examined {
  readonly subject: { readonly kind: string; readonly id: string; readonly name: string };
  /** What the act changes, and what it depends on. If either half is different at the approval, nothing is done. */
  readonly before: Facts;
  readonly after: Facts;
  /** Where it hands out permissions: these, which both people must have besides that of the act. */
  readonly needs?: readonly Permission[];
}

export interface ActContext {
  readonly services: Services;
  readonly trx: Transaction;
}

/** Something dangerous that waits for a second person. */
export interface ProposalAct<Parameters = unknown> {
  readonly kind: ProposalKind;
  /** Facts of `after` that may be different at the approval: others move them, and what is done stays the same. */
  readonly moving?: readonly string[];
  /** Asked when it is proposed, and again in the commit that does it. It locks what it reads. @throws DomainError if it can't be done */
  readonly examine: (context: ActContext, parameters: Parameters) => Promise<Examined>;
  /** In the commit of the approval, right after `examine`. The audit log is written for it. */
  readonly carryOut: (context: ActContext, parameters: Parameters) => Promise<void>;
}

/** Parameters are read back from the database, so they are parsed. */
export function proposalAct<const Schema extends z.ZodMiniType>(
  schema: Schema,
  { kind, moving = [], examine, carryOut }: ProposalAct<z.output<Schema>>,
): ProposalAct {
  return {
    kind,
    moving,
    examine: async (context, parameters) => examine(context, schema.parse(parameters)),
    carryOut: async (context, parameters) => carryOut(context, schema.parse(parameters)),
  };
}
