import { zodResolver } from '@hookform/resolvers/zod';
import { grantablePermissions } from '@mercury/contract/console/permissions.ts';
import { changeRole, type Role, roleNameSchema } from '@mercury/contract/console/roles.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { callWithProof } from '../api/proof.ts';
import styles from '../console.module.css';
import { ProposingForm } from '../proposals/proposing-form.tsx';

const schema = z.object({
  name: roleNameSchema,
  permissions: z.array(z.enum(grantablePermissions)).check(z.minLength(1)),
  reason: whySchema,
});

interface RoleDialogProps {
  /** Null: a new one. */
  role: Role | null;
  isOpen: boolean;
  close: () => void;
}

/** Its name stays: members and invitations have it. */
export function RoleDialog({ role, isOpen, close }: RoleDialogProps) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: {
      name: role?.name ?? '',
      permissions: grantablePermissions.filter((each) => role?.permissions.includes(each)),
      reason: '',
    },
  });
  const { errors } = form.formState;
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      closesOnBack
      title={
        role === null ? t('roleList.make') : t('roleList.changeTitle', { name: `\u2068${role.name}\u2069` })
      }
      description={t('roleList.changeText')}
    >
      <ProposingForm
        form={form}
        submitLabel={t('roleList.propose')}
        onClose={close}
        send={({ name, ...body }) => callWithProof(changeRole, { params: { name }, body })}
      >
        {role === null && (
          <TextField
            label={t('roleList.name')}
            autoComplete="off"
            dir="auto"
            error={fieldError(errors.name)}
            {...form.register('name')}
          />
        )}
        <fieldset className={styles.choices}>
          <legend>{t('roleList.permissions')}</legend>
          {grantablePermissions.map((permission) => (
            <Checkbox
              key={permission}
              label={t(`permissions.${permission}`)}
              value={permission}
              {...form.register('permissions')}
            />
          ))}
          {errors.permissions && <ProblemLine>{t('roleList.permissionNeeded')}</ProblemLine>}
        </fieldset>
      </ProposingForm>
    </Modal>
  );
}
