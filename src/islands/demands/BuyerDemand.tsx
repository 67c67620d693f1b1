import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/buyer-demand.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { AnnexReaders } from './AnnexReaders.tsx'
import { Compare } from './Compare.tsx'
import { DealDialog } from './DealDialog.tsx'
import { DemandHead } from './DemandHead.tsx'
import { DemandQuestions } from './DemandQuestions.tsx'
import { DemandTimeline } from './DemandTimeline.tsx'
import { OfferChanges } from './OfferChanges.tsx'
import { OfferThread } from './OfferThread.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { FollowUps } from './FollowUps.tsx'
import { card, Shown } from '../Shown.tsx'
import { SupplierInvites } from './SupplierInvites.tsx'
import { CardSkeleton, TableSkeleton } from '../TableSkeleton.tsx'

type Props = {
  /** Null when the address names none. */
  demandId: number | null
  now: string
}

const nothing: store.Received = { offers: [], sealed: [] }

/** One of the company's demands: what is wanted, the offers side by side, what happened. */
export const BuyerDemand = ({ demandId, now }: Props) => {
  const demand = useStore(store.demand)
  const received = useStore(store.received)
  useEffect(() => {
    if (demandId === null) return
    void store.start(demandId)
    return store.keepInStep()
  }, [demandId])
  if (demandId === null) {
    return card(
      <EmptyState drawing="lost" title="没有指明需求" text="请从“我的需求”中打开。">
        <LinkButton kind="main" href={links.buyerDemands()}>
          我的需求
        </LinkButton>
      </EmptyState>,
    )
  }
  const list = received.at === 'ready' ? received.content : nothing
  const standing = list.offers.filter(({ status }) => status === 'submitted')
  const done = (what: string) => (what === 'delete' ? location.replace(links.buyerDemands()) : void store.load())
  return (
    <>
      <Shown
        state={demand}
        what="需求"
        heading="需求与报价"
        permission="my_requirement"
        onRetry={() => void store.load()}
        frame={card}
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
            {content.status !== 'draft' && content.status !== 'pending_review' && content.status !== 'rejected' && (
              <Shown
                state={received}
                what="报价"
                permission="my_requirement"
                onRetry={() => void store.loadOffers()}
                frame={card}
                skeleton={
                  <div className="mt-8">
                    <TableSkeleton rows={8} />
                  </div>
                }
              >
                {(list) => <Compare demand={content} {...list} now={now} />}
              </Shown>
            )}
            {content.confidential && <AnnexReaders demandId={content.demandId} />}
            {content.status === 'open' && <SupplierInvites demandId={content.demandId} />}
            <FollowUps entity="demand" entityId={content.demandId} />
            <DemandTimeline />
            <OfferChanges questions={content.questions} />
            <RejectDialog open={content.status === 'open'} onDone={() => void store.load()} />
          </>
        )}
      </Shown>
      <DealDialog others={Math.max(0, standing.length - 1)} sealed={list.sealed.length} />
      <OfferThread
        demandId={demandId}
        statusOf={(offerId) => list.offers.find((offer) => offer.offerId === offerId)?.status}
        onSaid={() => void store.loadOffers()}
      />
      <DemandQuestions now={now} onDone={done} />
      <Toaster />
    </>
  )
}
