import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { openAuthDialog } from '../identity/session/auth-dialog.ts';
import { paths } from '../paths.ts';

/** The target of the mailed link. The token moves into the dialog, and out of the address and its history. */
export function VerifyEmailRoute() {
  const [searchParams] = useSearchParams();
  const token = searchParams.get('token') ?? '';
  useEffect(() => openAuthDialog('verifyEmail', { token }), [token]);
  return <Navigate to={paths.home} replace />;
}
