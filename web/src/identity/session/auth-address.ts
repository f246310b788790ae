import { useCallback } from 'react';
import { useDialogEntry, useDialogPlace } from '../../domain/dialog-entry.ts';
import { type AuthDialogDetails, openAuthDialog } from './auth-dialog.ts';

/** The dialogs that an address names. The others live on what only an answer gives them: a token, a password that was right. */
const names = {
  login: 'login',
  register: 'register',
  forgotPassword: 'forgot-password',
  verifyEmail: 'verify-email',
} as const;

export type AddressedDialog = keyof typeof names;
/** What an address opens all by itself. The question for a mailed code needs to know whose email it is about. */
export type AuthForm = Exclude<AddressedDialog, 'verifyEmail'>;

export function readAuthDialog(search: string): AddressedDialog | undefined {
  const name = new URLSearchParams(search).get('auth');
  const dialogs = ['login', 'register', 'forgotPassword', 'verifyEmail'] as const;
  return dialogs.find((dialog) => names[dialog] === name);
}

/** Goes to the form's address, which opens it: a form that was there before its entry would keep its draft at the former one. `next` is where to go afterwards. */
export function useOpenAuthForm(): (form: AuthForm, next?: string) => void {
  const { search, open } = useDialogEntry();
  return useCallback(
    (form, next) => {
      // The second factor and the code of a reset stand above the form that led to them.
      if (readAuthDialog(search) === form) openAuthDialog(form);
      else open({ auth: names[form], ...(next !== undefined && { next }) });
    },
    [open, search],
  );
}

/** Asks for the mailed code, in the place of the form that led here. */
export function useAskForCode(): (details: Partial<AuthDialogDetails>) => void {
  const { openAbove } = useDialogPlace();
  return useCallback(
    (details) => {
      openAuthDialog('verifyEmail', details);
      openAbove({ auth: names.verifyEmail });
    },
    [openAbove],
  );
}
