import {
  findRecipient as findRecipientEndpoint,
  setTransferLimit as setTransferLimitEndpoint,
  transfer,
} from '@mercury/contract/api/wallets.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { saveContact } from '../contacts/save-contact.ts';
import { findRecipient } from './find-recipient.ts';
import { createPartiesFinder } from './queries.ts';
import { setTransferLimit } from './transfer-limit.ts';
import { transferMoney } from './transfer-money.ts';

export function bindTransferRoutes(bind: Bind, services: Services): void {
  const findParties = createPartiesFinder(services.db, services.rail);

  bind(transfer, { rateLimit: 'transfer' }, async ({ session, body, idempotencyKey, context }) => {
    const { reply, recipientAddress } = await transferMoney(
      services,
      { session, origin: context, input: body, idempotencyKey },
      findParties,
    );
    if (body.saveToContacts === true) {
      await saveContact(services, {
        session,
        origin: context,
        walletAddress: recipientAddress,
        name: body.contactName,
      });
    }
    return reply;
  });

  bind(findRecipientEndpoint, { rateLimit: 'recipient' }, async ({ session, query }) => ({
    success: true,
    recipient: await findRecipient(services, { userId: session.userId, to: query.to }),
  }));

  bind(setTransferLimitEndpoint, { rateLimit: 'withdrawalAddress' }, async ({ session, body, context }) => {
    const limit = await setTransferLimit(services, { session, input: body, origin: context });
    return { success: true, transferLimitUsd: formatAmount(limit) };
  });
}
