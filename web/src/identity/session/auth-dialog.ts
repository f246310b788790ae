import type { TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import { create } from 'zustand';
import { session } from '../../api/session.ts';
import { forgetVerification, keepVerification } from './kept-verification.ts';

export type AuthDialogType =
  | 'login'
  | 'register'
  | 'forgotPassword'
  | 'resetPassword'
  | 'verifyEmail'
  | 'twoFactor';

/** The password was right; the second factor is missing. */
export interface PendingSignIn {
  tempToken: string;
  methods: TwoFactorChallenge['twoFactorMethods'];
  /** The destination after sign-in. */
  destination: string;
}

export interface AuthDialogDetails {
  /** From a mailed link; empty if the link had none. Null: the dialog asks for the code. */
  token: string | null;
  email: string | null;
  /** Set just after a registration. */
  username: string | null;
  pendingSignIn: PendingSignIn | null;
}

export interface AuthDialogState extends AuthDialogDetails {
  type: AuthDialogType | null;
  isOpen: boolean;
}

/** The closing animation still shows the content. */
const clearAfterMs = 300;

const noDetails: AuthDialogDetails = { token: null, email: null, username: null, pendingSignIn: null };
const closed: AuthDialogState = { type: null, isOpen: false, ...noDetails };
let clearing: ReturnType<typeof setTimeout> | undefined;

export const useAuthDialog = create<AuthDialogState>(() => closed);

export function openAuthDialog(type: AuthDialogType, details: Partial<AuthDialogDetails> = {}): void {
  clearTimeout(clearing);
  useAuthDialog.setState({ type, isOpen: true, ...noDetails, ...details });
  const { email = null, username = null, token = null } = details;
  const { pathname } = window.location;
  if (type === 'verifyEmail' && token === null && email !== null)
    keepVerification({ email, username, pathname });
  else forgetVerification();
}

export function closeAuthDialog(): void {
  if (!useAuthDialog.getState().isOpen) return;
  forgetVerification();
  useAuthDialog.setState({ isOpen: false });
  clearing = setTimeout(() => useAuthDialog.setState(closed), clearAfterMs);
}

/** A mailed link's dialog stays. */
export function closeSignInDialog(): void {
  if (useAuthDialog.getState().token === null) closeAuthDialog();
}

/** The start of a session closes every dialog, its end those that name its person. */
export function closeWithSession(former: string | null): void {
  const { token } = session.read();
  if (token !== null || (former !== null && useAuthDialog.getState().email !== null)) closeAuthDialog();
}
