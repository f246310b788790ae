import type { Transaction, TransactionState } from '@mercury/contract/api/transactions.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DateText } from '../ui/time-text.tsx';
import { Timeline } from '../ui/timeline.tsx';

interface StateStep {
  state: TransactionState;
  /** When it was reached; null for a future step. */
  at: string | null;
  progress: 'done' | 'current' | 'upcoming' | 'failed' | 'stopped';
}

/** The remaining steps by state. An unclear state has no known next step. */
const statesAhead: Readonly<Record<TransactionState, readonly TransactionState[]>> = {
  awaiting_payment: ['payment_seen', 'completed'],
  payment_seen: ['completed'],
  underpaid: ['completed'],
  claimable: ['completed'],
  confirming: ['completed'],
  awaiting_confirmation: ['sending', 'completed'],
  waiting_period: ['sending', 'completed'],
  queued: ['sending', 'completed'],
  sending: ['completed'],
  unclear: [],
  completed: [],
  expired: [],
  cancelled: [],
  failed: [],
};

/** Final states in which the money did not move. */
const unsuccessfulEnds = ['expired', 'cancelled', 'failed'] as const satisfies readonly TransactionState[];
const ends = ['completed', ...unsuccessfulEnds] as const;

function isOneOf<State extends TransactionState>(
  states: readonly State[],
  state: TransactionState,
): state is State {
  return states.some((each) => each === state);
}

/** Past steps, the marked present step, and future steps. */
export function timelineSteps({ state, timeline }: Pick<Transaction, 'state' | 'timeline'>): StateStep[] {
  // A repeated event with the same state is no new step.
  const moves = timeline.filter((entry, index) => entry.state !== timeline[index - 1]?.state);
  const reached = moves.map(({ state, at }, index): StateStep => {
    // Somebody wanted it so: nothing has failed.
    if (state === 'cancelled') return { state, at, progress: 'stopped' };
    if (isOneOf(unsuccessfulEnds, state)) return { state, at, progress: 'failed' };
    const isCurrent = index === moves.length - 1 && state !== 'completed';
    return { state, at, progress: isCurrent ? 'current' : 'done' };
  });
  const ahead = statesAhead[state].map((next): StateStep => ({
    state: next,
    at: null,
    progress: 'upcoming',
  }));
  return [...reached, ...ahead];
}

/** A step in words. A past step names the event, not the wait for it. */
function stepLabel({ state, progress }: StateStep, t: TFunction): string {
  if (progress !== 'done' || isOneOf(ends, state)) return t(`transaction.state.${state}`);
  return t(`transaction.reached.${state}`);
}

interface TransactionTimelineProps {
  label: string;
  of: Pick<Transaction, 'state' | 'timeline'>;
}

/** The money's path: past and future steps. */
export function TransactionTimeline({ label, of }: TransactionTimelineProps) {
  const { t } = useTranslation();
  return (
    <Timeline
      label={label}
      steps={timelineSteps(of).map((step, index) => ({
        key: `${step.state}-${index}`,
        label: stepLabel(step, t),
        detail: step.at && <DateText at={step.at} />,
        progress: step.progress,
      }))}
    />
  );
}
