import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { session } from './session.ts';
import { atLeast, type CommandOptions, useCommand } from './use-command.ts';

type Send = (input: string) => Promise<string>;
type Command = ReturnType<typeof useCommand<string, string>>;

type Told = Pick<CommandOptions<string, string>, 'onSuccess' | 'onError' | 'onSettled' | 'isForAnybody'>;

interface FormProps {
  send: Send;
  told: Told;
  onRender: (command: Command) => void;
}

function Form({ send, told, onRender }: FormProps) {
  onRender(useCommand({ mutationFn: send, retry: false, ...told }));
  return null;
}

/** The command as a form holds it between two renderings, which is when a double click comes. */
function commandOf(send: Send, told: Told = {}): Command {
  const onRender = vi.fn<(command: Command) => void>();
  const form = createElement(Form, { send, told, onRender });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, form));
  const [command] = onRender.mock.calls[0] ?? [];
  if (command === undefined) throw new Error('the form was rendered');
  return command;
}

afterEach(() => session.end('signedOut'));

/** All that can be told of a command, by whoever made it and by whoever gave it. */
function ears() {
  const heard = vi.fn<(what: string) => void>();
  const told = {
    onSuccess: () => heard('success'),
    onError: () => heard('error'),
    onSettled: () => heard('settled'),
  };
  return { heard, told };
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

/** Whoever would be told has been, once what waits for its turn by now has had it, and what that began. */
async function untilTold(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}

it.each([
  ['was done', (answer: PromiseWithResolvers<string>) => answer.resolve('done')],
  ['was refused', (answer: PromiseWithResolvers<string>) => answer.reject(new Error('no'))],
])('that it %s is told to nobody in another session', async (_what, settle) => {
  for (const next of [() => session.begin('of omid'), () => session.end('signedOut')]) {
    session.begin('of sara');
    const { heard, told } = ears();
    const { send, answers } = heldAnswers();
    commandOf(send, told).mutate('pressed', told);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    next();
    if (answers[0]) settle(answers[0]);
    await untilTold();
    expect(heard).not.toHaveBeenCalled();
  }
});

it('sends nothing in another session than the one that it was pressed in', async () => {
  session.begin('of sara');
  const { heard, told } = ears();
  const { send } = heldAnswers();
  commandOf(send, told).mutate('pressed', told);
  session.begin('of omid');
  await untilTold();
  expect([send.mock.calls.length, heard.mock.calls.length]).toEqual([0, 0]);
});

it('tells whoever pressed that their session was found to be over', async () => {
  session.begin('of sara');
  const { heard, told } = ears();
  const send = () => {
    session.end('lost');
    return Promise.reject(new ApiError({ code: 'Unauthenticated', message: '', status: 401 }));
  };
  commandOf(send, told).mutate('pressed');
  await untilTold();
  expect(heard.mock.calls.flat()).toEqual(['error', 'settled']);
});

it('what is for anybody is told to whoever is there', async () => {
  const { heard, told } = ears();
  const { send, answers } = heldAnswers();
  commandOf(send, { ...told, isForAnybody: true }).mutate('pressed');
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  session.begin('of sara');
  answers[0]?.resolve('done');
  await untilTold();
  expect(heard.mock.calls.flat()).toEqual(['success', 'settled']);
});

describe('work that takes its time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('keeps an early result back until the time is up', async () => {
    let settled: string | undefined;
    void atLeast(1500, Promise.resolve('done')).then((result) => (settled = result));
    await vi.advanceTimersByTimeAsync(1499);
    expect(settled).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toBe('done');
  });

  it('keeps an early failure back too', async () => {
    let failure: unknown;
    atLeast(1500, Promise.reject(new Error('refused'))).catch((error: unknown) => (failure = error));
    await vi.advanceTimersByTimeAsync(1499);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(failure).toEqual(new Error('refused'));
  });
});
