import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Leads on to another place, in this one's stead. A press of the back button before that place is shown returns here
 * without anything being rendered anew, so then it is led on again: else the person would be left with an empty page.
 */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const leadOn = () => void navigate(to, { replace: true });
    leadOn();
    addEventListener('popstate', leadOn);
    return () => removeEventListener('popstate', leadOn);
  }, [navigate, to]);
  return null;
}
