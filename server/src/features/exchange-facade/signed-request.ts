import { limits } from '@mercury/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import type { SignedCall } from '../../http/caller.ts';
import { keyIdPattern } from '../../http/signed-call.ts';
import { missing, type Params } from './params.ts';
import { Refusal, refuseKeyFormat } from './refusals.ts';

/** Percent-encoded text. With a line break it could be read as a call of /v1, whose parts are lines. */
const plainText = /^[\x21-\x7e]*$/;

/** Query and form, exactly as they were sent. */
export function sentTextOf(request: FastifyRequest): { readonly query: string; readonly form: string } {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  const sent = { query: at === -1 ? '' : url.slice(at + 1), form: request.bodyText };
  if (plainText.test(sent.query) && plainText.test(sent.form)) return sent;
  throw new Refusal(-1100, "Illegal characters found in the parameters; legal range is '^[!-~]*$'.");
}

/** The call as its key signed it: the query and the form, one right after the other, without the signature itself. */
export function readSignedRequest(request: FastifyRequest, params: Params): SignedCall {
  const keyId = request.headers['x-mbx-apikey'];
  if (typeof keyId !== 'string' || !keyIdPattern.test(keyId)) {
    throw refuseKeyFormat();
  }
  const { query, form } = sentTextOf(request);
  const signature = readSignature(params);
  checkTime(params);
  return {
    keyId,
    message: `${withoutSignature(query)}${withoutSignature(form)}`,
    signature,
    networkAddress: request.ip,
  };
}

const withoutSignature = (text: string): string => text.replace(/(^|&)signature=[^&]*/, '').replace(/^&/, '');

function readSignature(params: Params): Buffer {
  // Unescaped, a plus of base64 arrives as a space.
  const text = params.required('signature', /^[\x20-\x7e]{1,200}$/).replaceAll(' ', '+');
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/]{86}==$/.test(text)) return Buffer.from(text, 'base64');
  throw new Refusal(-1022, 'Signature for this request is not valid.');
}

function checkTime(params: Params): void {
  const timestamp = params.required('timestamp', /^[0-9]{1,20}$/);
  const window = Number(
    params.optional('recvWindow', /^[0-9]{1,8}(\.[0-9]{1,3})?$/) ?? limits.signedWindowMs,
  );
  if (!/^[1-9][0-9]{12}$/.test(timestamp)) throw missing('timestamp');
  if (window > limits.signedWindowMaxMs) throw new Refusal(-1131, "'recvWindow' must be less than 60000.");
  const ageMs = Date.now() - Number(timestamp);
  if (ageMs < -limits.signedAheadMaxMs) {
    throw new Refusal(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
  }
  if (ageMs > window) throw new Refusal(-1021, 'Timestamp for this request is outside of the recvWindow.');
}
