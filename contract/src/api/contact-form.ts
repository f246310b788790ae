import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  contactMessageSchema,
  contactNameSchema,
  contactSubjectSchema,
  emailSchema,
  successReply,
} from './shapes.ts';

/** A visitor's message to the operator. */
export const contactFormSchema = z.strictObject({
  name: contactNameSchema,
  email: emailSchema,
  subject: contactSubjectSchema,
  message: contactMessageSchema,
});

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contact',
  tag: 'product',
  summary: 'Write to the operator: kept, and mailed where an address is set',
  caller: 'anyone',
  body: contactFormSchema,
  status: 200,
  reply: successReply,
  errors: [],
});
