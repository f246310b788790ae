import type { RenderStar } from '../features/market/market-links.ts';
import { StarButton } from '../features/watchlist/star-button.tsx';
import { useOpenAuthForm } from '../identity/session/auth-address.ts';

/** The button that watches a coin, or invites a visitor to sign up. */
export function useStar(): RenderStar {
  const openForm = useOpenAuthForm();
  return ({ id, name }) => <StarButton coin={id} name={name} onSignUp={() => openForm('register')} />;
}
