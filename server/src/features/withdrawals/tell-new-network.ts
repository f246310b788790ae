import type { Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { wideNetworkOf } from '../../http/network-address.ts';
import { tellUnusual, type UnusualKind } from '../../identity/events/unusual.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { securityParameters } from '../../security-parameters.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Tells of a withdrawal from a network without a sign-in, or soon after the first sign-in from another network than before
 * (docs/security.md). The caller holds the person's row. Returns what was told, to be logged after the commit.
 */
export async function tellNewNetwork(
  trx: Transaction,
  user: UserRow,
  origin: Origin,
): Promise<UnusualKind | undefined> {
  const networks = await findNetworks(trx, user.id);
  const newest = securityParameters.unusual.minutesAfterSignIn * 60;
  // An account's first sign-in has no earlier network to differ from.
  const [, ...later] = [...networks.values()].toSorted((one, other) => other - one);
  const isSignInNew = later.some((secondsAgo) => secondsAgo <= newest);
  // An old account without any sign-in in its history has no known network.
  const isUnknown = networks.size === 0 ? isOld(user) : !networks.has(wideNetworkOf(origin.networkAddress));
  if (!isSignInNew && !isUnknown) return undefined;
  return tellUnusual(trx, user, { kind: 'withdrawal_from_new_network', origin });
}

/**
 * Seconds since the first sign-in, for each network with one. The history goes back a year and has them all. Sign-ins before the
 * email was proved don't count: they may be anybody's.
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
