import { useState } from 'react'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/pay/pay.ts'
import { Countdown } from '../../../ui/feedback/Countdown.tsx'

/** Payment deadline, after which the order is cancelled automatically. */
export const PayUntil = ({ until }: { until: string }) => {
  const [now] = useState(() => new Date().toISOString())
  return (
    <>
      <p className="text-ink-2">付款剩余时间</p>
      <p className="mt-2">
        <Countdown until={until} now={now} onOver={() => void store.loadPayInfo()} />
      </p>
      <p className="mt-2 text-sm text-ink-3">{dateTime(until)} 前未付款，订单自动取消并释放库存。</p>
    </>
  )
}
