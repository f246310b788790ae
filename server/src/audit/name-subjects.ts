import type { Database } from '../db/database.ts';
import type { Row } from '../db/rows.ts';

type Subject = Pick<Row<'audit_entry'>, 'subject_kind' | 'subject_id'>;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Names for what entries call by an id alone, where it still has one. Each part looks by a primary key. */
export async function nameSubjects(
  { pool }: Database,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | null> {
  const idsOf = (kind: string) =>
    subjects.flatMap(({ subject_kind, subject_id }) =>
      subject_kind === kind && subject_id !== null && uuid.test(subject_id) ? [subject_id] : [],
    );
  const { rows } = await pool.query<{ kind: string; id: string; name: string }>(
    `select 'person' as kind, id, username as name from app_user where id = any ($1)
     union all select 'staff', id, name from staff_member where id = any ($2)
     union all select 'staff', id, email from staff_invitation where id = any ($2)
     union all select 'proposal', id, subject_name from proposal where id = any ($3)
     union all select 'announcement', id, left(texts ->> 'en', 60) from announcement where id = any ($5)
     union all select 'level', id, name ->> 'en' from level where id = any ($6)
     union all select 'withdrawal', withdrawal.id, username
       from withdrawal join app_user on app_user.id = withdrawal.user_id where withdrawal.id = any ($4)`,
    ['person', 'staff', 'proposal', 'withdrawal', 'announcement', 'level'].map(idsOf),
  );
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return ({ subject_kind, subject_id }) => names.get(`${subject_kind} ${subject_id}`) ?? null;
}
