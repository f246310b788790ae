import { zodResolver } from '@hookform/resolvers/zod';
import { searchSchema } from '@mercury/contract/api/shapes.ts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type AuditFilter, filterNames } from './audit-filter.ts';
import styles from './audit.module.css';

const schema = z.object({
  actor: searchSchema,
  action: searchSchema,
  subject: searchSchema,
  from: z.string(),
  until: z.string(),
});
const noFilter = { actor: '', action: '', subject: '', from: '', until: '' };

interface FilterFormProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

export function FilterForm({ filter, onFilter }: FilterFormProps) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  // Back and forward lead to other filters.
  const form = useForm({ resolver: zodResolver(schema), values: { ...noFilter, ...filter } });
  const { errors } = form.formState;
  const [from, until] = useWatch({ control: form.control, name: ['from', 'until'] });
  const submit = form.handleSubmit(onFilter);
  const isFiltered = filterNames.some((name) => filter[name] !== undefined);
  const id = useId();
  // On a phone the entries come first.
  const [isOpen, setIsOpen] = useState(isFiltered);
  return (
    <form role="search" noValidate onSubmit={(event) => void submit(event)}>
      <Button
        variant="ghost"
        className={styles.unfold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((was) => !was)}
      >
        {t('audit.filterTitle')}
        <ChevronDown size={18} aria-hidden="true" />
      </Button>
      <div id={id} className={isOpen ? undefined : styles.folded}>
        <div className={styles.filters}>
          {(['actor', 'action', 'subject'] as const).map((name) => (
            <TextField
              key={name}
              label={t(`audit.${name}`)}
              hint={t(`audit.${name}Hint`)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="auto"
              error={fieldError(errors[name])}
              {...form.register(name)}
            />
          ))}
          <DayField
            label={t('audit.from')}
            day={from === '' ? undefined : from}
            latest={until === '' ? undefined : until}
            onChange={(day) => form.setValue('from', day)}
          />
          <DayField
            label={t('audit.until')}
            day={until === '' ? undefined : until}
            earliest={from === '' ? undefined : from}
            onChange={(day) => form.setValue('until', day)}
          />
        </div>
        <div className={styles.filterActions}>
          <Button type="submit">{t('audit.filter')}</Button>
          {isFiltered && (
            <Button
              variant="ghost"
              onClick={() => {
                onFilter({});
                // This button goes.
                form.setFocus('actor');
              }}
            >
              {t('audit.clear')}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
