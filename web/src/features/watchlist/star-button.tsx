import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/use-session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSetWatched, watchlistQuery } from './queries.ts';
import { setVisitorStar, useVisitorStars } from './visitor-stars.ts';
import styles from './star-button.module.css';

interface StarButtonProps {
  /** The market's id of the coin, or the code of an asset without a market. */
  coin: string;
  /** The readers' name of it. */
  name: string;
  /** For whoever has no account yet: a watchlist belongs to one, which takes along what was starred before. */
  onSignUp: () => void;
}

/** Adds a coin to the watchlist, or takes it off. */
export function StarButton({ coin, name, onSignUp }: StarButtonProps) {
  const { t } = useTranslation();
  const { status } = useSession();
  const isSignedIn = status === 'verified';
  const { data: watched } = useQuery({ ...watchlistQuery, enabled: isSignedIn });
  const { mutate } = useSetWatched();
  const { coins: starred } = useVisitorStars();
  // A visitor's stars stay lit until the account's list has them.
  const isWatched = starred.includes(coin) || (isSignedIn && watched !== undefined && watched.includes(coin));
  // Until the list is here, nobody knows what a press would do.
  const isWaiting = status === 'loading' || (isSignedIn && watched === undefined);

  function press() {
    if (isWaiting) return;
    if (isSignedIn) return mutate({ coin, isWatched: !isWatched });
    setVisitorStar(coin, !isWatched);
    if (!isWatched) onSignUp();
  }

  return (
    <IconButton
      label={isWatched ? t('watchlist.remove', { name }) : t('watchlist.add', { name })}
      aria-pressed={isWatched}
      aria-disabled={isWaiting || undefined}
      className={styles.star}
      onClick={press}
    >
      <Star size={18} aria-hidden="true" />
    </IconButton>
  );
}
