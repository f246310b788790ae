import { endpoints } from '@mercury/contract/api/index.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { changeProfile } from './change-profile.ts';
import { presentUser } from './present-user.ts';
import { getUser } from './find-user.ts';

export function bindUserRoutes(bind: Bind, { db }: Services): void {
  bind(endpoints.getProfile, {}, async ({ session }) => ({
    success: true,
    data: { user: presentUser(await getUser(db.kysely, session.userId)) },
  }));

  bind(endpoints.updateProfile, {}, async ({ session, body, context }) => ({
    success: true,
    data: { user: presentUser(await changeProfile(db, session.userId, body)) },
    message: translate(context.locale, 'users.profileUpdated'),
  }));
}
