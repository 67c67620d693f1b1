import { useStore } from '@nanostores/react'
import { planOf } from '../../domain/demands/compare-cells.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { daysAfter } from '../../domain/time-input.ts'
import { date } from '../../domain/time.ts'
import { faultsOf } from '../../stores/faults.ts'
import * as store from '../../stores/orders/offer-order.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Price } from '../../ui/Price.tsx'
import { Textarea } from '../../ui/Textarea.tsx'

const submit = () =>
  void store.submit().then((order) => {
    if (order !== undefined) location.assign(links.buyerOfferOrder(order.orderId))
  })

/** What the order comes to and when it is due, a word to the supplier, and the button that makes it. */
export const OfferOrderFoot = ({ content: { offer, demand }, now }: { content: store.OrderToBe; now: string }) => {
  const { remark, sending, failure } = useStore(store.sending)
  const [first] = planOf(offer)
  const fault = failure === null ? undefined : faultsOf(failure).find(({ field }) => field === 'remark')?.message
  return (
    <aside className="rounded-lg border border-line bg-surface desk:sticky desk:top-20" aria-label="提交订单">
      <div className="border-b border-line p-5">
        <p className="text-ink-3">订单总额</p>
        <Price fen={offer.current.total} size="xl" />
        {first !== undefined && (
          <p className="mt-2 text-sm text-ink-2">
            供应商确认后先付{first.name} ¥{yuan(first.fen)}
          </p>
        )}
        <ul className="mt-3 space-y-1.5 text-sm text-ink-2">
          {planOf(offer).map(({ name, percent, dueDays, fen }, index) => (
            <li key={`${name}${index}`} className="flex flex-wrap justify-between gap-x-3">
              <span>
                {name} {percent}%<span className="ml-1.5 text-ink-3">{date(daysAfter(now, dueDays))} 前</span>
              </span>
              <span>¥{yuan(fen)}</span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-xs text-ink-3">应付日自今天起按报价中的天数推算，以供应商确认的订单为准。</p>
      </div>
      <div className="p-5">
        {failure !== null && fault === undefined && (
          <div className="mb-4">
            <Notice tone="bad" title={failure.message}>
              {failure.code === 0 && '网络可能中断。再次点击“提交订单”不会重复生成订单。'}
              {failure.code === 409 && '供应商刚刚更新了报价，页面已显示最新内容，请核对后再提交。'}
            </Notice>
          </div>
        )}
        <Textarea
          label="给供应商的备注"
          rows={3}
          maxLength={500}
          typed={remark.length}
          value={remark}
          error={fault}
          onChange={(event) => store.write(event.target.value)}
        />
        <div className="mt-4 space-y-2">
          <Button kind="main" size="lg" block busy={sending} onClick={submit}>
            提交订单
          </Button>
          <LinkButton block href={links.buyerDemand(demand.demandId)}>
            返回比价
          </LinkButton>
        </div>
        <p className="mt-3 text-sm text-ink-3">
          提交后需求定标，其余报价自动结束。提交即同意
          <a className="text-accent underline underline-offset-3" href={links.platformRules(1)}>
            《交易规则》
          </a>
          。
        </p>
      </div>
    </aside>
  )
}
