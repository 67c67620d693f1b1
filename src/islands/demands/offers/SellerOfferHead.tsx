import { demandLabels, isDemandOpen, takesOffers } from '../../../domain/demands/demand-states.ts'
import { offerLabels, offerTransitions, isOfferDraft, mayOfferAgain } from '../../../domain/demands/offer-states.ts'
import { unfilled } from '../../../domain/demands/offer-terms.ts'
import { matchText } from '../../../domain/demands/required-qualifications.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import { allowedEvents } from '../../../domain/transition.ts'
import { withNonBreakingSpaces } from '../../../domain/title-breaks.ts'
import * as store from '../../../stores/demands/offers/seller-offers.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Countdown } from '../../../ui/feedback/Countdown.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { ThreadButton } from '../deciding/ThreadButton.tsx'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'

type Props = { offer: store.SellerOffer; now: string }

const OfferActions = ({ offer, now }: Props) => {
  const allowed = allowedEvents(offerTransitions, offer.status, 'seller')
  const takes = takesOffers(offer.demandStatus, offer.deadline, now)
  // A withdrawn, rejected or expired offer may be followed by another while the demand is open.
  const again = takes && mayOfferAgain(offer.status)
  return (
    <div className="mt-5 flex flex-wrap gap-2 print:hidden">
      {takes && allowed.includes('submit') && (
        <LinkButton kind="main" href={links.sellerEditOffer(offer.demandId)}>
          {isOfferDraft(offer.status) ? '继续填写' : '更新报价'}
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
      {(allowed.includes('withdraw') || isOfferDraft(offer.status)) && (
        <Button kind="danger" onClick={store.openWithdrawal}>
          {isOfferDraft(offer.status) ? '删除草稿' : '撤回报价'}
        </Button>
      )}
    </div>
  )
}

/** Summary of the offer, state of its demand, actions. */
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
          {withNonBreakingSpaces(offer.demandTitle)}
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
            {current.durationDays === unfilled.number ? '未填写' : `${current.durationDays} 天`}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">有效期至</dt>
          <dd className="leading-7">
            {current.validUntil === unfilled.moment ? '未填写' : dateTime(current.validUntil)}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">需求 {offer.demandNo}</dt>
          <dd className="flex flex-wrap items-center gap-x-3 leading-7">
            <StateBadge {...demandLabels[offer.demandStatus]} />
            {isDemandOpen(offer.demandStatus) && <Countdown until={offer.deadline} now={now} />}
          </dd>
        </div>
        {offer.required.map((match) => (
          <div key={`${match.label} ${match.asked}`}>
            <dt className="text-sm text-ink-3">要求的资质 {match.asked}</dt>
            <dd className="leading-7">
              <StateBadge tone={match.isMet ? 'good' : 'act'} label={matchText(match)} />
            </dd>
          </div>
        ))}
      </dl>
      <OfferActions offer={offer} now={now} />
    </section>
  )
}

/** Withdraws an offer with a reason; deletes a draft without one. */
export const WithdrawDialog = ({ offer }: { offer: store.SellerOffer }) => {
  const now = useStore(store.withdrawal)
  if (now.at === 'none') return null
  const draft = isOfferDraft(offer.status)
  const send = (reason: string) =>
    void store.withdrawOffer(reason).then((worked) => {
      if (!worked) return
      if (draft) return location.replace(links.sellerOffers())
      toast.success('报价已撤回，需求方会收到通知')
      void store.loadSellerOffer()
    })
  if (draft) {
    return (
      <Confirm
        open
        onCancel={store.closeWithdrawal}
        onConfirm={() => send('')}
        title="删除草稿"
        text={now.failure ? now.failure.message : '填写的内容将被删除，不能恢复。'}
        confirm="删除"
        danger
        busy={now.at === 'sending'}
      />
    )
  }
  return (
    <ReasonDialog
      open
      title="撤回报价"
      text="撤回后需求方不能再选定这份报价；截止前可以重新报价。"
      label="撤回原因"
      confirm="撤回报价"
      busy={now.at === 'sending'}
      failure={now.failure}
      onCancel={store.closeWithdrawal}
      onConfirm={send}
    />
  )
}
