import { listedWithdrawalStates } from '@mercury/contract/console/withdrawals.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import { openSecretBox } from '../encryption.ts';
import { DomainError } from '../errors.ts';
import {
  findWithdrawalFile,
  listWithdrawals,
  type ListedWithdrawal,
  type UnusualEvent,
  type WithdrawalFile,
} from '../features/withdrawals/look-by-operator.ts';
import { isHeld } from '../features/withdrawals/large-payouts.ts';
import {
  NotForOperatorError,
  releaseByOperator,
  settleByOperator,
  type Verdict,
} from '../features/withdrawals/settle-by-operator.ts';
import { createRail } from '../rails/create-rail.ts';
import type { Rail } from '../rails/rail.ts';
import { type OperatorCommands, type OperatorContext, printable, RefusedError, tableOf } from './command.ts';

export const withdrawalCommands: OperatorCommands = {
  withdrawals: {
    parameters: ['[state]'],
    help: 'those that are open, or in a state such as unclear, queued or held; 100 at most, the oldest of the open ones',
    run: ({ db }, [state]) => list(db, state),
  },
  withdrawal: {
    parameters: ['<id>'],
    help: 'everything about one, and what to check before you settle it',
    run: async ({ db }, [id = '']) => show(await findFile(db, id)),
  },
  'withdrawal-started': {
    parameters: ['<id>'],
    help: 'before you pay one by hand, always: from now on its person can’t cancel it',
    run: (context, [id = '']) => conclude(context, id, { outcome: 'started' }),
  },
  'withdrawal-paid': {
    parameters: ['<id>', '<reference...>'],
    help: 'one that was started or is unclear was paid out; the reference is the chain’s id of the payment',
    run: (context, [id = '', reference = '']) => conclude(context, id, { outcome: 'paid', reference }),
  },
  'withdrawal-release': {
    parameters: ['<id>', '<reason...>'],
    help: 'lets one go that is above what may leave without a second person',
    run: (context, [id = '', reason = '']) => release(context, id, reason),
  },
  'withdrawal-failed': {
    parameters: ['<id>', '<reason...>'],
    help: 'it was not paid out, for certain: its person gets the money back',
    run: (context, [id = '', reason = '']) => conclude(context, id, { outcome: 'failed', reason }),
  },
};

const listedMax = 100;

async function list(db: OperatorContext['db'], state = 'open'): Promise<string> {
  const lists = ['open', ...listedWithdrawalStates] as const;
  const named = lists.find((known) => known === state);
  if (named === undefined) {
    throw new RefusedError(`A withdrawal is never ${JSON.stringify(state)}, but ${lists.join(', ')}`);
  }
  const rows = await listWithdrawals(db, named, { limit: listedMax });
  if (rows.length === 0) return 'There are none';
  return tableOf(
    ['id', 'since (UTC)', 'account', 'state', 'arrives', 'address'],
    rows.map((row) => [
      row.id,
      row.created_at.toISOString(),
      row.username,
      isHeld(row) ? 'held' : row.state,
      amountText(row, row.amount - row.fee),
      row.address,
    ]),
  );
}

function amountText({ asset }: Pick<ListedWithdrawal, 'asset'>, minorUnits: bigint): string {
  return `${formatAmount(amountOf(asset, minorUnits))} ${asset}`;
}

async function findFile(db: OperatorContext['db'], id: string): Promise<WithdrawalFile> {
  const file = await findWithdrawalFile(db, id);
  if (file !== undefined) return file;
  throw new RefusedError(`There is no withdrawal ${JSON.stringify(id)}`);
}

