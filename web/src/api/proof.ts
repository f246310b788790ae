import type { Endpoint, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { prove, type Proof } from '@mercury/contract/api/security.ts';
import { ApiError } from './api-error.ts';
import { Cancelled } from './cancelled.ts';
import { call, type CallInput } from './client.ts';
import { session } from './session.ts';

/** Throws if the server refuses it. */
export type SendProof = (proof: Proof) => Promise<unknown>;

/** Asks until the server accepts. Answers whether it did. */
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
 * For calls that need a fresh session: asks for the password or code if necessary, and repeats the call.
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
    // Without a dialog, the server's message says what is needed.
    if (!(error instanceof ApiError) || error.code !== 'ProofRequired' || ask === undefined) throw error;
    if (!(await askOnce(ask)) || session.read().token !== token) throw new Cancelled();
    return call(endpoint, input);
  }
}

/**
 * For calls that need a proof of their own, even in a fresh session.
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
