import { useLocation } from 'react-router';
import type { RenderStar } from '../features/market/market-links.ts';
import { StarButton } from '../features/watchlist/star-button.tsx';
import { useOpenAuthForm } from '../identity/session/auth-address.ts';

/** The button that watches a coin, or invites a visitor to sign up and come back. */
export function useStar(): RenderStar {
  const openForm = useOpenAuthForm();
  const { pathname, search } = useLocation();
  const signUp = () => openForm('register', `${pathname}${search}`);
  return ({ id, name }) => <StarButton coin={id} name={name} onSignUp={signUp} />;
}
