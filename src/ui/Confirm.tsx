import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  open: boolean
  onCancel: () => void
  onConfirm: () => void
  title: string
  text?: string | undefined
  /** Names what will happen: 登录, 关闭需求. */
  confirm?: string | undefined
  cancel?: string | undefined
  /** Takes something away. */
  danger?: boolean | undefined
  busy?: boolean | undefined
}

/** A question with two answers. Enter confirms, unless something would be taken away: then the focus is on 取消. */
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
