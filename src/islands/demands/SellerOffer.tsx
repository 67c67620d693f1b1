import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { offerLabels, offerTransitions } from '../../domain/demands/offer-states.ts'
import { offerStepWords } from '../../domain/demands/history-words.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { dateTime, monthMinute } from '../../domain/time.ts'
import { steps } from '../../domain/transition.ts'
import * as store from '../../stores/demands/seller-offer.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Price } from '../../ui/Price.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { OfferTermsView } from './OfferTermsView.tsx'
import { card, Shown } from './Shown.tsx'
import { CardSkeleton } from './TableSkeleton.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const Head = ({ offer }: { offer: store.SellerOffer }) => {
  const allowed = steps(offerTransitions, offer.status, 'seller')
  return (
    <section className="rounded-lg border border-line bg-surface p-4 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <StateBadge {...offerLabels[offer.status]} form="tint" />
        <span className="text-sm text-ink-3">
          {offer.offerNo}
          {offer.current.version > 0 && ` · 第 ${offer.current.version} 版`}
        </span>
      </div>
      <h1 className="mt-3 text-2xl font-semibold">
        <a href={links.demandDetail(offer.demandId)} className="hover:text-accent">
          {offer.demandTitle}
        </a>
      </h1>
      <dl className="mt-4 flex flex-wrap gap-x-12 gap-y-3">
        <div>
          <dt className="text-sm text-ink-3">总价</dt>
          <dd>
            <Price fen={offer.current.total} size="lg" />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">总周期</dt>
          <dd className="text-2xl font-semibold">{offer.current.durationDays} 天</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-3">有效期至</dt>
          <dd className="leading-7">{dateTime(offer.current.validUntil)}</dd>
        </div>
      </dl>
      <div className="mt-5 flex flex-wrap gap-2 print:hidden">
        {allowed.includes('submit') && (
          <LinkButton kind="main" href={links.sellerEditOffer(offer.demandId)}>
            {offer.status === 'draft' ? '继续填写' : '更新报价'}
          </LinkButton>
        )}
        {offer.orderId !== null && (
          <LinkButton kind="main" href={links.sellerOrder(offer.orderId)}>
            查看订单
          </LinkButton>
        )}
        {(allowed.includes('withdraw') || offer.status === 'draft') && (
          <Button kind="danger" onClick={store.askWithdrawal}>
            {offer.status === 'draft' ? '删除草稿' : '撤回报价'}
          </Button>
        )}
      </div>
    </section>
  )
}

const Past = ({ offer }: { offer: store.SellerOffer }) => {
  const history = offer.history.toReversed().map((step, index) => ({
    tone: index === 0 ? ('go' as const) : ('mute' as const),
    title: offerStepWords(step),
    note: step.reason || undefined,
    time: monthMinute(step.at),
    iso: step.at,
  }))
  return (
    <div className="mt-4 grid items-start gap-4 desk:grid-cols-2">
      <section className="rounded-lg border border-line bg-surface p-5">
        <h2 className="mb-3 text-lg font-semibold">历次版本</h2>
        {offer.versions.length === 0 ? (
          <p className="text-ink-3">更新报价后，之前的版本会留在这里。</p>
        ) : (
          <ul className="divide-y divide-line">
            {offer.versions.map(({ version, total, createdAt }) => (
              <li key={version} className="flex justify-between gap-4 py-2">
                <span>
                  第 {version} 版<span className="ml-2 text-sm text-ink-3">{dateTime(createdAt)}</span>
                </span>
                <span>¥{yuan(total)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="rounded-lg border border-line bg-surface p-5">
        <h2 className="mb-3 text-lg font-semibold">经过</h2>
        {history.length === 0 ? (
          <p className="text-ink-3">提交后的每一步会记录在这里。</p>
        ) : (
          <Timeline entries={history} />
        )}
      </section>
    </div>
  )
}

/** One offer of the own company: terms, versions, what happened. */
export const SellerOffer = ({ offerId }: { offerId: number | null }) => {
  const state = useStore(store.offer)
  useEffect(() => {
    if (offerId !== null) void store.start(offerId)
  }, [offerId])
  if (offerId === null) {
    return card(
      <EmptyState drawing="lost" title="没有指明报价" text="请从“我的报价”中打开。">
        <LinkButton kind="main" href={links.sellerOffers()}>
          我的报价
        </LinkButton>
      </EmptyState>,
    )
  }
  return (
    <>
      <Shown
        state={state}
        what="报价"
        heading="报价详情"
        permission="my_supply"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={
          <>
            <CardSkeleton lines={4} className="min-h-[236px]" />
            <CardSkeleton lines={10} className="mt-4" />
          </>
        }
      >
        {(offer) => (
          <>
            {offer.draft !== null && (
              <div className="mb-4">
                <Notice tone="act" title="有一份未提交的修改">
                  需求方看到的仍是第 {offer.current.version} 版。{' '}
                  <a className="text-accent hover:underline" href={links.sellerEditOffer(offer.demandId)}>
                    继续修改
                  </a>
                </Notice>
              </div>
            )}
            <Head offer={offer} />
            <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6">
              <h2 className="mb-4 text-lg font-semibold">报价内容</h2>
              <OfferTermsView terms={offer.current} total={offer.current.total} />
            </section>
            <Past offer={offer} />
            <WithdrawDialog offer={offer} />
          </>
        )}
      </Shown>
      <Toaster />
    </>
  )
}
