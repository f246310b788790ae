import type { Transaction } from '@mercury/contract/api/transactions.ts';

type State = Transaction['state'];

export interface StateStep {
  state: State;
  /** When it was reached; null for what is still to come. */
  at: string | null;
  progress: 'done' | 'current' | 'upcoming' | 'failed';
}

/** What a payment still has to go through, by where it stands. */
const statesAhead: Readonly<Record<State, readonly State[]>> = {
  awaiting_payment: ['payment_seen', 'completed'],
  payment_seen: ['completed'],
  completed: [],
  expired: [],
};

/** What has happened, with the present state marked, and what is still to come. */
export function timelineSteps({ state, timeline }: Pick<Transaction, 'state' | 'timeline'>): StateStep[] {
  const reached = timeline.map((entry, index): StateStep => {
    const isLast = index === timeline.length - 1;
    if (entry.state === 'expired') return { ...entry, progress: 'failed' };
    return { ...entry, progress: isLast && entry.state !== 'completed' ? 'current' : 'done' };
  });
  const ahead = statesAhead[state].map((next): StateStep => ({
    state: next,
    at: null,
    progress: 'upcoming',
  }));
  return [...reached, ...ahead];
}
