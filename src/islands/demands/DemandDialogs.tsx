import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as store from '../../stores/demands/buyer-demands.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import { DeadlineFields, useDeadline } from './DeadlineFields.tsx'

type Props = {
  now: string
  /** Called on success. */
  onDone: (what: 'close' | 'reopen' | 'delete') => void
}
type Open = Extract<store.DemandDialog, { is: 'close' | 'reopen' | 'delete' }>

const Reopen = ({ open, now, onDone }: { open: Open } & Props) => {
  const chosen = useDeadline(now)
  const [reason, setReason] = useState('')
  const { deadline } = chosen
  const send = () => {
    if (deadline === null) return
    void store.reopenDemand(deadline, reason.trim(), () => {
      toast.success('需求已重新开放报价')
      onDone('reopen')
    })
  }
  return (
    <Dialog
      open
      onClose={store.closeDemandDialog}
      title="重新开放需求"
      text={`“${open.demand.demandTitle}”将再次公开并接受报价，请选择新的截止时间。`}
      actions={
        <>
          <Button onClick={store.closeDemandDialog}>取消</Button>
          <Button kind="main" busy={open.sending} onClick={send}>
            重新开放
          </Button>
        </>
      }
    >
      <DeadlineFields chosen={chosen} failure={open.failure} />
      <Textarea
        className="mt-4"
        label="重新开放的原因"
        hint="选填；已报价的供应商会看到"
        rows={2}
        maxLength={200}
        typed={reason.length}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}

/** Dialogs of one demand: close with a reason, reopen until a date, delete. */
export const DemandDialogs = ({ now, onDone }: Props) => {
  const open = useStore(store.demandDialog)
  if (open.is === 'none') return null
  const title = open.demand.demandTitle
  if (open.is === 'reopen') return <Reopen open={open} now={now} onDone={onDone} />
  if (open.is === 'delete') {
    const remove = () =>
      void store.deleteDemand(() => {
        toast.success('需求已删除')
        onDone('delete')
      })
    return (
      <Confirm
        open
        onCancel={store.closeDemandDialog}
        onConfirm={remove}
        title="删除需求"
        text={open.failure ? open.failure.message : `“${title}”将从列表中移除，不能恢复。`}
        confirm="删除"
        danger
        busy={open.sending}
      />
    )
  }
  const close = (reason: string) =>
    void store.closeDemand(reason, () => {
      toast.success('需求已关闭，已报价的供应商会收到通知')
      onDone('close')
    })
  return (
    <ReasonDialog
      open
      title="关闭需求"
      text={`关闭后“${title}”不再公开，也不再接受报价；需要时可重新开放。`}
      label="关闭原因"
      confirm="关闭需求"
      busy={open.sending}
      failure={open.failure}
      onCancel={store.closeDemandDialog}
      onConfirm={close}
    />
  )
}
