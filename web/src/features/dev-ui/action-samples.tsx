import { ArrowUpRight, Copy, Pencil, Star, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuGroup, MenuItem, MenuLink } from '../../ui/menu.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { Row, State } from './panel.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger', 'link'] as const;
const sizes = ['small', 'medium', 'large'] as const;

export function ButtonSamples() {
  const { t } = useTranslation();
  return (
    <>
      {variants.map((variant) => (
        <State key={variant} name={`${variant}: default, disabled, busy`}>
          <Row>
            <Button variant={variant}>{t('wallet.transfer')}</Button>
            <Button variant={variant} disabled>
              {t('wallet.transfer')}
            </Button>
            <Button variant={variant} isBusy>
              {t('wallet.transfer')}
            </Button>
          </Row>
        </State>
      ))}
      <State name="small, medium, large, with an icon">
        <Row>
          {sizes.map((size) => (
            <Button key={size} size={size} icon={<ArrowUpRight size={18} aria-hidden="true" />}>
              {t('wallet.withdraw')}
            </Button>
          ))}
        </Row>
      </State>
      <State name="full width, long text">
        <Button isFullWidth>{t('auth.twoFactor.lostDevice')}</Button>
      </State>
      <State name="a link that looks like a button">
        <ButtonLink to={paths.home} variant="secondary">
          {t('notFound.home')}
        </ButtonLink>
      </State>
    </>
  );
}

export function IconButtonSamples() {
  const { t } = useTranslation();
  return (
    <>
      <State name="default, disabled">
        <Row>
          <IconButton label={t('common.retry')}>
            <Pencil size={18} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('common.retry')} disabled>
            <Pencil size={18} aria-hidden="true" />
          </IconButton>
        </Row>
      </State>
      <State name="copy button, with and without its label">
        <Row>
          <CopyButton text="mrcy1" label={t('wallet.copyAddress')} />
          <CopyButton text="mrcy1" label={t('wallet.copyAddress')} hasVisibleLabel />
        </Row>
      </State>
    </>
  );
}

export function FloatingSamples() {
  const { t } = useTranslation();
  return (
    <>
      <State name="menu">
        <Menu
          align="start"
          trigger={
            <IconButton label={t('nav.menu')}>
              <Star size={18} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuGroup title="Mercury" detail="person@example.com">
            <MenuLink to={paths.home}>{t('notFound.home')}</MenuLink>
            <MenuItem icon={<Copy size={18} aria-hidden="true" />} onSelect={() => undefined}>
              {t('wallet.copyAddress')}
            </MenuItem>
          </MenuGroup>
          <MenuItem tone="danger" icon={<Trash2 size={18} aria-hidden="true" />} onSelect={() => undefined}>
            {t('contacts.confirmRemove')}
          </MenuItem>
        </Menu>
      </State>
      <DialogSamples />
      <State name="toasts">
        <Row>
          {(['success', 'error', 'warning', 'info', 'loading'] as const).map((kind) => (
            <Button
              key={kind}
              variant="secondary"
              size="small"
              onClick={() => toast[kind](t('toast.loggedOut'))}
            >
              {kind}
            </Button>
          ))}
        </Row>
      </State>
    </>
  );
}

function DialogSamples() {
  const { t } = useTranslation();
  const free = useDialog();
  const fixed = useDialog();
  const question = useDialog();
  return (
    <State name="dialog: dismissed freely, by its button only; a question">
      <Row>
        <Button variant="secondary" size="small" onClick={free.open}>
          {t('transfer.title')}
        </Button>
        <Button variant="secondary" size="small" onClick={fixed.open}>
          {t('withdraw.title')}
        </Button>
        <Button variant="secondary" size="small" onClick={question.open}>
          {t('contacts.confirmRemove')}
        </Button>
      </Row>
      <Modal isOpen={free.isOpen} onClose={free.close} title={t('transfer.title')} size="sm">
        <p>{t('transfer.reviewText')}</p>
      </Modal>
      <Modal isOpen={fixed.isOpen} onClose={fixed.close} title={t('withdraw.title')} dismissal="button">
        <p>{t('withdraw.reviewText')}</p>
      </Modal>
      <ConfirmDialog
        isOpen={question.isOpen}
        onClose={question.close}
        title={t('contacts.removeTitle')}
        description={t('contacts.removeText', { name: 'Mercury' })}
        confirmLabel={t('contacts.confirmRemove')}
        onConfirm={question.close}
      />
    </State>
  );
}
