import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  idSchema,
  key,
  labelSchema,
  optionalEmailSchema,
  searchSchema,
  walletAddressInputSchema,
} from './shapes.ts';

export const contactShape = z.strictObject({
  id: idSchema,
  name: z.string(),
  walletAddress: z.string(),
  isFavorite: z.boolean(),
  /** A note of the contact's owner, which no account has to have. Left out if there is none. */
  email: z.optional(z.string()),
});
export type Contact = z.output<typeof contactShape>;

export const contactTypes = ['favorites', 'recent', 'all'] as const;
export type ContactType = (typeof contactTypes)[number];

const params = z.strictObject({ id: idSchema });
const contactReply = z.strictObject({ success: z.literal(true), contact: contactShape });

export const listContacts = endpoint({
  method: 'GET',
  path: '/contacts',
  tag: 'contacts',
  summary: 'The contacts: favorites, those transferred to most recently, or all, by name, email or address',
  caller: 'verified',
  query: z.strictObject({
    /** Empty counts as left out, as in `?type=&search=`. */
    type: z.optional(z.enum([...contactTypes, ''], key('invalid'))),
    search: z.optional(searchSchema),
  }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), contacts: z.array(contactShape) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const createContact = endpoint({
  method: 'POST',
  path: '/contacts',
  tag: 'contacts',
  summary: 'Saves an address under a name; while the allow-list is on, money may then go there',
  caller: 'verified',
  mayNeedProof: true,
  body: z.strictObject({
    name: labelSchema,
    walletAddress: walletAddressInputSchema,
    isFavorite: z.optional(z.boolean()),
    /** Empty counts as left out. */
    email: z.optional(optionalEmailSchema),
  }),
  status: 201,
  reply: contactReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'ProofRequired',
    'InvalidAddress',
    'ContactExists',
    'TooManyContacts',
  ],
});

export const getContact = endpoint({
  method: 'GET',
  path: '/contacts/:id',
  tag: 'contacts',
  summary: 'One contact',
  caller: 'verified',
  params,
  status: 200,
  reply: contactReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

export const updateContact = endpoint({
  method: 'PUT',
  path: '/contacts/:id',
  tag: 'contacts',
  summary: 'Renames a contact, notes its email, or marks it as a favorite',
  caller: 'verified',
  params,
  body: z.strictObject({
    name: z.optional(labelSchema),
    isFavorite: z.optional(z.boolean()),
    /** Empty removes it. */
    email: z.optional(optionalEmailSchema),
  }),
  status: 200,
  reply: contactReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

export const deleteContact = endpoint({
  method: 'DELETE',
  path: '/contacts/:id',
  tag: 'contacts',
  summary: 'Forgets a contact',
  caller: 'verified',
  params,
  status: 204,
  reply: null,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});
