import { socialNetworks, type SocialNetwork } from '@mercury/contract/api/config.ts';
import * as z from 'zod';

/** How visitors reach the operator. The operator may leave any of them out. */
export interface ContactDetails {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly address: string | undefined;
}

export interface SocialLink {
  readonly network: SocialNetwork;
  readonly url: string;
}

const oneLine = (lengthMax: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, 'must be one line')
    .max(lengthMax, `is longer than ${lengthMax} characters`);

/** `x=https://x.com/mercury,telegram=https://t.me/mercury`, shown in this order. */
const socialLinksSchema = z.string().transform((text, context): readonly SocialLink[] => {
  const links = text.split(',').map(readSocialLink);
  const known = links.filter((link) => link !== undefined);
  if (known.length === links.length && new Set(known.map(({ network }) => network)).size === links.length) {
    return known;
  }
  context.addIssue(
    `must be a list such as x=https://x.com/mercury, each of ${socialNetworks.join(', ')} once at most`,
  );
  return z.NEVER;
});

function readSocialLink(part: string): SocialLink | undefined {
  const [, name, address = ''] = /^\s*([a-z]+)=(\S+)\s*$/.exec(part) ?? [];
  const network = socialNetworks.find((known) => known === name);
  const url = URL.parse(address);
  if (network === undefined || url?.protocol !== 'https:') return undefined;
  return { network, url: url.href };
}

export const contactSettings = {
  CONTACT_EMAIL: z.email('is no mail address').optional(),
  CONTACT_PHONE: z
    .string()
    .regex(/^\+?[0-9][0-9 ().-]{2,30}$/, 'is no telephone number')
    .optional(),
  CONTACT_ADDRESS: oneLine(200).optional(),
  SOCIAL_LINKS: socialLinksSchema.default([]),
};
