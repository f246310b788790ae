import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import * as deposits from '@mercury/contract/console/deposits.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import type { Actor } from '../../audit/append-entry.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { assignDeposit } from '../../features/deposits/assign-deposit.ts';
import {
  countUnassignedDeposits,
  listUnassignedDeposits,
  type UnassignedDeposit,
} from '../../features/deposits/list-unassigned.ts';
import {
  countOpenDeposits,
  findDepositFile,
  findOwners,
  listDeposits,
  type ListedDeposit,
} from '../../features/deposits/look-by-operator.ts';
import {
  observeByOperator,
  observeKnown,
  type Finding,
} from '../../features/deposits/observe-by-operator.ts';
import { amountOfDeposit } from '../../features/deposits/record.ts';
import { pageOf, readCursor } from '../../http/cursor.ts';
import type { Services } from '../../services.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { maySeeContact } from '../people/looks.ts';
import { presentAct, presentLine, presentTimeline } from '../present-file.ts';
import { actorOf } from '../staff/sessions.ts';

const pageSize = 50;

export function bindDeposits(bind: ConsoleBind, { services }: ConsoleDeps): void {
  const { db } = services;
  bind(deposits.listDeposits, {}, async ({ query: { state, cursor } }) => {
    const rows = await listDeposits(db, state, { after: readCursor(cursor), limit: pageSize + 1 });
    const { page, nextCursor } = pageOf(rows, pageSize);
    return { success: true, deposits: page.map(presentDeposit), nextCursor };
  });
  bind(deposits.countDeposits, {}, async () => {
    const [open, unassigned] = await Promise.all([countOpenDeposits(db), countUnassignedDeposits(db)]);
    return { success: true, unassigned, ...open };
  });
  bind(deposits.listUnassignedDeposits, {}, async ({ query: { cursor } }) => ({
    success: true,
    ...(await listUnassigned(services, cursor)),
  }));
  bind(deposits.getDeposit, {}, async ({ params: { id } }) => ({
    success: true,
    deposit: await readFile(services, id),
  }));
  bind(deposits.findOwners, {}, async ({ query: { search }, session }) => ({
    success: true,
    owners: [...(await findOwners(db, search, { maySeeContact: maySeeContact(session) }))],
  }));
  bind(deposits.assignDeposit, {}, async ({ params, body: { accountId, reason }, session, context }) => {
    const assignment = { userId: accountId, reason, actor: actorOf(session, context) };
    return presentFinding(await assign(services, params.number, assignment));
  });
  bind(deposits.observeDeposit, {}, async ({ body: { externalId }, session, context }) =>
    presentFinding(await observeByOperator(services, { externalId, actor: actorOf(session, context) })),
  );
}

async function listUnassigned({ db }: Services, cursor: string | undefined) {
  const found = await listUnassignedDeposits(db, { after: BigInt(cursor ?? 0), limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return {
    deposits: page.map(presentUnassigned),
    nextCursor: found.length > pageSize && last !== undefined ? String(last.number) : null,
  };
}

async function readFile({ db }: Services, id: string): Promise<deposits.DepositFile> {
  const file = await findDepositFile(db, id);
  if (file === undefined) throw new DomainError('NotFound');
  const { deposit, lines, acts } = file;
  const { asset } = amountOfDeposit(deposit);
  return {
    ...presentDeposit(deposit),
    transactionId: deposit.transaction_id,
    closedAt: deposit.closed_at?.toISOString() ?? null,
    timeline: presentTimeline(deposit.timeline),
    lines: lines.map((line) => presentLine(asset, line)),
    acts: acts.map(presentAct),
  };
}

/** @throws DomainError NotFound, DepositHasOwner */
async function assign(
  services: Services,
  number: string,
  assignment: { userId: string; reason: string; actor: Actor },
): Promise<Finding> {
  const { db, rail } = services;
  const kept = maybeOne(
    await db.pool.query<{ external_id: string }>(
      'select external_id from unassigned_deposit where number = $1 and rail = $2',
      [number, rail.name],
    ),
  );
  if (kept === undefined) throw new DomainError('NotFound');
  const externalId = kept.external_id;
  const isAssigned = await assignDeposit(db, { rail: rail.name, externalId, ...assignment });
  if (!isAssigned) throw new DomainError('DepositHasOwner');
  return observeKnown(services, externalId);
}

function presentDeposit(row: ListedDeposit): deposits.ListedDeposit {
  const amount = amountOfDeposit(row);
  return {
    id: row.id,
    account: { id: row.user_id, username: row.username },
    state: listedStateOf(row),
    currency: amount.asset,
    amount: formatAmount(amount),
    network: networkOf(amount.asset),
    address: row.address,
    memo: row.memo,
    rail: row.rail,
    externalId: row.external_id,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    createdAt: row.created_at.toISOString(),
    observedAt: row.observed_at.toISOString(),
  };
}

function listedStateOf({
  state,
  confirmations,
}: Pick<ListedDeposit, 'state' | 'confirmations'>): deposits.ListedDepositState {
  return state === 'confirming' && confirmations === 0 ? 'seen' : state;
}

function presentUnassigned(found: UnassignedDeposit): deposits.UnassignedDeposit {
  const { amount } = found;
  return {
    number: String(found.number),
    currency: amount.asset,
    amount: formatAmount(amount),
    network: networkOf(amount.asset),
    address: found.address,
    memo: found.memo,
    rail: found.rail,
    externalId: found.externalId,
    confirmations: found.confirmations,
    confirmationsNeeded: found.confirmationsNeeded,
    createdAt: found.createdAt.toISOString(),
    observedAt: found.observedAt.toISOString(),
    formerOwner: found.formerOwner,
  };
}

function presentFinding({
  payment,
  hasRailAnswered,
  standing: { deposit, isAssigned },
}: Finding): ReplyOf<typeof deposits.observeDeposit> {
  return {
    success: true,
    hasRailAnswered,
    payment: payment
      ? {
          confirmations: payment.confirmations,
          confirmationsNeeded: payment.confirmationsNeeded,
          hasFailed: payment.hasFailed,
        }
      : null,
    state: deposit === undefined ? (isAssigned ? 'assigned' : 'unassigned') : listedStateOf(deposit),
    depositId: deposit?.id ?? null,
  };
}
