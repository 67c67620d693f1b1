import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DemandStep } from '../../contract/demands/offer-decisions.ts'
import { demandStepLabel, offerStepLabel } from '../../domain/demands/history-labels.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/demands/buyer-demand.ts'
import { demandHistory, loadDemandHistory } from '../../stores/demands/buyer-demand.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Timeline } from '../../ui/navigation/Timeline.tsx'
import type { TimelineEntry } from '../../ui/navigation/timeline-class.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton, TableSkeleton } from '../list/TableSkeleton.tsx'
import { DemandHead } from './DemandHead.tsx'
import { DemandDialogs } from './DemandDialogs.tsx'
import { OwnReference } from '../accounts/open-api/OwnReference.tsx'
import { ItemProgramme } from '../projects/programmes/ItemProgramme.tsx'
import { FollowUps } from './FollowUps.tsx'
import { AnnexReaders } from './annexes/AnnexReaders.tsx'
import { Compare } from './deciding/Compare.tsx'
import { DealDialog, RejectDialog } from './deciding/decision-dialogs.tsx'
import { OfferThread } from './deciding/OfferThread.tsx'
import { EvaluationPanel } from './evaluations/EvaluationPanel.tsx'
import { SupplierInvites } from './matching/SupplierInvites.tsx'
import { isOfferSubmitted } from '../../domain/demands/offer-states.ts'
import { isDemandDraft, isDemandInReview, isDemandRejected, isDemandOpen } from '../../domain/demands/demand-states.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import * as offerChanges from '../../stores/demands/deciding/offer-changes.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { OfferVersions } from './deciding/OfferVersions.tsx'

/** Note of a step: the version's total, or the reason. */
const noteOf = ({ total, reason, event, entity }: DemandStep): string | undefined => {
  const sum = total === null ? [] : [`总价 ¥${yuan(total)}`]
  const sealed = entity === 'offer' && event === 'submit' && total === null
  const under = sealed ? ['内容截止后可见'] : []
  return [reason, ...sum, ...under].filter((part) => part !== '').join('，') || undefined
}

/** Who took the step, unless obvious from its title: offers come from the supplier. */
const byOf = ({ entity, event, by }: DemandStep): string =>
  entity === 'offer' && (event === 'submit' || event === 'withdraw') ? '' : by

const entryOf = (step: DemandStep, index: number): TimelineEntry => ({
  tone: index === 0 ? 'go' : 'mute',
  title: step.entity === 'demand' ? demandStepLabel(step) : `${step.supplier}：${offerStepLabel(step)}`,
  note: [byOf(step), noteOf(step)].filter(Boolean).join(' · ') || undefined,
  iso: step.at,
  time: monthMinute(step.at),
})

/** 动态: timeline of the demand and its offers, newest first. */
const DemandTimeline = () => {
  const state = useStore(demandHistory)
  return (
    <section className="mt-8 rounded-lg border border-line bg-surface" aria-label="动态">
      <h2 className="border-b border-line px-5 py-3 text-lg font-semibold">动态</h2>
      <div className="p-5">
        <AsyncContent
          state={state}
          what="动态"
          onRetry={() => void loadDemandHistory()}
          frame={cardFrame}
          skeleton={<CardSkeleton lines={4} />}
        >
          {(steps) =>
            steps.length === 0 ? (
              <p className="text-ink-3">提交后的每一步会记录在这里。</p>
            ) : (
              <Timeline entries={steps.toReversed().map(entryOf)} />
            )
          }
        </AsyncContent>
      </div>
    </section>
  )
}

type Props = {
  /** Null when the address contains none. */
  demandId: number | null
  /** Id of the signed-in user, for drafts in this browser. */
  who: number
  now: string
}

const nothing: store.Received = { offers: [], sealed: [] }

/** Changes between the versions of one offer. */
const OfferChanges = ({ questions }: { questions: DemandDetail['questions'] }) => {
  const offer = useStore(offerChanges.changedOffer)
  const state = useStore(offerChanges.changedOfferVersions)
  if (offer === null) return null
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={offerChanges.closeOfferChanges}
      title={`${offer.shortName}的历次报价`}
      text={`${offer.offerNo}，每次提交的版本都不可更改。`}
    >
      <AsyncContent
        state={state}
        what="历次报价"
        onRetry={() => void offerChanges.loadOfferChanges()}
        skeleton={<div className="skeleton h-48 rounded-lg" />}
      >
        {(versions) => <OfferVersions versions={versions} questions={questions} />}
      </AsyncContent>
    </Dialog>
  )
}

/** One of the company's demands: requirements, comparison of offers, timeline. */
export const BuyerDemand = ({ demandId, who, now }: Props) => {
  const demand = useStore(store.buyerDemand)
  const received = useStore(store.receivedOffers)
  useEffect(() => {
    if (demandId === null) return
    void store.startBuyerDemand(demandId)
    return store.followBuyerDemand()
  }, [demandId])
  if (demandId === null) {
    return cardFrame(
      <EmptyState drawing="lost" title="未指明需求" text="请从“我的需求”中打开。">
        <LinkButton kind="main" href={links.buyerDemands()}>
          我的需求
        </LinkButton>
      </EmptyState>,
    )
  }
  const list = received.at === 'ready' ? received.content : nothing
  const standing = list.offers.filter(({ status }) => isOfferSubmitted(status))
  const done = (what: string) =>
    what === 'delete' ? location.replace(links.buyerDemands()) : void store.loadBuyerDemand()
  return (
    <>
      <AsyncContent
        state={demand}
        what="需求"
        heading="需求与报价"
        permission="my_requirement"
        onRetry={() => void store.loadBuyerDemand()}
        frame={cardFrame}
        skeleton={
          <>
            <CardSkeleton lines={7} className="min-h-[366px]" />
            <div className="mt-8">
              <TableSkeleton />
            </div>
          </>
        }
      >
        {(content) => (
          <>
            <DemandHead demand={content} now={now} />
            <OwnReference kind="demand" side="buyer" id={content.demandId} />
            <ItemProgramme kind="demand" itemId={content.demandId} />
            <EvaluationPanel demand={content} who={who} />
            {!isDemandDraft(content.status) &&
              !isDemandInReview(content.status) &&
              !isDemandRejected(content.status) && (
                <AsyncContent
                  state={received}
                  what="报价"
                  permission="my_requirement"
                  onRetry={() => void store.loadReceivedOffers()}
                  frame={cardFrame}
                  skeleton={
                    <div className="mt-8">
                      <TableSkeleton rows={8} />
                    </div>
                  }
                >
                  {(list) => <Compare demand={content} {...list} now={now} />}
                </AsyncContent>
              )}
            {content.confidential && <AnnexReaders demandId={content.demandId} />}
            {isDemandOpen(content.status) && <SupplierInvites demandId={content.demandId} />}
            <FollowUps entity="demand" entityId={content.demandId} />
            <DemandTimeline />
            <OfferChanges questions={content.questions} />
            <RejectDialog open={isDemandOpen(content.status)} onDone={() => void store.loadBuyerDemand()} />
          </>
        )}
      </AsyncContent>
      <DealDialog others={Math.max(0, standing.length - 1)} sealed={list.sealed.length} />
      <OfferThread
        demandId={demandId}
        statusOf={(offerId) => list.offers.find((offer) => offer.offerId === offerId)?.status}
        onSent={() => void store.loadReceivedOffers()}
      />
      <DemandDialogs now={now} onDone={done} />
      <Toaster />
    </>
  )
}
