import { getLimits } from '@mercury/contract/api/levels.ts';
import { textIn } from '@mercury/contract/api/local-texts.ts';
import type { Feature } from '../../feature.ts';
import { findLevelOf, findUse } from './levels.ts';

export const levels = {
  name: 'levels',
  bindRoutes(bind, { db: { pool } }) {
    bind(getLimits, {}, async ({ session: { userId }, context: { locale } }) => {
      const [level, limits] = await Promise.all([findLevelOf(pool, userId), findUse(pool, userId)]);
      return {
        success: true,
        level:
          level === undefined
            ? null
            : {
                name: textIn(level.name, locale),
                advice: level.advice && textIn(level.advice, locale),
                isHighest: level.is_highest,
              },
        limits,
      };
    });
  },
  personalTables: ['level_turn'],
  // A level that nobody has can be removed.
  async onDeletion({ client }, userId) {
    await client.query('update app_user set level_id = null where id = $1', [userId]);
  },
} satisfies Feature;
