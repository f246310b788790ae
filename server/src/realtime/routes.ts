import { createEventTicket } from '@mercury/contract/api/events.ts';
import type { Bind } from '../http/bind.ts';
import type { Services } from '../services.ts';
import { createTicket } from './tickets.ts';

export function bindEventRoutes(bind: Bind, services: Services): void {
  bind(createEventTicket, {}, async ({ session }) => {
    const { ticket, expiresAt } = await createTicket(services.db, session);
    return { success: true, ticket, expiresAt: expiresAt.toISOString() };
  });
}
