import { zodResolver } from '@hookform/resolvers/zod';
import { addNote, personNoteSchema } from '@mercury/contract/console/people.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { callConsole } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import peopleStyles from './people.module.css';
import { notesKey, notesQuery } from './queries.ts';

export function NotesCard({ id }: { id: string }) {
  const { t } = useTranslation('console');
  const query = useInfiniteQuery(notesQuery(id));
  return (
    <Card title={t('people.notes')}>
      <div className={styles.stack}>
        {useMay('people.note') && <NoteForm id={id} />}
        <PagedList
          query={query}
          itemsOf={({ notes }) => notes}
          loadingLabel={t('people.notesLoading')}
          failedTitle={t('people.notesFailed')}
          empty={<EmptyState icon={<StickyNote size={24} />} title={t('people.noNotes')} />}
        >
          {(notes) => (
            <ul className={styles.list}>
              {notes.map((note) => (
                <li key={note.id} className={styles.row} data-testid="note">
                  <div className={styles.about}>
                    <p className={peopleStyles.noteText} dir="auto">
                      {note.text}
                    </p>
                    <p className={styles.meta}>
                      <bdi>{note.name}</bdi> · <DateText at={note.at} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Card>
  );
}

const schema = z.object({ text: personNoteSchema });

function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: '' } });
  const add = useConsoleCommand({
    mutationFn: (text: string) => callConsole(addNote, { params: { id }, body: { text } }),
    onSuccess: () => {
      form.reset();
      toast.success(t('people.noteAdded'));
      return askAgain(client, notesKey(id));
    },
    onError: (error) => showRefusal(form, error, { text: errorMessage(error, tShared) }),
  });
  const submit = form.handleSubmit(({ text }) => add.mutate(text));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t('people.note')}
        hint={t('people.noteHint')}
        dir="auto"
        error={fieldError(form.formState.errors.text)}
        {...form.register('text')}
      />
      <FormProblem control={form.control} />
      <div>
        <Button type="submit" variant="secondary" isBusy={add.isPending}>
          {t('people.addNote')}
        </Button>
      </div>
    </form>
  );
}
