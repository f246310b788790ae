import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../domain/config-query.ts';
import { SocialLinks } from '../../domain/social-links.tsx';

/** Nothing where the operator named no network, or while that isn't known. */
export function FooterSocial() {
  const { data: config } = useQuery(configQuery);
  return config && config.socialLinks.length > 0 && <SocialLinks links={config.socialLinks} />;
}
