import { useSyncExternalStore } from 'react';

export type AuthDialogType = 'login' | 'register' | 'verifyEmail';

export interface AuthDialogState {
  type: AuthDialogType | null;
  isOpen: boolean;
  /** Of a verification link; an empty one came without. Null: the dialog asks for the code instead. */
  token: string | null;
  /** Whom a verification code was mailed to. */
  email: string | null;
  /** Of the account that has just been registered, whose code it is. */
  username: string | null;
}

/** What the dialog showed is kept until it has left the screen. */
const clearAfterMs = 300;

const closed: AuthDialogState = { type: null, isOpen: false, token: null, email: null, username: null };
const listeners = new Set<() => void>();
let state = closed;
let clearing: ReturnType<typeof setTimeout> | undefined;

function replace(next: AuthDialogState) {
  state = next;
  for (const listener of listeners) listener();
}

export function openAuthDialog(
  type: AuthDialogType,
  {
    token = null,
    email = null,
    username = null,
  }: Partial<Pick<AuthDialogState, 'token' | 'email' | 'username'>> = {},
): void {
  clearTimeout(clearing);
  replace({ type, isOpen: true, token, email, username });
}

export function closeAuthDialog(): void {
  if (!state.isOpen) return;
  replace({ ...state, isOpen: false });
  clearing = setTimeout(() => replace(closed), clearAfterMs);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readAuthDialog(): AuthDialogState {
  return state;
}

export function useAuthDialog(): AuthDialogState {
  return useSyncExternalStore(subscribe, readAuthDialog);
}
