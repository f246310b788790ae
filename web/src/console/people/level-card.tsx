import { zodResolver } from '@hookform/resolvers/zod';
import { textIn } from '@mercury/contract/api/local-texts.ts';
import { givePersonLevel, levelReferenceSchema, type PersonLevel } from '@mercury/contract/console/levels.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { useMay } from '../api/me.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { DialogButtons } from '../dialog-buttons.tsx';
import { LimitUseList } from '../../domain/limit-use-list.tsx';
import { levelsQuery } from '../levels/queries.ts';
import { levelKey, personLevelQuery } from './queries.ts';

/** Nothing where there are no levels. */
export function LevelCard({ id, hasLeft }: { id: string; hasLeft: boolean }) {
  const { t } = useTranslation('console');
  const query = useQuery(personLevelQuery(id));
  const mayGive = useMay('people.level') && !hasLeft;
  const giving = useDialog();
  // It comes only once it is known that there is something to show.
  const { data, error } = query;
  if (data ? data.level === null && data.changes.length === 0 : error === null) return null;
  return (
    <Card
      title={t('people.level')}
      action={
        mayGive &&
        query.data?.level && (
          <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={giving.open}>
            {t('people.giveLevel')}
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('people.levelLoading')} heights={['6rem']} />}
        failedTitle={t('people.levelFailed')}
        errorMessage={errorMessage}
      >
        {(found) => <Found {...found} />}
      </QueryState>
      {query.data?.level && (
        <GiveDialog
          key={giving.key}
          id={id}
          present={query.data.level.id}
          isOpen={giving.isOpen}
          close={giving.close}
        />
      )}
    </Card>
  );
}

function Found({ level, limits, changes }: PersonLevel) {
  const locale = useLocale();
  return (
    <div className={styles.stack}>
      {level && (
        <p className={styles.name}>
          <bdi>{textIn(level.name, locale)}</bdi>
        </p>
      )}
      <LimitUseList limits={limits} />
      {changes.length > 0 && (
        <ul className={styles.list}>
          {changes.map(({ id, before, after, note, reference, actor, at }) => (
            <li key={id} className={styles.row} data-testid="level-change">
              <div className={styles.about}>
                <p className={styles.name}>
                  <bdi>{before}</bdi> <span className="flip-in-rtl">→</span> <bdi>{after}</bdi>
                </p>
                <p dir="auto">{note}</p>
                <p className={styles.meta}>
                  <bdi>{reference}</bdi> · <bdi>{actor}</bdi> · <DateText at={at} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const schema = z.object({ levelId: z.string(), note: whySchema, reference: levelReferenceSchema });

interface GiveDialogProps {
  id: string;
  /** The level that they have. */
  present: string;
  isOpen: boolean;
  close: () => void;
}

function GiveDialog({ isOpen, close, ...about }: GiveDialogProps) {
  const { t } = useTranslation('console');
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      size="sm"
      closesOnBack
      title={t('people.giveLevel')}
      description={t('people.giveLevelText')}
    >
      <GiveForm {...about} close={close} />
    </Modal>
  );
}

function useGiving(id: string, close: () => void) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { levelId: '', note: '', reference: '' },
  });
  const command = useConsoleCommand({
    mutationFn: (body: z.output<typeof schema>) => callWithProof(givePersonLevel, { params: { id }, body }),
    onSuccess: () => {
      close();
      toast.success(t('people.actDone'));
      return askAgain(client, levelKey(id));
    },
    onError: (error) => {
      // They would rather not prove who they are: nothing happened.
      if (error instanceof Cancelled) return;
      showRefusal(form, error, { text: errorMessage(error, tShared) });
      // A colleague may have been quicker.
      void askAgain(client, levelKey(id));
    },
  });
  return { form, command };
}

function GiveForm({ id, present, close }: Omit<GiveDialogProps, 'isOpen'>) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const locale = useLocale();
  const others = (useQuery(levelsQuery).data ?? []).filter((level) => level.id !== present);
  const { form, command } = useGiving(id, close);
  const { errors } = form.formState;
  const chosen = useWatch({ control: form.control, name: 'levelId' });
  const levelId = chosen === '' ? (others[0]?.id ?? '') : chosen;
  const submit = form.handleSubmit((entry) => command.mutate({ ...entry, levelId }));
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <NativeSelectField
        label={t('people.level')}
        value={levelId}
        choices={others.map((level) => ({
          value: level.id,
          label: `\u2068${textIn(level.name, locale)}\u2069`,
        }))}
        onChange={(next) => form.setValue('levelId', next)}
      />
      <TextField
        label={t('people.levelReference')}
        hint={t('people.levelReferenceHint')}
        autoComplete="off"
        dir="auto"
        error={fieldError(errors.reference)}
        {...form.register('reference')}
      />
      <TextArea
        label={t('people.levelNote')}
        hint={t('reason.hint')}
        dir="auto"
        error={fieldError(errors.note)}
        {...form.register('note')}
      />
      <FormProblem control={form.control} />
      <DialogButtons label={t('people.giveLevel')} isBusy={command.isPending} onCancel={close} />
    </form>
  );
}
