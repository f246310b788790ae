import type { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { Rail } from '../../rails/rail.ts';
import type { BusinessSettings } from '../../settings/registry.ts';

type ShownContact = Pick<ReplyOf<typeof getConfig>, 'contact' | 'socialLinks'>;

/**
 * Belongs to nobody: example.com is reserved for documents (RFC 2606), and so are telephone numbers from 555-0100 to 555-0199.
 */
const examples: ShownContact = {
  contact: {
    email: 'hello@example.com',
    phone: '+1 202 555 0142',
    address: '1 Example Street, Exampleville',
  },
  socialLinks: [
    { network: 'x', url: 'https://example.com/x' },
    { network: 'telegram', url: 'https://example.com/telegram' },
    { network: 'github', url: 'https://example.com/github' },
    { network: 'linkedin', url: 'https://example.com/linkedin' },
  ],
};

const nothing: ShownContact = { contact: { email: null, phone: null, address: null }, socialLinks: [] };

/** The sandbox shows examples for missing values; a real rail never does. */
export function presentContact(
  rail: Pick<Rail, 'isSandbox'>,
  { contact, socialLinks }: Pick<BusinessSettings, 'contact' | 'socialLinks'>,
): ShownContact {
  const unsaid = rail.isSandbox ? examples : nothing;
  return {
    contact: {
      email: contact.email ?? unsaid.contact.email,
      phone: contact.phone ?? unsaid.contact.phone,
      address: contact.address ?? unsaid.contact.address,
    },
    socialLinks: socialLinks.length > 0 ? [...socialLinks] : unsaid.socialLinks,
  };
}
