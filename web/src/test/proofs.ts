import type { Endpoint } from '@mercury/contract/api/endpoint.ts';
import { prove } from '@mercury/contract/api/security.ts';
import { page } from 'vitest/browser';
import { success } from './samples.ts';
import { server } from './stand-in-server.ts';

/** The session is not fresh: an endpoint answers so only once somebody has shown their password or code. */
export function wantProof<E extends Endpoint>(
  endpoint: E,
  reply: Parameters<typeof server.reply<E>>[1],
): void {
  server.refuse(endpoint, 'ProofRequired', { message: 'Please confirm.' });
  server.replyBy(prove, () => {
    server.reply(endpoint, reply);
    return success();
  });
}

export const proofDialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' });

export async function showPassword(password = 'Passw0rd!'): Promise<void> {
  await proofDialog().getByLabelText('Password', { exact: true }).fill(password);
  await proofDialog().getByRole('button', { name: 'Confirm' }).click();
}
