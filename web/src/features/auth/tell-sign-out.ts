import { logout } from '@mercury/contract/api/auth.ts';
import { call } from '../../api/client.ts';

/** Starts to tell the server. The call takes the token along before this returns; nobody waits for its answer. */
export function tellSignOut(): void {
  call(logout, {}).catch(() => undefined);
}
