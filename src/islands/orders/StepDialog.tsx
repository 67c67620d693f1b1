import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { yuan } from '../../domain/money.ts'
import { finalPaymentDays } from '../../domain/orders/deadlines.ts'
import { milestoneName } from '../../domain/orders/milestone-states.ts'
import { date } from '../../domain/time.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import * as store from '../../stores/orders/order.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DateInput } from '../../ui/date/DateInput.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import { CancelDialog } from './order-dialogs.tsx'
import type { Side } from '../../domain/sides.ts'
import { isAwaitingConfirmation } from '../../domain/orders/order-states.ts'

type AcceptOrderDialogProps = {
  busy: boolean
  failure: Failure | null
  onCancel: () => void
  onConfirm: (promisedAt: string) => void
}

/** The supplier accepts a new order with a promised delivery date. */
const AcceptOrderDialog = ({ busy, failure, onCancel, onConfirm }: AcceptOrderDialogProps) => {
  const [day, setDay] = useState('')
  const [today] = useState(() => date(new Date().toISOString()))
  const fault =
    failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'promisedAt')?.message
  return (
    <Dialog
      open
      onClose={onCancel}
      title="确认接单"
      text="确认后请按约定内容与付款计划执行；双方都不能再单方取消。"
      actions={
        <>
          <Button onClick={onCancel}>取消</Button>
          <Button kind="main" busy={busy} onClick={() => onConfirm(day)}>
            确认接单
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <DateInput
          label="承诺交付日期"
          hint="选填；买家会看到，并计入您的准时交付记录"
          min={today}
          value={day}
          error={fault}
          onChange={setDay}
        />
      </div>
    </Dialog>
  )
}

type OpenStep = Exclude<store.OrderStep, { at: 'none' }>
type StepText = { title: string; text: string; confirm: string; said: string; label?: string }

/** Texts of steps that need a confirmation, or a reason where `label` is set. */
function stepText({ event, snapshot }: OpenStep, goods: boolean): StepText {
  const { milestone } = snapshot
  if (milestone !== undefined) {
    const texts = milestoneStepText(event, milestoneName(milestone))
    if (texts !== undefined) return texts
  }
  const back = snapshot.refund === undefined || snapshot.refund === 0 ? '' : `，¥${yuan(snapshot.refund)} 退回买家`
  switch (event) {
    case 'start':
      return {
        title: '开工',
        text: '买家会收到通知；完成后请提交交付。',
        confirm: '开工',
        said: '已开工，买家会收到通知',
      }
    case 'accept':
      return {
        title: goods ? '确认收货' : '验收通过',
        text: `请确认${goods ? '货物已收到且无误' : '交付内容符合约定'}。确认后订单完成，尚未付清的款项仍需按计划付款。`,
        confirm: goods ? '确认收货' : '验收通过',
        said: '订单已完成',
      }
    case 'requestChanges':
      return {
        title: '要求修改',
        text: '供应商会看到您写的内容，修改后重新交付。',
        label: '需要修改的内容',
        confirm: '提交',
        said: '已通知供应商修改',
      }
    case 'agreeCancel':
      return {
        title: '同意取消',
        text: `同意后订单立即结束${back}，不能恢复。`,
        confirm: '同意取消',
        said: '订单已取消',
      }
    case 'refuseCancel':
      return {
        title: '不同意取消',
        text: '订单继续执行，对方会看到您写的原因。',
        label: '不同意的原因',
        confirm: '不同意',
        said: '已答复对方',
      }
    case 'dropCancel':
      return {
        title: '撤回取消申请',
        text: '订单继续执行，对方会收到通知。',
        confirm: '撤回申请',
        said: '已撤回申请',
      }
    case 'dispute':
      return {
        title: '发起争议',
        text: '发起后订单暂停，平台客服联系双方核实后裁定：继续执行、视为完成，或取消并退款。',
        label: '争议原因',
        confirm: '发起争议',
        said: '已发起争议，平台客服将与双方联系',
      }
    case 'decline':
      return {
        title: '拒绝接单',
        text: '拒绝后订单结束，买家会看到您写的原因，已付款项退回；来自需求的订单，需求将恢复评选。',
        label: '拒绝原因',
        confirm: '拒绝接单',
        said: '已拒绝接单，买家会收到通知',
      }
    case 'confirm':
      return { title: '确认接单', text: '', confirm: '确认接单', said: '已确认接单，买家会收到通知' }
    case 'cancel':
      return { title: '取消订单', text: '', confirm: '取消订单', said: '订单已取消' }
  }
}

/** Texts of steps on one milestone; undefined for steps of the order. */
function milestoneStepText(event: OpenStep['event'], name: string): StepText | undefined {
  switch (event) {
    case 'start':
      return {
        title: `开工：${name}`,
        text: '买家会收到通知；完成后请提交这个里程碑的交付。',
        confirm: '开工',
        said: '已开工，买家会收到通知',
      }
    case 'accept':
      return {
        title: `验收通过：${name}`,
        text: `请确认交付内容符合约定。验收后不能撤回，对应的款项在 ${finalPaymentDays} 天内应付；全部里程碑验收后订单完成。`,
        confirm: '验收通过',
        said: '已验收，供应商会收到通知',
      }
    case 'requestChanges':
      return {
        title: `要求修改：${name}`,
        text: '供应商会看到您写的内容，修改后重新交付这个里程碑；其他里程碑照常进行。',
        label: '需要修改的内容',
        confirm: '提交',
        said: '已通知供应商修改',
      }
    default:
      return undefined
  }
}

type Props = { side: Side; goods: boolean }

/** Dialog before a step: confirmation, reason, date, or reason with amount. */
export const StepDialog = ({ side, goods }: Props) => {
  const step = useStore(store.orderStep)
  if (step.at === 'none') return null
  const { event, snapshot, failure } = step
  const busy = step.at === 'sending'
  const { said, ...stepTexts } = stepText(step, goods)
  const send = (more: store.StepInput, told = said) =>
    void store.submitOrderStep(more).then((worked) => {
      if (worked) toast.success(told)
    })
  const shared = { busy, failure, onCancel: store.closeOrderStep }
  if (event === 'confirm') return <AcceptOrderDialog {...shared} onConfirm={(promisedAt) => send({ promisedAt })} />
  if (event === 'cancel') {
    const alone = side === 'buyer' && isAwaitingConfirmation(snapshot.status)
    const told = alone ? '订单已取消' : '已提交申请，等待对方答复'
    return (
      <CancelDialog
        {...shared}
        side={side}
        alone={alone}
        paid={snapshot.paid}
        accepted={snapshot.accepted}
        onConfirm={(more) => send(more, told)}
      />
    )
  }
  if (stepTexts.label !== undefined) {
    const calm = event === 'requestChanges'
    return (
      <ReasonDialog
        open
        calm={calm}
        {...shared}
        {...stepTexts}
        label={stepTexts.label}
        onConfirm={(reason) => send({ reason })}
      />
    )
  }
  const { title, text, confirm } = stepTexts
  return (
    <Confirm
      open
      busy={busy}
      onCancel={store.closeOrderStep}
      onConfirm={() => send({})}
      title={title}
      text={failure === null ? text : failure.message}
      confirm={confirm}
      danger={event === 'agreeCancel'}
    />
  )
}
