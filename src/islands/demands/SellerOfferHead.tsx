import { demandLabels } from '../../domain/demands/demand-states.ts'
import { offerLabels, offerTransitions } from '../../domain/demands/offer-states.ts'
import { unfilled } from '../../domain/demands/offer-terms.ts'
import { links } from '../../domain/links.ts'
import { countdown, dateTime } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import { keptTogether } from '../../domain/title-breaks.ts'
import * as store from '../../stores/demands/seller-offer.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Price } from '../../ui/Price.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { ThreadButton } from './ThreadButton.tsx'

type Props = { offer: store.SellerOffer; now: string }

const Doing = ({ offer, now }: Props) => {
  const allowed = steps(offerTransitions, offer.status, 'seller')
  const takes = offer.demandStatus === 'open' && countdown(offer.deadline, now).at === 'running'
  // What was taken back, refused or lapsed may be followed by another offer, as long as the demand takes some.
  const again = takes && ['withdrawn', 'expired', 'rejected'].includes(offer.status)
  return (
    <div className="mt-5 flex flex-wrap gap-2 print:hidden">
      {takes && allowed.includes('submit') && (
        <LinkButton kind="main" href={links.sellerEditOffer(offer.demandId)}>
          {offer.status === 'draft' ? '继续填写' : '更新报价'}
        </LinkButton>
      )}
      {again && (
        <LinkButton kind="main" href={links.sellerEditOffer(offer.demandId)}>
          重新报价
        </LinkButton>
      )}
      {offer.orderId !== null && (
        <LinkButton kind="main" href={links.sellerOrder(offer.orderId)}>
          查看订单
        </LinkButton>
      )}
      {offer.current.version > 0 && <ThreadButton offer={offer} side="seller" who="需求方" className="max-md:h-11" />}
      {(allowed.includes('withdraw') || offer.status === 'draft') && (
        <Button kind="danger" onClick={store.askWithdrawal}>
          {offer.status === 'draft' ? '删除草稿' : '撤回报价'}
        </Button>
      )}
    </div>
  )
}

/** The offer in short, where its demand stands, and what can be done now. */
export const SellerOfferHead = ({ offer, now }: Props) => {
  const { current } = offer
  return (
    <section className="rounded-lg border border-line bg-surface p-4 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <StateBadge {...offerLabels[offer.status]} form="tint" />
        {offer.sealed && <StateBadge tone="mute" label="密封" form="tint" />}
        <span className="text-sm text-ink-3">
          {offer.offerNo}
          {current.version > 0 && ` · 第 ${current.version} 版`}
        </span>
      </div>
      <h1 className="mt-3 text-2xl font-semibold">
        <a href={links.demandDetail(offer.demandId)} className="hover:text-accent">
          {keptTogether(offer.demandTitle)}
        </a>
      </h1>
      <dl className="mt-4 flex flex-wrap gap-x-12 gap-y-3">
        <div>
          <dt className="text-sm text-ink-3">总价</dt>
          <dd>
            <Price fen={current.total} size="lg" />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">总周期</dt>
          <dd className="text-2xl font-semibold">
            {current.durationDays === unfilled.number ? '--' : `${current.durationDays} 天`}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">有效期至</dt>
          <dd className="leading-7">{current.validUntil === unfilled.moment ? '--' : dateTime(current.validUntil)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">需求 {offer.demandNo}</dt>
          <dd className="flex flex-wrap items-center gap-x-3 leading-7">
            <StateBadge {...demandLabels[offer.demandStatus]} />
            {offer.demandStatus === 'open' && <Countdown until={offer.deadline} now={now} />}
          </dd>
        </div>
      </dl>
      <Doing offer={offer} now={now} />
    </section>
  )
}
