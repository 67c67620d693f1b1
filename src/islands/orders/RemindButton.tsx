import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Outcomes } from '../../contract/daily-list.ts'
import type { OrderRow } from '../../contract/orders/orders.ts'
import { isRemindedToday, reminderSubjectLabels } from '../../domain/orders/reminders.ts'
import type { Side } from '../../domain/sides.ts'
import { monthMinute } from '../../domain/time.ts'
import { isReminding, remindOtherSide } from '../../stores/orders/reminders.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { OutcomesDialog } from '../list/OutcomesDialog.tsx'

type Props = {
  orders: readonly Pick<OrderRow, 'orderId' | 'remindable'>[]
  side: Side
  onDone: () => void
  /** Says for how many orders. */
  counted?: boolean
}

/** Reminds the other side of what orders wait for; nothing where none waits for it. */
export const RemindButton = ({ orders, side, onDone, counted = false }: Props) => {
  const busy = useStore(isReminding)
  const [refused, setRefused] = useState<Outcomes | null>(null)
  const waiting = orders.filter(({ remindable }) => remindable !== null)
  const other = side === 'buyer' ? '供应商' : '买家'
  const [first] = waiting
  const subject = first === undefined || first.remindable === null ? '' : reminderSubjectLabels[first.remindable]
  const remind = async () => {
    const answer = await remindOtherSide(
      side,
      waiting.map(({ orderId }) => orderId),
    )
    if (answer === null) return
    if (!answer.ok) return void toast.error(answer.failure.message)
    const { done, failed } = answer.content
    if (failed.length > 0) setRefused(answer.content)
    else toast.success(counted ? `已提醒${other}，共 ${done} 份订单` : `已提醒${other}${subject}`)
    onDone()
  }
  return (
    <>
      {waiting.length > 0 && (
        <Button size={counted ? 'sm' : 'md'} className="max-md:h-11" busy={busy} onClick={() => void remind()}>
          {counted ? `提醒${other}（${waiting.length} 份）` : `提醒${other}${subject}`}
        </Button>
      )}
      <OutcomesDialog outcomes={refused} done="已提醒" onClose={() => setRefused(null)} />
    </>
  )
}

/** When this side reminded the other last, and who did; the button comes back the next day. */
export const OrderReminder = ({
  order,
  side,
  now,
  onDone,
}: {
  order: Pick<OrderRow, 'orderId' | 'remindable' | 'reminded'>
  side: Side
  now: string
  onDone: () => void
}) => {
  const { reminded } = order
  const isToday = isRemindedToday(reminded?.at ?? null, now)
  return (
    <>
      {!isToday && <RemindButton orders={[order]} side={side} onDone={onDone} />}
      {reminded !== null && (
        <span className="self-center text-sm text-ink-3">
          {monthMinute(reminded.at)} 由{reminded.by}提醒过{isToday && '，明天可以再次提醒'}
        </span>
      )}
    </>
  )
}
