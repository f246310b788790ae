import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../domain/config-query.ts';
import { SocialLinks } from '../../domain/social-links.tsx';

/** Renders nothing if the operator set no network, or while this is unknown. */
export function FooterSocial() {
  const { data: config } = useQuery(configQuery);
  return config && config.socialLinks.length > 0 && <SocialLinks links={config.socialLinks} />;
}
