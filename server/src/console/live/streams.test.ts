import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createStaffStreams } from './streams.ts';

it('a stream that opens while the sessions of the others are looked up is not taken for one that has ended', () => {
  const streams = createStaffStreams();
  const open = (sessionId: string): ServerResponse => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    streams.add({ sessionId, staffId: sessionId, permissions: [], response });
    return response;
  };
  const [live, dead] = [open('live'), open('dead')];
  const asked = streams.sessionIds();
  const late = open('late');
  streams.keepOnly(asked, new Map([['live', []]]));
  expect([live, dead, late].map(({ writableEnded }) => writableEnded)).toEqual([false, true, false]);
});
