import type { RenderStar } from '../features/market/market-links.ts';
import { StarButton } from '../features/watchlist/star-button.tsx';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';

/** The button that watches a coin, or invites a visitor to sign up. */
export const renderStar: RenderStar = ({ id, name }) => (
  <StarButton coin={id} name={name} onSignUp={() => openAuthDialog('register')} />
);
