import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Leads a person who is signed in on from a page that is for others. Who has just signed in on it is on the way already,
 * and the address with them, which this must not take the place of.
 */
export function LeadOn({ to }: { to: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (window.location.pathname === pathname) void navigate(to, { replace: true });
  }, [navigate, pathname, to]);
  return null;
}
