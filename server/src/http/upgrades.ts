import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The connection of a request that asks to go on as a WebSocket. */
export interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
}

/**
 * Has such requests go the way of all others, so that a refusal is a reply like any other. Whoever admits one takes its
 * connection with the function that this returns; undefined for a plain request.
 */
export function installUpgrades(app: FastifyInstance): (request: FastifyRequest) => Upgrade | undefined {
  const open = new WeakMap<IncomingMessage, Upgrade & { readonly response: ServerResponse }>();

  app.server.on('upgrade', (request: IncomingMessage, duplex, head) => {
    // node:http types it for servers of any kind; ours has TCP connections.
    const socket = duplex as Socket;
    // Nobody else listens any more, and without a listener an error would end the process.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    open.set(request, { socket, head, response });
    app.routing(request, response);
  });

  return ({ raw }) => {
    const upgrade = open.get(raw);
    upgrade?.response.detachSocket(upgrade.socket);
    return upgrade;
  };
}
