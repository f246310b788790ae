import { keyScopes, type KeyScope } from '@mercury/contract/api/endpoint.ts';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/checkbox.tsx';
import styles from './api-keys.module.css';

interface ScopesFieldProps {
  scopes: readonly KeyScope[];
  onChange: (scopes: KeyScope[]) => void;
  error: string | undefined;
}

/** What a key may do. More than reading is for its person to tick. */
export function ScopesField({ scopes, onChange, error }: ScopesFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.scopes} aria-describedby={`${id}-problem`}>
      <legend className={styles.legend}>{t('security.apiKeys.scopes')}</legend>
      {keyScopes.map((scope) => (
        <Checkbox
          key={scope}
          aria-labelledby={`${id}-${scope}`}
          aria-describedby={`${id}-${scope}-text`}
          label={
            <>
              <span id={`${id}-${scope}`} className={styles.scope}>
                {t(`security.apiKeys.scopeNames.${scope}`)}
              </span>
              <span id={`${id}-${scope}-text`} className={styles.hint}>
                {t(`security.apiKeys.scopeTexts.${scope}`)}
              </span>
            </>
          }
          checked={scopes.includes(scope)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(keyScopes.filter((each) => (each === scope ? checked : scopes.includes(each))))
          }
        />
      ))}
      <div id={`${id}-problem`} aria-live="polite" className={styles.error}>
        {error && (
          <>
            <CircleAlert size={15} aria-hidden="true" />
            {error}
          </>
        )}
      </div>
    </fieldset>
  );
}
