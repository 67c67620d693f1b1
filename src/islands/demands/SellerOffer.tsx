import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { demandStepWords, offerStepWords } from '../../domain/demands/history-words.ts'
import { links } from '../../domain/links.ts'
import { dateTime, monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/demands/seller-offer.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FollowUps } from './FollowUps.tsx'
import { OfferReceipt } from './OfferReceipt.tsx'
import { OfferTermsView } from './OfferTermsView.tsx'
import { OfferThread } from './OfferThread.tsx'
import { OfferVersions } from './OfferVersions.tsx'
import { SellerOfferHead } from './SellerOfferHead.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

type Step = store.SellerOffer['history'][number]

/** Steps newest first, with the company behind each of them. */
const entriesOf = (history: readonly Step[], words: (step: Step) => string) =>
  history.toReversed().map((step, index) => ({
    tone: index === 0 ? ('go' as const) : ('mute' as const),
    title: words(step),
    note: [step.by, step.reason].filter((part) => part !== '').join(' · '),
    time: monthMinute(step.at),
    iso: step.at,
  }))

const Past = ({
  title,
  history,
  words,
  none,
}: {
  title: string
  history: readonly Step[]
  words: (step: Step) => string
  none: string
}) => (
  <section className="rounded-lg border border-line bg-surface p-4 md:p-6">
    <h2 className="mb-3 text-lg font-semibold">{title}</h2>
    {history.length === 0 ? <p className="text-ink-3">{none}</p> : <Timeline entries={entriesOf(history, words)} />}
  </section>
)

/** What the supplier should know first: an unsent change, or what the seal means. */
const Notes = ({ offer }: { offer: store.SellerOffer }) => (
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
    {offer.sealed && offer.status === 'submitted' && (
      <div className="mb-4">
        <Notice tone="go" title="报价密封中">
          {dateTime(offer.deadline).slice(0, 16)} 截止后自动开启；在此之前需求方只看到贵企业已报价、提交时间与指纹。
        </Notice>
      </div>
    )}
  </>
)

const Versions = ({ offer }: { offer: store.SellerOffer }) => {
  const versions = useStore(store.versions)
  return (
    <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6">
      <h2 className="mb-4 text-lg font-semibold">历次版本</h2>
      <Shown
        state={versions}
        what="历次版本"
        onRetry={() => void store.loadVersions()}
        skeleton={<span className="skeleton block h-24 w-full" aria-hidden />}
      >
        {(all) => <OfferVersions versions={all} questions={offer.questions} />}
      </Shown>
    </section>
  )
}

/** One offer of the own company: terms, receipt, versions, what happened to it and to its demand. */
export const SellerOffer = ({ offerId, now }: { offerId: number | null; now: string }) => {
  const state = useStore(store.offer)
  useEffect(() => {
    if (offerId === null) return
    void store.start(offerId)
    return store.keepInStep()
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
            <Notes offer={offer} />
            <SellerOfferHead offer={offer} now={now} />
            <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6">
              <h2 className="mb-4 text-lg font-semibold">报价内容</h2>
              <OfferTermsView
                terms={offer.current}
                total={offer.current.total}
                files={offer.current.files}
                questions={offer.questions}
              />
            </section>
            {offer.current.version > 0 && offer.current.hash !== '' && (
              <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6">
                <h2 className="mb-3 text-lg font-semibold">提交回执</h2>
                <OfferReceipt key={offer.current.version} offerNo={offer.offerNo} version={offer.current} />
              </section>
            )}
            <Versions offer={offer} />
            <div className="mt-4 grid items-start gap-4 desk:grid-cols-2">
              <Past
                title="报价经过"
                history={offer.history}
                words={offerStepWords}
                none="提交后的每一步会记录在这里。"
              />
              <Past
                title="需求进展"
                history={offer.demandHistory}
                words={demandStepWords}
                none="需求公开后的每一步会记录在这里。"
              />
            </div>
            <FollowUps entity="offer" entityId={offer.offerId} />
            <OfferThread demandId={offer.demandId} statusOf={() => offer.status} onSaid={() => void store.load()} />
            <WithdrawDialog offer={offer} />
          </>
        )}
      </Shown>
      <Toaster />
    </>
  )
}
