import { createContact } from '@mercury/contract/api/contacts.ts';
import i18next from 'i18next';
import { paths } from '../paths.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';
import type { MoneyActions, MoneyLoads } from './money-actions.ts';
import { session } from './session.ts';
import { createSimulatedMoney } from './simulated-money.ts';
import type { Config } from './simulated-samples.ts';

/** The demo of this page, which knows nobody's money once they have signed out. */
export function startSimulatedMoney(loads: MoneyLoads, config: Config): MoneyActions {
  const money = createSimulatedMoney({
    loads,
    config,
    saveContact,
    paymentUrl: `${location.origin}${paths.demoPayment}`,
    describe: ({ status }) =>
      i18next.t(status === 'PENDING' ? 'demo.transactionPending' : 'demo.transactionMade'),
  });
  session.subscribe(() => {
    if (session.read().token === null) money.forget();
  });
  return money;
}

async function saveContact(contact: { name: string; walletAddress: string }): Promise<void> {
  try {
    await call(createContact, { body: contact });
  } catch (error) {
    // As with a live transfer: a recipient that can't be saved, or is saved already, holds no money up.
    if (!(error instanceof ApiError)) throw error;
  }
}
