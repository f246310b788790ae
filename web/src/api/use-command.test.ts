import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useCommand } from './use-command.ts';

type Send = (input: string) => Promise<string>;
type Command = ReturnType<typeof useCommand<string, string>>;

function Form({ send, onRender }: { send: Send; onRender: (command: Command) => void }) {
  onRender(useCommand({ mutationFn: send, retry: false }));
  return null;
}

/** The command as a form holds it between two renderings, which is when a double click comes. */
function commandOf(send: Send): Command {
  const onRender = vi.fn<(command: Command) => void>();
  const form = createElement(Form, { send, onRender });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, form));
  const [command] = onRender.mock.calls[0] ?? [];
  if (command === undefined) throw new Error('the form was rendered');
  return command;
}

/** Answers that come when the test says so. */
function heldAnswers() {
  const answers: PromiseWithResolvers<string>[] = [];
  const send = vi.fn<Send>(() => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  return { send, answers };
}

it('sends once what is pressed twice', async () => {
  const { send, answers } = heldAnswers();
  const { mutate } = commandOf(send);
  mutate('first');
  mutate('second');
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  mutate('third');
  answers[0]?.resolve('done');
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(send.mock.calls.map(([input]) => input)).toEqual(['first']);
});

it('sends again once the answer is there', async () => {
  const { send, answers } = heldAnswers();
  const { mutate } = commandOf(send);
  mutate('first');
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  answers[0]?.resolve('done');
  await vi.waitFor(() => {
    mutate('second');
    expect(send).toHaveBeenCalledTimes(2);
  });
});

it('sends again after a failure, even one before anything was sent', async () => {
  const send = vi.fn<Send>(() => {
    throw new Error('nothing could be sent');
  });
  const { mutate } = commandOf(send);
  mutate('first');
  await vi.waitFor(() => {
    mutate('again');
    expect(send).toHaveBeenCalledTimes(2);
  });
});
