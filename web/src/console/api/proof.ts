import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import { ApiError } from '../../api/api-error.ts';
import { Cancelled } from '../../api/cancelled.ts';
import type { DeclaredInput } from '../../api/wire.ts';
import { callConsole } from './client.ts';

/** Answers whether the person showed a passkey or a code that the server accepted. */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | undefined;

/** Registers the dialog that asks. Returns the function that unregisters it. */
export function attachProofDialog(next: AskForProof): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/**
 * For calls that need a fresh session: asks for a passkey or a code if necessary, and repeats the call.
 * @throws Cancelled if the person would rather not
 */
export async function callWithProof<E extends ConsoleEndpoint & { needsProof: true }>(
  endpoint: E,
  input: DeclaredInput<E> & { signal?: AbortSignal },
): Promise<ReplyOf<E>> {
  try {
    return await callConsole(endpoint, input);
  } catch (error) {
    // Without a dialog, the server's message says what is needed.
    if (!(error instanceof ApiError) || error.code !== 'ProofRequired' || ask === undefined) throw error;
    if (!(await ask())) throw new Cancelled();
    return callConsole(endpoint, input);
  }
}
