import { openMessage } from '@mercury/contract/console/messages.ts';
import { queryOptions } from '@tanstack/react-query';
import { askedOnce } from '../api/asked-once.ts';
import { callConsole } from '../api/client.ts';

/** Of every question about messages. */
const messagesKey = ['messages'] as const;
export const messageListKey = [...messagesKey, 'list'] as const;

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, 'one', id],
    queryFn: async ({ signal }) => (await callConsole(openMessage, { params: { id }, signal })).message,
    ...askedOnce,
  });
