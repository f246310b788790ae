import type { Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { wideNetworkOf } from '../../http/network-address.ts';
import { tellUnusual, type UnusualKind } from '../../identity/events/unusual.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { securityParameters } from '../../security-parameters.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Tells of a withdrawal that is asked for from a network that no sign-in came from, as with a stolen session, or soon after the
 * first sign-in from another network than before. The caller holds the account's row. Answers what was told, to be logged
 * after the commit.
 */
export async function tellNewNetwork(
  trx: Transaction,
  user: UserRow,
  origin: Origin,
): Promise<UnusualKind | undefined> {
  const networks = await findNetworks(trx, user.id);
  const newest = securityParameters.unusual.minutesAfterSignIn * 60;
  // An account's first sign-in has none to differ from.
  const [, ...later] = [...networks.values()].toSorted((one, other) => other - one);
  const isSignInNew = later.some((secondsAgo) => secondsAgo <= newest);
  // Of an old account that nobody signed in to for as long as its history goes back, nothing is known.
  const isUnknown = networks.size === 0 ? isOld(user) : !networks.has(wideNetworkOf(origin.networkAddress));
  if (!isSignInNew && !isUnknown) return undefined;
  return tellUnusual(trx, user, { kind: 'withdrawal_from_new_network', origin });
}

/**
 * How many seconds ago the first sign-in came, from each network that any came from. The history of the account, which goes back a
 * year, has them all. Whoever signed in before the email was proved may have been anybody.
 */
async function findNetworks(trx: Transaction, userId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await trx.client.query<{ network_address: string; seconds_ago: number }>(
    `select network_address, extract(epoch from now() - min(created_at))::float8 as seconds_ago
     from security_event
     where user_id = $1 and kind in ('signed_in', 'signed_in_on_new_device')
       and created_at >= coalesce((
         select max(proof.created_at) from security_event proof
         where proof.user_id = $1 and proof.kind = 'email_verified'
       ), '-infinity')
     group by network_address`,
    [userId],
  );
  const firstByNetwork = new Map<string, number>();
  for (const { network_address, seconds_ago } of rows) {
    const network = wideNetworkOf(network_address);
    firstByNetwork.set(network, Math.max(seconds_ago, firstByNetwork.get(network) ?? 0));
  }
  return firstByNetwork;
}

function isOld({ created_at }: UserRow): boolean {
  return Date.now() - created_at.getTime() > dayMs;
}
