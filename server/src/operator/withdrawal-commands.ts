import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import { openSecretBox } from '../encryption.ts';
import {
  findWithdrawalFile,
  listWithdrawals,
  type ListedWithdrawal,
  type UnusualEvent,
  type WithdrawalFile,
} from '../features/withdrawals/look-by-operator.ts';
import { withdrawalStates } from '../features/withdrawals/record.ts';
import {
  NotForOperatorError,
  settleByOperator,
  type Verdict,
} from '../features/withdrawals/settle-by-operator.ts';
import { createRail } from '../rails/create-rail.ts';
import { type OperatorCommands, type OperatorContext, printable, RefusedError, tableOf } from './command.ts';

export const withdrawalCommands: OperatorCommands = {
  withdrawals: {
    parameters: ['[state]'],
    help: 'those that are open, or in a state such as unclear or queued; the oldest 100',
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
  'withdrawal-failed': {
    parameters: ['<id>', '<reason...>'],
    help: 'it was not paid out, for certain: its person gets the money back',
    run: (context, [id = '', reason = '']) => conclude(context, id, { outcome: 'failed', reason }),
  },
};

async function list(db: OperatorContext['db'], state: string | undefined): Promise<string> {
  if (state !== undefined && !withdrawalStates.some((known) => known === state)) {
    throw new RefusedError(
      `A withdrawal is never ${JSON.stringify(state)}, but ${withdrawalStates.join(', ')}`,
    );
  }
  const rows = await listWithdrawals(db, state);
  if (rows.length === 0) return 'There are none';
  return tableOf(
    ['id', 'since (UTC)', 'account', 'state', 'arrives', 'address'],
    rows.map((row) => [
      row.id,
      row.created_at.toISOString(),
      row.username,
      row.state,
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

function show({ withdrawal, lines, actions, unusual }: WithdrawalFile): string {
  const facts = [
    ['withdrawal', withdrawal.id],
    ['transaction', withdrawal.transaction_id],
    ['account', `${withdrawal.username}, ${withdrawal.email}${withdrawal.is_frozen ? ', frozen' : ''}`],
    ['state', withdrawal.state],
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
    actions.length === 0
      ? 'No operator has done anything to it.'
      : tableOf(
          ['time (UTC)', 'command', 'operator', 'detail'],
          actions.map((action) => [
            action.created_at.toISOString(),
            action.command,
            action.operator,
            action.detail,
          ]),
        ),
    adviceOn(withdrawal),
  ].join('\n\n');
}

function unusualText({ kind, created_at, network_address }: UnusualEvent): string {
  return `${kind} at ${created_at.toISOString()} from ${network_address}`;
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
  const { db, config, operator } = context;
  const { withdrawal } = await findFile(db, id);
  const rail = createRail({ config, db, secretBox: await openSecretBox(config, db) });
  try {
    await settleByOperator({ db, rail }, { id: withdrawal.id, verdict, operator });
  } catch (error) {
    if (error instanceof NotForOperatorError) throw new RefusedError(error.message);
    throw error;
  }
  return `${withdrawal.id} is ${{ started: 'yours to pay', paid: 'paid', failed: 'failed' }[verdict.outcome]}`;
}
