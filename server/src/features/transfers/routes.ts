import { transfer } from '@mercury/contract/api/wallets.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { saveContact } from '../contacts/save-contact.ts';
import { createPartiesFinder } from './queries.ts';
import { transferMoney } from './transfer-money.ts';

export function bindTransferRoutes(bind: Bind, services: Services): void {
  const findParties = createPartiesFinder(services.db);

  bind(transfer, { rateLimit: 'transfer' }, async ({ session, body, idempotencyKey }) => {
    const { reply, recipientAddress } = await transferMoney(
      services,
      { senderId: session.userId, input: body, idempotencyKey },
      findParties,
    );
    if (body.saveToContacts === true) {
      await saveContact(services, {
        userId: session.userId,
        walletAddress: recipientAddress,
        name: body.contactName,
      });
    }
    return reply;
  });
}
