import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { openAuthDialog } from './auth-dialog.ts';

/** A moment to read that it is done. */
const leadOnAfterMs = 3000;

/** Leads to the sign-in dialog over the landing page by itself after 3 seconds, or at once when what it answers is called. */
export function useLeadToLogin(): () => void {
  const navigate = useNavigate();
  const leadOn = useCallback(() => {
    // The used link is of no use to the back button either.
    void navigate(paths.home, { replace: true });
    openAuthDialog('login');
  }, [navigate]);
  useEffect(() => {
    const timer = setTimeout(leadOn, leadOnAfterMs);
    return () => clearTimeout(timer);
  }, [leadOn]);
  return leadOn;
}
