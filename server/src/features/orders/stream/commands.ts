import * as contract from '@mercury/contract/api/orders.ts';
import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import type { StreamMessage, StreamRequest } from '@mercury/contract/api/stream.ts';
import type { Session } from '../../../http/caller.ts';
import { cancelOrdersAfter } from '../cancel-after.ts';
import { presentChange } from '../present.ts';
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  placeOrder,
  type ChangedOrder,
  type PlacingServices,
} from '../use-orders.ts';

export type CommandRequest = Extract<
  StreamRequest,
  { type: 'place' | 'amend' | 'cancel' | 'cancelAll' | 'cancelAfter' }
>;

interface CommandDeps {
  readonly services: PlacingServices;
  /** By the guard of the call that does the same. */
  readonly admit: (endpoint: Endpoint) => Promise<Session>;
  readonly endsOnDisconnect: boolean;
}

/** @throws DomainError, as the call would */
export async function runCommand(
  { services, admit, endsOnDisconnect }: CommandDeps,
  request: CommandRequest,
): Promise<StreamMessage> {
  const { id } = request;
  const receivedAt = new Date().toISOString();
  switch (request.type) {
    case 'place': {
      const session = await admit(contract.placeOrder);
      const input = request.order;
      return answerTo(request, await placeOrder(services, { session, input, endsOnDisconnect }));
    }
    case 'amend': {
      const session = await admit(contract.amendOrder);
      const { orderId, changes: input } = request;
      return answerTo(request, await amendOrder(services, { session, id: orderId, input }));
    }
    case 'cancel': {
      const { userId } = await admit(contract.cancelOrder);
      return answerTo(request, await cancelOrder(services, { userId, id: request.orderId }));
    }
    case 'cancelAll': {
      const { userId } = await admit(contract.cancelAllOrders);
      const cancelled = await cancelAllOrders(services, { userId, market: request.market });
      return { type: 'answer', command: 'cancelAll', id, receivedAt, cancelled };
    }
    case 'cancelAfter': {
      const { userId } = await admit(contract.cancelOrdersAfter);
      const { market, seconds } = request;
      const at = await cancelOrdersAfter(services, { userId, market, seconds });
      const cancelsAt = at?.toISOString() ?? null;
      return { type: 'answer', command: 'cancelAfter', id, receivedAt, cancelsAt };
    }
    default:
      return request satisfies never;
  }
}

function answerTo(
  { id, type: command }: Extract<CommandRequest, { type: 'place' | 'amend' | 'cancel' }>,
  changed: ChangedOrder,
): StreamMessage {
  const { success: _isTold, ...told } = presentChange(changed);
  return { type: 'answer', command, id, ...told };
}
