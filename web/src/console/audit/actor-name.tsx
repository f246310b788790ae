import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../use-role-name.ts';

/** As the log calls whoever had the link of a mail (server/src/audit/append-entry.ts). */
const linkName = 'link of a mail';

export function ActorName({ actor }: Pick<AuditEntry, 'actor'>) {
  const { t } = useTranslation('console');
  return actor === linkName ? t('audit.byLink') : <bdi>{actor}</bdi>;
}

/** With how sure it is that it was they: of a session, of the machine itself, or only as they said. */
export function Actor({ entry: { actor, staffId, role, networkAddress } }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  if (actor === linkName) return <ActorName actor={actor} />;
  // The command line has no network.
  const unsigned = networkAddress === null ? t('audit.commandLine') : t('audit.notProved');
  const standing = staffId === null ? unsigned : role && roleName(role);
  return (
    <>
      <ActorName actor={actor} />
      {standing !== null && ` (${standing})`}
    </>
  );
}
