import { Link } from 'react-router';
import { formatCount } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { Badge } from '../ui/badge.tsx';
import styles from './queue.module.css';

interface StateLinksProps<State extends string> {
  /** Read aloud. */
  label: string;
  states: readonly State[];
  chosen: State;
  nameOf: (state: State) => string;
  /** Undefined: not counted, or not yet. */
  countOf: (state: State) => number | undefined;
}

/** The lists of a page, each at an address of its own. */
export function StateLinks<State extends string>({
  label,
  states,
  chosen,
  nameOf,
  countOf,
}: StateLinksProps<State>) {
  const formatTag = useFormatTag();
  return (
    <nav aria-label={label} className={styles.states}>
      {states.map((state) => {
        const count = countOf(state) ?? 0;
        return (
          <Link
            key={state}
            to={`?state=${state}`}
            className={styles.state}
            aria-current={state === chosen ? 'page' : undefined}
          >
            {nameOf(state)}
            {count > 0 && <Badge>{formatCount(count, formatTag)}</Badge>}
          </Link>
        );
      })}
    </nav>
  );
}
