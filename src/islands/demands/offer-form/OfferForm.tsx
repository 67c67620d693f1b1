import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import { links } from '../../../domain/links.ts'
import { countdown, dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/offer-form/offer-form.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { OfferFields } from './OfferFields.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { isDemandAwarded, isDemandOpen, isDemandEvaluating } from '../../../domain/demands/demand-states.ts'
import { isOfferAccepted } from '../../../domain/demands/offer-states.ts'

type Props = { demandId: number | null; who: number; now: string }

/** Why this company cannot make an offer now; null if it can. */
function whyClosed(demand: DemandDetail, now: string): { title: string; text: string } | null {
  if (demand.mine)
    return { title: '这是贵企业发布的需求', text: '不能对本企业发布的需求报价，可在“我的需求”中查看收到的报价。' }
  if (isDemandAwarded(demand.status)) return { title: '需求方已选定报价', text: '这条需求已定标，不再接受报价。' }
  if (!isDemandOpen(demand.status) && !isDemandEvaluating(demand.status))
    return { title: '需求已结束', text: '需求方已关闭这条需求，或需求已过期。' }
  if (isDemandEvaluating(demand.status) || countdown(demand.deadline, now).at === 'over')
    return { title: '已过报价截止时间', text: `报价已于 ${dateTime(demand.deadline)} 截止，需求方正在评选。` }
  if (demand.invitedOnly && !demand.invited)
    return { title: '仅限受邀供应商报价', text: '贵企业未受邀请，可先在需求页面联系需求方。' }
  return null
}

const Closed = ({ start, why }: { start: store.OfferStart; why: { title: string; text: string } }) => (
  <EmptyState drawing="locked" title={why.title} text={why.text}>
    {start.demand.mine ? (
      <LinkButton kind="main" href={links.buyerDemand(start.demand.demandId)}>
        查看收到的报价
      </LinkButton>
    ) : (
      start.offer !== null && (
        <LinkButton kind="main" href={links.sellerOffer(start.offer.offerId)}>
          查看我的报价
        </LinkButton>
      )
    )}
    <LinkButton href={links.demandHall({ openOnly: 1 })}>查看其他需求</LinkButton>
  </EmptyState>
)

/** Form for an offer on a demand, or a new version of it. */
export const OfferForm = ({ demandId, who, now }: Props) => {
  const state = useStore(store.offerStart)
  const load = () => {
    if (demandId !== null) void store.startOfferForm(who, demandId, now)
  }
  // Loads once per page arguments.
  useEffect(load, [demandId, who, now])
  if (demandId === null) {
    return cardFrame(
      <EmptyState drawing="lost" title="未指明需求" text="请从需求大厅选择一条需求来报价。">
        <LinkButton kind="main" href={links.demandHall()}>
          需求大厅
        </LinkButton>
      </EmptyState>,
    )
  }
  return (
    <>
      <AsyncContent
        state={state}
        what="需求"
        permission="my_supply"
        onRetry={load}
        frame={cardFrame}
        skeleton={
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
            <CardSkeleton lines={18} className="min-h-[900px]" />
            <CardSkeleton lines={6} />
          </div>
        }
      >
        {(start) => {
          const why = isOfferAccepted(start.offer?.status)
            ? { title: '您的报价已中标', text: '订单已生成，请在订单中继续。' }
            : whyClosed(start.demand, now)
          return why === null ? (
            <OfferFields start={start} now={now} onStartOver={() => void store.restartOfferForm(who, demandId, now)} />
          ) : (
            cardFrame(<Closed start={start} why={why} />)
          )
        }}
      </AsyncContent>
      <Toaster />
    </>
  )
}
