import type { Endpoint, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { prove, type Proof } from '@mercury/contract/api/security.ts';
import { ApiError } from './api-error.ts';
import { Cancelled } from './cancelled.ts';
import { call, type CallInput } from './client.ts';
import { session } from './session.ts';

/** Sends the person's proof to the server; throws if the server refuses it. */
export type SendProof = (proof: Proof) => Promise<unknown>;

/** Asks for the password or code until the server accepts it. Answers whether it did. */
type AskForProof = (send: SendProof) => Promise<boolean>;

let ask: AskForProof | undefined;
let asked: Promise<boolean> | undefined;

/** Registers the dialog that asks. Returns the function that unregisters it. */
export function attachProofDialog(next: AskForProof): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Commands that need a proof at the same time share one dialog. */
function askOnce(askPerson: AskForProof): Promise<boolean> {
  asked ??= askPerson((proof) => call(prove, { body: proof })).finally(() => {
    asked = undefined;
  });
  return asked;
}

/**
 * Makes a call that the contract reserves for fresh sessions. If the session is not fresh, it asks for the password or code and
 * repeats the call.
 * @throws Cancelled if the person cancels, or if another session began in the meantime.
 */
export async function callWithProof<E extends Endpoint & ({ needsProof: true } | { mayNeedProof: true })>(
  endpoint: E,
  input: CallInput<E> & { signal?: AbortSignal },
): Promise<ReplyOf<E>> {
  const { token } = session.read();
  try {
    return await call(endpoint, input);
  } catch (error) {
    // Without a registered dialog it can't ask. The server's message says what is needed.
    if (!(error instanceof ApiError) || error.code !== 'ProofRequired' || ask === undefined) throw error;
    if (!(await askOnce(ask)) || session.read().token !== token) throw new Cancelled();
    return call(endpoint, input);
  }
}

/**
 * Asks for the password or code, and makes a call that carries it. This call needs a proof of its own; a fresh session is not
 * enough.
 * @throws Cancelled if the person cancels, or if another session began in the meantime.
 */
export async function callCarryingProof<Reply>(send: (proof: Proof) => Promise<Reply>): Promise<Reply> {
  if (ask === undefined) throw new Error('there is no dialog that asks for a proof');
  const { token } = session.read();
  const replies: Reply[] = [];
  const isTaken = await ask(async (proof) => {
    replies.push(await send(proof));
  });
  const [reply] = replies;
  if (!isTaken || reply === undefined || session.read().token !== token) throw new Cancelled();
  return reply;
}
