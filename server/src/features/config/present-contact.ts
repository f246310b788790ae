import type { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { Services } from '../../services.ts';

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
export function presentContact({ config, rail }: Pick<Services, 'config' | 'rail'>): ShownContact {
  const unsaid = rail.isSandbox ? examples : nothing;
  return {
    contact: {
      email: config.contact.email ?? unsaid.contact.email,
      phone: config.contact.phone ?? unsaid.contact.phone,
      address: config.contact.address ?? unsaid.contact.address,
    },
    socialLinks: config.socialLinks.length > 0 ? [...config.socialLinks] : unsaid.socialLinks,
  };
}
