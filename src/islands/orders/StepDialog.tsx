import { useStore } from '@nanostores/react'
import * as store from '../../stores/orders/order.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../demands/ReasonDialog.tsx'

/** The seller's answer to a new order: yes, or no with a reason. */
export const StepDialog = () => {
  const step = useStore(store.step)
  if (step.at === 'none') return null
  const busy = step.at === 'sending'
  const send = (reason: string, said: string) =>
    void store.takeStep(reason).then((worked) => {
      if (worked) toast.good(said)
    })
  if (step.event === 'confirm') {
    return (
      <Confirm
        open
        onCancel={store.dropStep}
        onConfirm={() => send('', '已确认接单，买家会收到通知')}
        title="确认接单"
        text={step.failure ? step.failure.message : '确认后请按约定内容与付款计划执行，买家不能再单方取消。'}
        confirm="确认接单"
        busy={busy}
      />
    )
  }
  return (
    <ReasonDialog
      open
      title="拒绝接单"
      text="拒绝后订单结束，买家会看到您写的原因。"
      label="拒绝原因"
      confirm="拒绝接单"
      busy={busy}
      failure={step.failure}
      onCancel={store.dropStep}
      onConfirm={(reason) => send(reason, '已拒绝接单，买家会收到通知')}
    />
  )
}
