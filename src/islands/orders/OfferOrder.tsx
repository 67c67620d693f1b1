import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { offerLabels } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import { offer as offerStore, start } from '../../stores/orders/offer-order.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OfferTermsView } from '../demands/OfferTermsView.tsx'
import { card, Shown } from '../demands/Shown.tsx'
import { CardSkeleton } from '../demands/TableSkeleton.tsx'

/** An offer the buyer received, on its way to an order. */
export const OfferOrder = ({ offerId }: { offerId: number }) => {
  const state = useStore(offerStore)
  useEffect(() => void start(offerId), [offerId])
  return (
    <Shown
      state={state}
      what="报价"
      heading="报价订单"
      permission="my_requirement"
      onRetry={() => void start(offerId)}
      frame={card}
      skeleton={<CardSkeleton lines={12} />}
    >
      {(offer) => (
        <>
          <div className="mb-4">
            {offer.status === 'accepted' ? (
              <Notice tone="good" title="这份报价已选定，订单已生成">
                <a className="text-accent hover:underline" href={links.buyerOrders()}>
                  到我的订单查看
                </a>
              </Notice>
            ) : (
              <Notice
                tone={offerLabels[offer.status].tone}
                title={`这份报价：${offerLabels[offer.status].label}，还没有订单`}
              >
                在比价中选定后即生成订单。
              </Notice>
            )}
          </div>
          <section className="rounded-lg border border-line bg-surface p-4 md:p-6">
            <p className="text-sm text-ink-3">
              {offer.offerNo} · 第 {offer.current.version} 版
            </p>
            <h1 className="mt-1 mb-5 text-2xl font-semibold">{offer.companyName}的报价</h1>
            <OfferTermsView terms={offer.current} total={offer.current.total} />
            <div className="mt-6">
              <LinkButton kind="main" href={links.buyerDemand(offer.demandId)}>
                返回比价
              </LinkButton>
            </div>
          </section>
        </>
      )}
    </Shown>
  )
}
