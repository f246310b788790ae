import type { TwoFactorChallenge } from '@mercury/contract/api/auth.ts';
import { create } from 'zustand';
import { session } from '../../api/session.ts';

export type AuthDialogType =
  | 'login'
  | 'register'
  | 'forgotPassword'
  | 'resetPassword'
  | 'verifyEmail'
  | 'twoFactor';

/** A sign-in whose password was right, and that waits for its second factor. */
export interface PendingSignIn {
  tempToken: string;
  methods: TwoFactorChallenge['twoFactorMethods'];
  /** Where the person wanted to go. */
  destination: string;
}

interface AuthDialogDetails {
  /** Of a mailed link; an empty one came without. Null: the dialog asks for the code instead. */
  token: string | null;
  /** Whom a verification code was mailed to. */
  email: string | null;
  /** Of the account that has just been registered, whose code it is. */
  username: string | null;
  pendingSignIn: PendingSignIn | null;
}

export interface AuthDialogState extends AuthDialogDetails {
  type: AuthDialogType | null;
  isOpen: boolean;
}

/** What the dialog showed is kept until it has left the screen. */
const clearAfterMs = 300;

const noDetails: AuthDialogDetails = { token: null, email: null, username: null, pendingSignIn: null };
const closed: AuthDialogState = { type: null, isOpen: false, ...noDetails };
let clearing: ReturnType<typeof setTimeout> | undefined;

export const useAuthDialog = create<AuthDialogState>(() => closed);

export function openAuthDialog(type: AuthDialogType, details: Partial<AuthDialogDetails> = {}): void {
  clearTimeout(clearing);
  useAuthDialog.setState({ type, isOpen: true, ...noDetails, ...details });
}

export function closeAuthDialog(): void {
  if (!useAuthDialog.getState().isOpen) return;
  useAuthDialog.setState({ isOpen: false });
  clearing = setTimeout(() => useAuthDialog.setState(closed), clearAfterMs);
}

/** Signed in already: there is nothing to ask for, but what a mailed link has brought. */
export function closeSignInDialog(): void {
  if (useAuthDialog.getState().token === null) closeAuthDialog();
}

/** None outlives the beginning of a session, nor one that names a person the end of theirs. */
export function closeWithSession(former: string | null): void {
  const { token } = session.read();
  if (token !== null || (former !== null && useAuthDialog.getState().email !== null)) closeAuthDialog();
}
