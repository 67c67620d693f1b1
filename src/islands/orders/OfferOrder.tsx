import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { awardFault } from '../../domain/demands/award.ts'
import { offerLabels } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/orders/offer-order.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OfferTermsView } from '../demands/OfferTermsView.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { OfferOrderFoot } from './OfferOrderFoot.tsx'

/** Why the offer cannot become an order here, in a sentence; undefined where it can. */
function reasonOf({ offer, demand }: store.OrderToBe): string | undefined {
  const { status, sealed, current, certified } = offer
  const offered = { status, sealed, certified, validUntil: new Date(current.validUntil) }
  switch (awardFault(demand.status, offered, new Date())) {
    case null:
      return undefined
    case 'offerExpired':
      return '这份报价已过有效期，请与供应商确认后由其更新。'
    case 'supplierNotCertified':
      return '该供应商的企业认证已失效，暂不能选定其报价。'
    case 'demandDecided':
      return status === 'accepted' ? '这份报价已选定，订单已生成。' : '该需求已选定其他报价。'
    default:
      return `这份报价：${offerLabels[status].label}，不能选定。`
  }
}

const Parties = ({ offer, demand }: store.OrderToBe) => (
  <section className="rounded-lg border border-line bg-surface p-4 md:p-6" aria-label="交易双方">
    <p className="text-sm text-ink-3">
      {offer.offerNo} · 第 {offer.current.version} 版
    </p>
    <h1 className="mt-1 text-2xl font-semibold">确认订单</h1>
    <dl className="mt-4 grid gap-x-10 gap-y-3 md:grid-cols-2">
      <div>
        <dt className="text-sm text-ink-3">采购方</dt>
        <dd className="font-medium">{demand.companyName}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-3">供应商</dt>
        <dd className="font-medium">{offer.companyName}</dd>
      </div>
      <div className="md:col-span-2">
        <dt className="text-sm text-ink-3">需求</dt>
        <dd>
          <a className="hover:text-accent" href={links.buyerDemand(demand.demandId)}>
            {demand.demandTitle}
          </a>
          <span className="ml-2 text-sm text-ink-3">{demand.demandNo}</span>
        </dd>
      </div>
    </dl>
  </section>
)

const Ended = ({ reason, content }: { reason: string; content: store.OrderToBe }) => (
  <div className="mb-4">
    <Notice tone={content.offer.status === 'accepted' ? 'good' : 'act'} title={reason}>
      {content.offer.orderId !== null && (
        <a className="mr-4 text-accent hover:underline" href={links.buyerOrder(content.offer.orderId)}>
          查看订单
        </a>
      )}
      <a className="text-accent hover:underline" href={links.buyerDemand(content.demand.demandId)}>
        返回比价
      </a>
    </Notice>
  </div>
)

/** An offer the buyer received, on its way to an order: what was agreed, what is due when, and the last word. */
export const OfferOrder = ({ offerId, now }: { offerId: number; now: string }) => {
  const state = useStore(store.orderToBe)
  useEffect(() => void store.start(offerId), [offerId])
  return (
    <Shown
      state={state}
      what="报价"
      heading="确认订单"
      permission="my_requirement"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={12} />}
    >
      {(content) => {
        const { offer, demand } = content
        const reason = reasonOf(content)
        return (
          <>
            {reason !== undefined && <Ended reason={reason} content={content} />}
            <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_280px]">
              <div className="min-w-0 space-y-4">
                <Parties {...content} />
                <section className="rounded-lg border border-line bg-surface p-4 md:p-6">
                  <h2 className="mb-4 text-lg font-semibold">约定内容</h2>
                  <OfferTermsView
                    terms={offer.current}
                    total={offer.current.total}
                    files={offer.current.files}
                    questions={demand.questions}
                  />
                </section>
              </div>
              {reason === undefined ? (
                <OfferOrderFoot content={content} now={now} />
              ) : (
                <LinkButton href={links.buyerDemand(offer.demandId)}>返回比价</LinkButton>
              )}
            </div>
          </>
        )
      }}
    </Shown>
  )
}
