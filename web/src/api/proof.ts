import type { Endpoint, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { prove, type Proof } from '@mercury/contract/api/security.ts';
import { ApiError } from './api-error.ts';
import { Cancelled } from './cancelled.ts';
import { call, type CallInput } from './client.ts';
import { session } from './session.ts';

/** Takes what a person shows to the server, and fails where it was not taken. */
export type SendProof = (proof: Proof) => Promise<unknown>;

/** Asks the person for their password or code until it is taken, and answers whether it was. */
type AskForProof = (send: SendProof) => Promise<boolean>;

let ask: AskForProof | undefined;
let asked: Promise<boolean> | undefined;

/** Says how a person is asked, for as long as there is a dialog that can. Answers what takes it back. */
export function attachProofDialog(next: AskForProof): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Commands that find out at the same time wait for one answer. */
function askOnce(askPerson: AskForProof): Promise<boolean> {
  asked ??= askPerson((proof) => call(prove, { body: proof })).finally(() => {
    asked = undefined;
  });
  return asked;
}

/**
 * Makes a call that the contract reserves for fresh sessions. Where this one is not, the person is asked for their
 * password or code, and the same call is made again.
 * @throws Cancelled where they would rather not, or another session has begun meanwhile.
 */
export async function callWithProof<E extends Endpoint & ({ needsProof: true } | { mayNeedProof: true })>(
  endpoint: E,
  input: CallInput<E> & { signal?: AbortSignal },
): Promise<ReplyOf<E>> {
  const { token } = session.read();
  try {
    return await call(endpoint, input);
  } catch (error) {
    // Without its dialog nobody can be asked; the server's message says what is wanted.
    if (!(error instanceof ApiError) || error.code !== 'ProofRequired' || ask === undefined) throw error;
    if (!(await askOnce(ask)) || session.read().token !== token) throw new Cancelled();
    return call(endpoint, input);
  }
}

/**
 * Asks the person for their password or code, and makes a call that carries it itself: for that one a fresh session does
 * not do.
 * @throws Cancelled where they would rather not, or another session has begun meanwhile.
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
