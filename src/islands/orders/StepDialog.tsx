import { useStore } from '@nanostores/react'
import { yuan } from '../../domain/money.ts'
import * as store from '../../stores/orders/order.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { AcceptOrderDialog } from './AcceptOrderDialog.tsx'
import { CancelDialog } from './CancelDialog.tsx'

type Asked = Exclude<store.OrderStep, { at: 'none' }>
type Words = { title: string; text: string; confirm: string; said: string; label?: string }

/** Words of the steps that are a yes, or a reason where `label` is there. */
function wordsOf({ event, seen }: Asked, goods: boolean): Words {
  const back = seen.refund === undefined || seen.refund === 0 ? '' : `，¥${yuan(seen.refund)} 退回买家`
  switch (event) {
    case 'start':
      return {
        ...{ title: '开工', text: '买家会收到通知；完成后请提交交付。' },
        ...{ confirm: '开工', said: '已开工，买家会收到通知' },
      }
    case 'accept':
      return {
        title: goods ? '确认收货' : '验收通过',
        text: `请确认${goods ? '货物已收到且无误' : '交付内容符合约定'}。确认后订单完成，尚未付清的款项仍需按计划支付。`,
        confirm: goods ? '确认收货' : '验收通过',
        said: '订单已完成',
      }
    case 'requestChanges':
      return {
        ...{ title: '要求修改', text: '供应商会看到您写的内容，修改后重新交付。', label: '需要修改的内容' },
        ...{ confirm: '提交', said: '已通知供应商修改' },
      }
    case 'agreeCancel':
      return {
        ...{ title: '同意取消', text: `同意后订单立即结束${back}，不能恢复。` },
        ...{ confirm: '同意取消', said: '订单已取消' },
      }
    case 'refuseCancel':
      return {
        ...{ title: '不同意取消', text: '订单继续执行，对方会看到您写的原因。', label: '不同意的原因' },
        ...{ confirm: '不同意', said: '已答复对方' },
      }
    case 'dropCancel':
      return {
        ...{ title: '撤回取消申请', text: '订单继续执行，对方会收到通知。' },
        ...{ confirm: '撤回申请', said: '已撤回申请' },
      }
    case 'dispute':
      return {
        title: '发起争议',
        text: '发起后订单暂停，平台客服联系双方核实后裁定：继续执行、视为完成，或取消并退款。',
        ...{ label: '争议原因', confirm: '发起争议', said: '已发起争议，平台客服将与双方联系' },
      }
    case 'decline':
      return {
        title: '拒绝接单',
        text: '拒绝后订单结束，买家会看到您写的原因，已付款项退回；来自需求的订单，需求将恢复评选。',
        ...{ label: '拒绝原因', confirm: '拒绝接单', said: '已拒绝接单，买家会收到通知' },
      }
    case 'confirm':
      return { title: '确认接单', text: '', confirm: '确认接单', said: '已确认接单，买家会收到通知' }
    case 'cancel':
      return { title: '取消订单', text: '', confirm: '取消订单', said: '订单已取消' }
  }
}

type Props = { side: 'buyer' | 'seller'; goods: boolean }

/** The question before a step: a yes, a reason, a day, or a reason with a sum. */
export const StepDialog = ({ side, goods }: Props) => {
  const step = useStore(store.step)
  if (step.at === 'none') return null
  const { event, seen, failure } = step
  const busy = step.at === 'sending'
  const { said, ...words } = wordsOf(step, goods)
  const send = (more: store.StepWords, told = said) =>
    void store.takeStep(more).then((worked) => {
      if (worked) toast.good(told)
    })
  const shared = { busy, failure, onCancel: store.dropStep }
  if (event === 'confirm') return <AcceptOrderDialog {...shared} onConfirm={(promisedAt) => send({ promisedAt })} />
  if (event === 'cancel') {
    const alone = side === 'buyer' && seen.status === 'pending_confirm'
    const told = alone ? '订单已取消' : '已提交申请，等待对方答复'
    return (
      <CancelDialog {...shared} side={side} alone={alone} paid={seen.paid} onConfirm={(more) => send(more, told)} />
    )
  }
  if (words.label !== undefined) {
    const calm = event === 'requestChanges'
    return (
      <ReasonDialog
        open
        calm={calm}
        {...shared}
        {...words}
        label={words.label}
        onConfirm={(reason) => send({ reason })}
      />
    )
  }
  const { title, text, confirm } = words
  return (
    <Confirm
      open
      busy={busy}
      onCancel={store.dropStep}
      onConfirm={() => send({})}
      title={title}
      text={failure === null ? text : failure.message}
      confirm={confirm}
      danger={event === 'agreeCancel'}
    />
  )
}
