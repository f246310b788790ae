import { zodResolver } from '@hookform/resolvers/zod';
import { idSchema, key, searchSchema } from '@mercury/contract/api/shapes.ts';
import { findBookAccounts } from '@mercury/contract/console/books.ts';
import { useQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { askedOnce } from '../api/asked-once.ts';
import { callConsole } from '../api/client.ts';
import consoleStyles from '../console.module.css';
import { bookAccountPath, bookTransferPath } from '../paths.ts';
import styles from './books.module.css';
import { booksKey } from './queries.ts';
import { accountText } from './words.ts';

const required = z.trim();
const personSchema = z.object({ text: searchSchema.check(required, z.minLength(1, key('required'))) });
const transferSchema = z.object({ text: z.pipe(z.string().check(z.trim()), idSchema) });

/** Leads to a person's accounts, and to any transfer. */
export function LookupCard() {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const person = search.get('person') ?? '';
  return (
    <Card title={t('books.lookUp')}>
      <div className={styles.lookups}>
        <LookupForm
          key={person}
          label={t('books.person')}
          hint={t('books.personHint')}
          initial={person}
          schema={personSchema}
          submitLabel={t('books.showAccounts')}
          onFind={(text) => setSearch({ person: text })}
        />
        <LookupForm
          label={t('books.transferId')}
          hint={t('books.transferIdHint')}
          initial=""
          schema={transferSchema}
          submitLabel={t('books.showTransfer')}
          onFind={(text) => void navigate(bookTransferPath(text))}
        />
      </div>
      {person !== '' && <Accounts person={person} />}
    </Card>
  );
}

interface LookupFormProps {
  label: string;
  hint: string;
  initial: string;
  schema: typeof personSchema | typeof transferSchema;
  submitLabel: string;
  onFind: (text: string) => void;
}

function LookupForm({ label, hint, initial, schema, submitLabel, onFind }: LookupFormProps) {
  const fieldError = useFieldError();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: initial } });
  const submit = form.handleSubmit(({ text }) => onFind(text));
  return (
    <form
      role="search"
      aria-label={label}
      noValidate
      className={styles.lookup}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label={label}
        hint={hint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        error={fieldError(form.formState.errors.text)}
        {...form.register('text')}
      />
      <Button type="submit" variant="secondary">
        {submitLabel}
      </Button>
    </form>
  );
}

function Accounts({ person }: { person: string }) {
  const { t } = useTranslation('console');
  const query = useQuery({
    queryKey: [...booksKey, 'accounts', person],
    queryFn: async ({ signal }) => {
      try {
        return (await callConsole(findBookAccounts, { query: { person }, signal })).accounts;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NotFound') return [];
        throw error;
      }
    },
    ...askedOnce,
  });
  return (
    <QueryState
      query={query}
      skeleton={<FormSkeleton label={t('books.loading')} heights={['3rem', '3rem']} />}
      failedTitle={t('books.failedToLoad')}
      errorMessage={errorMessage}
      isEmpty={(accounts) => accounts.length === 0}
      empty={
        <EmptyState icon={<UserSearch size={24} />} title={t('books.noAccounts')}>
          {t('books.noAccountsText')}
        </EmptyState>
      }
    >
      {(accounts) => (
        <ul className={consoleStyles.list}>
          {accounts.map((account) => (
            <li key={account.id} className={consoleStyles.row} data-testid="account">
              <Link to={bookAccountPath(account.id)}>{accountText(account, t)}</Link>
              <Money amount={account.balance} asset={account.currency} precision="exact" />
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}
