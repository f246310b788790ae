import { idSchema } from '@mercury/contract/api/shapes.ts';
import * as z from 'zod/mini';
import { DomainError } from '../../errors.ts';
import { frozenFacts, unfreeze } from '../../identity/account/freeze.ts';
import { removeTwoFactor, twoFactorFacts } from '../../identity/factors/turn-off-two-factor.ts';
import { lockForOperator } from '../../identity/person/locks.ts';
import { proposalAct } from '../proposals/act.ts';

const ofPerson = z.strictObject({ personId: idSchema });

const subjectOf = ({ id, username }: { id: string; username: string }) => ({
  kind: 'person',
  id,
  name: username,
});

/** Whoever froze it: a thief would ask for just that. By a link, its person opens it alone, with a reset and a day. */
export const unfreezing = proposalAct(ofPerson, {
  kind: 'people.unfreeze',
  examine: async ({ trx }, { personId }) => {
    const person = await lockForOperator(trx, personId);
    if (person.frozen_at === null) throw new DomainError('NotFrozen');
    const after = frozenFacts({ ...person, frozen_at: null, frozen_by: null, unfreezes_at: null });
    return { subject: subjectOf(person), before: frozenFacts(person), after };
  },
  carryOut: async ({ trx }, { personId }) => unfreeze(trx, await lockForOperator(trx, personId)),
});

export const twoFactorRemoval = proposalAct(ofPerson, {
  kind: 'people.remove_two_factor',
  examine: async ({ trx }, { personId }) => {
    const person = await lockForOperator(trx, personId);
    if (person.two_factor_enabled_at === null) throw new DomainError('TwoFactorNotEnabled');
    const after = twoFactorFacts({ ...person, two_factor_enabled_at: null });
    return { subject: subjectOf(person), before: twoFactorFacts(person), after };
  },
  carryOut: async ({ trx }, { personId }) => removeTwoFactor(trx, await lockForOperator(trx, personId)),
});
