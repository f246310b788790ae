import { staffRoles } from '@mercury/contract/console/permissions.ts';
import { useTranslation } from 'react-i18next';

/** A role that comes with the product is called in the reader's language, the operator's own as they named it. */
export function useRoleName(): (role: string) => string {
  const { t } = useTranslation('console');
  return (role) => {
    const fixed = staffRoles.find((each) => each === role);
    return fixed === undefined ? `\u2068${role}\u2069` : t(`roles.${fixed}`);
  };
}