function show({ withdrawal, lines, acts, unusual }: WithdrawalFile): string {
  const facts = [
    ['withdrawal', withdrawal.id],
    ['transaction', withdrawal.transaction_id],
    ['account', `${withdrawal.username}, ${withdrawal.email}${withdrawal.is_frozen ? ', frozen' : ''}`],
    ['state', isHeld(withdrawal) ? 'queued, needs approval' : withdrawal.state],
    ['rail', withdrawal.rail],
    ['amount', amountText(withdrawal, withdrawal.amount)],
    ['fee', amountText(withdrawal, withdrawal.fee)],
    ['arrives', amountText(withdrawal, withdrawal.amount - withdrawal.fee)],
    ['network', networkOf(withdrawal.asset) ?? ''],
    ['address', withdrawal.address],
    ['tag or memo', withdrawal.memo],
    ['sent', withdrawal.sent_at?.toISOString() ?? ''],
    ['reference', withdrawal.external_reference ?? ''],
    ['failure', withdrawal.failure ?? ''],
    ['released', releaseText(withdrawal)],
    ...(unusual.length === 0 ? [['unusual', '']] : unusual.map((event) => ['unusual', unusualText(event)])),
  ];
  return [
    tableOf(['fact', ''], facts),
    tableOf(
      ['time (UTC)', 'state'],
      withdrawal.timeline.map(({ at, state }) => [at, state]),
    ),
    tableOf(
      ['time (UTC)', 'transfer', 'kind', 'account', 'amount'],
      lines.map((line) => [
        line.created_at.toISOString(),
        line.transfer_id,
        line.kind,
        line.account,
        amountText(withdrawal, line.amount),
      ]),
    ),
    acts.length === 0
      ? 'Nobody has done anything to it.'
      : tableOf(
          ['time (UTC)', 'act', 'by', 'reason', 'what is so since'],
          acts.map(({ at, action, actor, reason, after }) => [
            at.toISOString(),
            action,
            actor,
            reason ?? '',
            after === null ? '' : JSON.stringify(after),
          ]),
        ),
    adviceOn(withdrawal),
  ].join('\n\n');
}

function unusualText({ kind, created_at, network_address }: UnusualEvent): string {
  return `${kind} at ${created_at.toISOString()} from ${network_address}`;
}

function releaseText({ released_at, released_by }: WithdrawalFile['withdrawal']): string {
  return released_at === null ? '' : `${released_at.toISOString()}, asked for by ${released_by ?? ''}`;
}

function adviceOn(withdrawal: WithdrawalFile['withdrawal']): string {
  const arrives = amountText(withdrawal, withdrawal.amount - withdrawal.fee);
  const address = printable(withdrawal.address);
  switch (withdrawal.state) {
    case 'unclear':
      return `Look in the wallet that pays out, and on the network: is there a payment of ${arrives} to
${address} since ${withdrawal.sent_at?.toISOString() ?? 'it was sent'}?
If so: withdrawal-paid with its id. Only if you are certain that there is none and none is on its way: withdrawal-failed.`;
    case 'queued':
      if (isHeld(withdrawal))
        return 'It is above what may leave without a second person: withdrawal-release, or the console.';
      return `Where the rail pays nothing out by itself: first withdrawal-started, then pay ${arrives} to
${address}, then withdrawal-paid with the payment's id. If you will not pay it: withdrawal-failed.`;
    case 'sending':
      return `It is being sent. Where the rail pays nothing out by itself, whoever started it pays ${arrives} to
${address}, once, and then says withdrawal-paid with the payment's id. Only if you are certain that
there is no payment and none is on its way: withdrawal-failed.`;
    case 'awaiting_confirmation':
    case 'waiting_period':
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return 'There is nothing for you to do.';
    default:
      return withdrawal.state satisfies never;
  }
}

async function conclude(context: OperatorContext, id: string, verdict: Verdict): Promise<string> {
  const { db, settings, operator } = context;
  const { withdrawal } = await findFile(db, id);
  try {
    await settleByOperator(
      { db, settings, rail: await railOf(context) },
      { id: withdrawal.id, verdict, actor: { kind: 'operator', name: operator } },
    );
  } catch (error) {
    if (error instanceof NotForOperatorError) throw new RefusedError(error.message);
    throw error;
  }
  return `${withdrawal.id} is ${{ started: 'yours to pay', paid: 'paid', failed: 'failed' }[verdict.outcome]}`;
}

async function railOf({ db, config }: OperatorContext): Promise<Rail> {
  return createRail({ config, db, secretBox: await openSecretBox(config, db) });
}

async function release(context: OperatorContext, id: string, reason: string): Promise<string> {
  const { db, operator } = context;
  const { withdrawal } = await findFile(db, id);
  try {
    await releaseByOperator({ db, rail: await railOf(context) }, { id: withdrawal.id, operator, reason });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new RefusedError('the withdrawal does not wait for a second person');
  }
  return `${withdrawal.id} may leave`;
}
