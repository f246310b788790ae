import type { Contact, ContactType } from '@mercury/contract/api/contacts.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import styles from './contact-picker.module.css';
import { ContactListSkeleton, ContactRow } from './contact-row.tsx';
import { contactsQuery } from './queries.ts';

const searchRestMs = 250;

const emptyKeys = {
  favorites: 'contacts.emptyFavorites',
  recent: 'contacts.emptyRecent',
  all: 'contacts.emptyText',
} as const satisfies Record<ContactType, string>;

/** Picks a contact for a form that needs an address. */
export function ContactPicker({ onChoose }: { onChoose: (contact: Contact) => void }) {
  const { t } = useTranslation();
  const [type, setType] = useState<ContactType>('all');
  const [typedSearch, setTypedSearch] = useState('');
  const search = useDebounced(typedSearch.trim(), searchRestMs);
  return (
    <div className={styles.picker}>
      <TextField
        label={t('contacts.search')}
        type="search"
        value={typedSearch}
        onChange={({ target }) => setTypedSearch(target.value)}
        maxLength={limits.searchLengthMax}
        autoComplete="off"
        leading={<Search size={18} aria-hidden="true" />}
      />
      <Tabs
        label={t('contacts.kinds')}
        tabs={[
          { value: 'favorites', label: t('contacts.favorites') },
          { value: 'recent', label: t('contacts.recent') },
          { value: 'all', label: t('contacts.all') },
        ]}
        value={type}
        onChange={setType}
      >
        <FoundContacts type={type} search={search} onChoose={onChoose} />
      </Tabs>
    </div>
  );
}

interface FoundContactsProps {
  type: ContactType;
  search: string;
  onChoose: (contact: Contact) => void;
}

function FoundContacts({ type, search, onChoose }: FoundContactsProps) {
  const { t } = useTranslation();
  const query = useQuery(contactsQuery({ type, search }));
  return (
    <QueryState
      query={query}
      skeleton={<ContactListSkeleton />}
      failedTitle={t('contacts.failedToLoadContacts')}
      errorMessage={errorMessage}
      isEmpty={({ length }) => length === 0}
      empty={<p className={styles.empty}>{search ? t('contacts.nothingFound') : t(emptyKeys[type])}</p>}
    >
      {(contacts) => (
        <ul className={styles.list}>
          {contacts.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              chooseLabel={t('contacts.sendTo', { name: contact.name })}
              onChoose={() => onChoose(contact)}
            />
          ))}
        </ul>
      )}
    </QueryState>
  );
}
