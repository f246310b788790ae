import { readFile } from 'node:fs/promises';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { assignDeposit } from '../features/deposits/assign-deposit.ts';
import { listUnassignedDeposits } from '../features/deposits/list-unassigned.ts';
import {
  AddressListRefusedError,
  loadDepositAddresses,
  pooledChains,
} from '../features/deposits/load-addresses.ts';
import { findAccount } from './account-commands.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';

export const depositCommands: OperatorCommands = {
  'load-addresses': {
    parameters: ['<chain>', '<file>'],
    help: `deposit addresses of your wallet, one a line, for ${pooledChains.join(', ')}`,
    run: (context, [chain = '', file = '']) => loadAddresses(context, { chain, file }),
  },
  'unassigned-deposits': {
    parameters: [],
    help: 'money at an address that is nobody’s; the oldest 100',
    run: ({ db }) => listUnassigned(db),
  },
  'assign-deposit': {
    parameters: ['<payment>', '<account>', '<reason...>'],
    help: 'says whose such money is; it is credited once it is final',
    run: (context, [externalId = '', account = '', reason = '']) =>
      assign(context, { externalId, account, reason }),
  },
};

async function loadAddresses(
  { db, config }: OperatorContext,
  { chain: name, file }: { chain: string; file: string },
): Promise<string> {
  const chain = pooledChains.find((pooled) => pooled === name);
  if (chain === undefined) throw new RefusedError(`Addresses are loaded for ${pooledChains.join(', ')} only`);
  const lines = (await readFile(file, 'utf8')).split('\n');
  try {
    const { loadedCount, freeCount } = await loadDepositAddresses(db, { chain, rail: config.rail }, lines);
    return `${loadedCount} addresses loaded, ${freeCount} are free now`;
  } catch (error) {
    if (error instanceof AddressListRefusedError) throw new RefusedError(error.message);
    throw error;
  }
}

async function listUnassigned(db: OperatorContext['db']): Promise<string> {
  const deposits = await listUnassignedDeposits(db);
  if (deposits.length === 0) return 'There are none';
  return tableOf(
    ['payment', 'seen (UTC)', 'amount', 'final', 'address', 'tag or memo'],
    deposits.map((deposit) => [
      deposit.externalId,
      deposit.createdAt.toISOString(),
      `${formatAmount(deposit.amount)} ${deposit.amount.asset}`,
      deposit.confirmations >= deposit.confirmationsNeeded ? 'yes' : 'not yet',
      deposit.address,
      deposit.memo,
    ]),
  );
}

async function assign(
  { db, config, operator }: OperatorContext,
  { externalId, account, reason }: { externalId: string; account: string; reason: string },
): Promise<string> {
  const { id: userId, username } = await findAccount(db, account);
  const isAssigned = await assignDeposit(db, {
    rail: config.rail,
    externalId,
    userId,
    actor: { kind: 'operator', name: operator },
    reason,
  });
  if (isAssigned) return `${externalId} is ${username}’s`;
  throw new RefusedError(`No payment ${JSON.stringify(externalId)} waits for its owner`);
}
