import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema } from '@mercury/contract/api/shapes.ts';
import { changeStaffRole, inviteStaffMember } from '@mercury/contract/console/roles.ts';
import { type StaffMember, whySchema } from '@mercury/contract/console/staff.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { callWithProof } from '../api/proof.ts';
import { useRoleName } from '../use-role-name.ts';
import { ProposingForm } from '../proposals/proposing-form.tsx';
import { rolesQuery } from './queries.ts';

interface OpenDialog {
  isOpen: boolean;
  close: () => void;
}

const invitation = z.object({ email: emailSchema, role: z.string(), reason: whySchema });

export function InvitationDialog({ isOpen, close }: OpenDialog) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const form = useForm({
    resolver: zodResolver(invitation),
    defaultValues: { email: '', role: 'support', reason: '' },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      size="sm"
      closesOnBack
      title={t('staff.inviteTitle')}
      description={t('staff.inviteText')}
    >
      <ProposingForm
        form={form}
        submitLabel={t('staff.invite')}
        onClose={close}
        send={(body) => callWithProof(inviteStaffMember, { body })}
      >
        <TextField
          label={t('signIn.email')}
          type="email"
          autoComplete="off"
          dir="ltr"
          error={fieldError(form.formState.errors.email)}
          {...form.register('email')}
        />
        <RoleField value={role} onChange={(next) => form.setValue('role', next)} />
      </ProposingForm>
    </Modal>
  );
}

const change = z.object({ role: z.string(), reason: whySchema });

export function RoleChangeDialog({ member, isOpen, close }: OpenDialog & { member: StaffMember }) {
  const { t } = useTranslation('console');
  const form = useForm({
    resolver: zodResolver(change),
    defaultValues: { role: member.role, reason: '' },
  });
  const role = useWatch({ control: form.control, name: 'role' });
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      size="sm"
      closesOnBack
      title={t('staff.changeRoleTitle')}
      description={t('staff.changeRoleText', { name: `\u2068${member.name}\u2069` })}
    >
      <ProposingForm
        form={form}
        submitLabel={t('staff.changeRole')}
        onClose={close}
        send={(body) => callWithProof(changeStaffRole, { params: { id: member.id }, body })}
      >
        <RoleField value={role} onChange={(next) => form.setValue('role', next)} />
      </ProposingForm>
    </Modal>
  );
}

function RoleField({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  const { data: roles = [] } = useQuery(rolesQuery);
  const names = roles.some(({ name }) => name === value)
    ? roles.map(({ name }) => name)
    : [value, ...roles.map(({ name }) => name)];
  return (
    <NativeSelectField
      label={t('staff.role')}
      value={value}
      choices={names.map((name) => ({ value: name, label: roleName(name) }))}
      onChange={onChange}
    />
  );
}
