import type { Transaction, TransactionState } from '@mercury/contract/api/transactions.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DateText } from '../ui/time-text.tsx';
import { Timeline } from '../ui/timeline.tsx';

interface StateStep {
  state: TransactionState;
  /** When it was reached; null for what is still to come. */
  at: string | null;
  progress: 'done' | 'current' | 'upcoming' | 'failed';
}

/** What money still has to go through, by where it stands. Nobody knows what comes after what is unclear. */
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

/** Where something ends without its money having moved. */
const unsuccessfulEnds = ['expired', 'cancelled', 'failed'] as const satisfies readonly TransactionState[];
const ends = ['completed', ...unsuccessfulEnds] as const;

function isOneOf<State extends TransactionState>(
  states: readonly State[],
  state: TransactionState,
): state is State {
  return states.some((each) => each === state);
}

/** What has happened, with the present state marked, and what is still to come. */
export function timelineSteps({ state, timeline }: Pick<Transaction, 'state' | 'timeline'>): StateStep[] {
  // Told again that it is where it was, a payment has not moved on.
  const moves = timeline.filter((entry, index) => entry.state !== timeline[index - 1]?.state);
  const reached = moves.map(({ state, at }, index): StateStep => {
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

/** A step in words: what is over is told as what happened, not as what is waited for. */
function stepLabel({ state, progress }: StateStep, t: TFunction): string {
  if (progress !== 'done' || isOneOf(ends, state)) return t(`transaction.state.${state}`);
  return t(`transaction.reached.${state}`);
}

interface TransactionTimelineProps {
  label: string;
  of: Pick<Transaction, 'state' | 'timeline'>;
}

/** The way that money has gone so far, and what is still to come. */
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
