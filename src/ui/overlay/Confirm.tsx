import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  open: boolean
  onCancel: () => void
  onConfirm: () => void
  title: string
  text?: string | undefined
  /** Label of the action: 登录, 关闭需求. */
  confirm?: string | undefined
  cancel?: string | undefined
  /** Destructive action. */
  danger?: boolean | undefined
  busy?: boolean | undefined
}

/** Confirmation dialog. Enter confirms, except for destructive actions, where 取消 has the focus. */
export const Confirm = ({
  open,
  onCancel,
  onConfirm,
  title,
  text,
  confirm = '确定',
  cancel = '取消',
  danger,
  busy,
}: Props) => (
  <Dialog
    open={open}
    onClose={onCancel}
    title={title}
    text={text}
    actions={
      <>
        <Button onClick={onCancel} data-autofocus={danger || undefined}>
          {cancel}
        </Button>
        <Button kind={danger ? 'danger' : 'main'} busy={busy} onClick={onConfirm} data-autofocus={!danger || undefined}>
          {confirm}
        </Button>
      </>
    }
  />
)
