import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { needsDecisionReason } from '../../../domain/demands/evaluation.ts'
import { awardBlocker } from '../../../domain/demands/award.ts'
import { offerLabels, isOfferAccepted } from '../../../domain/demands/offer-states.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/orders/offer-order.ts'
import { LinkButton, Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { OfferTermsView } from '../../demands/offers/OfferTermsView.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { paymentPlan } from '../../../domain/demands/compare-cells.ts'
import { isStage } from '../../../domain/demands/offer-terms.ts'
import { yuan } from '../../../domain/money.ts'
import { finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import { daysAfter } from '../../../domain/time-input.ts'
import { date } from '../../../domain/time.ts'
import { pendingRequisitionOf } from '../../../stores/orders/requisitions/pending-requisition.ts'
import { chargeRefusal } from '../../../stores/orders/budgets/charge.ts'
import { ChargeChoice } from '../budgets/ChargeChoice.tsx'
import { PendingNotice } from '../requisitions/PendingNotice.tsx'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import { Price } from '../../../ui/card/Price.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'

const submit = () =>
  void store.submitOfferOrder().then((order) => {
    if (order !== undefined) location.assign(links.buyerOfferOrder(order.orderId))
  })

/** Total, payment schedule, remark to the supplier, cost centre, and the order button. */
const OfferOrderFoot = ({
  content: { offer, demand, results, costCentres, needsCostCentre },
  now,
}: {
  content: store.OfferForOrder
  now: string
}) => {
  const { remark, decisionNote, costCentre, projectCode, noteMissing, sending, failure } = useStore(
    store.offerOrderForm,
  )
  const [first] = paymentPlan(offer)
  const requisition = failure === null ? undefined : pendingRequisitionOf(failure)
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'remark')?.message
  return (
    <aside className="rounded-lg border border-line bg-surface desk:sticky desk:top-20" aria-label="提交订单">
      <div className="border-b border-line p-5">
        <p className="text-ink-3">订单总额</p>
        <Price fen={offer.current.total} size="xl" />
        {first !== undefined && !isStage(first) && (
          <p className="mt-2 text-sm text-ink-2">
            供应商确认后先付{first.name} ¥{yuan(first.fen)}
          </p>
        )}
        <ul className="mt-3 space-y-1.5 text-sm text-ink-2">
          {paymentPlan(offer).map(({ name, percent, dueDays, deliverables, fen }, index) => (
            <li key={`${name}${index}`} className="flex flex-wrap justify-between gap-x-3">
              <span>
                {name} {percent}%
                <span className="ml-1.5 text-ink-3">
                  {deliverables === '' ? `${date(daysAfter(now, dueDays))} 前` : `验收后 ${finalPaymentDays} 天内`}
                </span>
              </span>
              <span>¥{yuan(fen)}</span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-xs text-ink-3">应付日自今天起按报价中的天数推算，以供应商确认的订单为准。</p>
      </div>
      <div className="p-5">
        {requisition !== undefined && (
          <div className="mb-4">
            <PendingNotice requisition={requisition} />
          </div>
        )}
        {failure !== null && fault === undefined && requisition === undefined && (
          <div className="mb-4">
            <Notice tone="bad" title={chargeRefusal(failure)}>
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
          onChange={(event) => store.setOfferOrderRemark(event.target.value)}
        />
        <Textarea
          className="mt-4"
          label="定标说明"
          required={needsDecisionReason(results, offer.offerId)}
          hint="仅本企业可见，随定标依据存证"
          rows={2}
          maxLength={500}
          typed={decisionNote.length}
          value={decisionNote}
          error={noteMissing ? '未选评分第一名，请写明原因' : undefined}
          onChange={(event) => store.setDecisionNote(event.target.value)}
        />
        {(costCentres.length > 0 || needsCostCentre) && (
          <div className="mt-4">
            <ChargeChoice
              centres={costCentres}
              isRequired={needsCostCentre}
              charge={{ costCentre, projectCode }}
              amount={offer.current.total}
              onChange={store.chooseOfferCharge}
            />
          </div>
        )}
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

/** Why the offer cannot become an order; undefined if it can. */
function blockedReason({ offer, demand }: store.OfferForOrder): string | undefined {
  const { status, sealed, current, certified } = offer
  const offered = { status, sealed, certified, validUntil: new Date(current.validUntil) }
  switch (awardBlocker(demand.status, offered, new Date())) {
    case null:
      return undefined
    case 'offerExpired':
      return '这份报价已过有效期，请与供应商确认后由其更新。'
    case 'supplierNotCertified':
      return '该供应商的企业认证已失效，暂不能选定其报价。'
    case 'demandDecided':
      return isOfferAccepted(status) ? '这份报价已选定，订单已生成。' : '该需求已选定其他报价。'
    default:
      return `这份报价：${offerLabels[status].label}，不能选定。`
  }
}

const Parties = ({ offer, demand }: store.OfferForOrder) => (
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

const Ended = ({ reason, content }: { reason: string; content: store.OfferForOrder }) => (
  <div className="mb-4">
    <Notice tone={isOfferAccepted(content.offer.status) ? 'good' : 'act'} title={reason}>
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

/** Order confirmation of a received offer: terms, payment schedule, submit. */
export const OfferOrder = ({ offerId, now }: { offerId: number; now: string }) => {
  const state = useStore(store.offerForOrder)
  useEffect(() => void store.startOfferOrder(offerId), [offerId])
  return (
    <AsyncContent
      state={state}
      what="报价"
      heading="确认订单"
      permission="my_requirement"
      onRetry={() => void store.loadOfferForOrder()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={12} />}
    >
      {(content) => {
        const { offer, demand } = content
        const reason = blockedReason(content)
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
    </AsyncContent>
  )
}
