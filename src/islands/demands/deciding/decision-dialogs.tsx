import { useStore } from '@nanostores/react'
import type { OfferView } from '../../../contract/demands/offer-view.ts'
import { paymentPlan } from '../../../domain/demands/compare-cells.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { date } from '../../../domain/time.ts'
import { offerToAward, closeDealDialog } from '../../../stores/demands/buyer-demand.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import * as store from '../../../stores/demands/deciding/offer-reject.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { DecisionReason, useReasonMissing } from './DecisionReason.tsx'

type Props = {
  /** Number of other offers that end with the award. */
  others: number
  /** Number of sealed offers that would end unread. */
  sealed: number
}

/** Consequences of the award; the order itself is confirmed on its own page. */
export const DealDialog = (props: Props) => {
  const offer = useStore(offerToAward)
  return offer === null ? null : <OpenDealDialog {...props} offer={offer} />
}

const OpenDealDialog = ({ others, sealed, offer }: Props & { offer: OfferView }) => {
  const isReasonMissing = useReasonMissing(offer.offerId)
  const { total, durationDays, validUntil } = offer.current
  const ends = others > 0 ? `提交订单后需求定标，其余 ${others} 份报价自动结束。` : '提交订单后需求定标。'
  return (
    <Dialog
      open
      width="md"
      onClose={closeDealDialog}
      persistsInput
      title={`选定 ${offer.shortName}`}
      text={`${ends}供应商未接单时，仍在有效期内的报价会恢复。`}
      actions={
        <>
          <Button onClick={closeDealDialog}>取消</Button>
          {isReasonMissing ? (
            <Button kind="main" disabled>
              去确认订单
            </Button>
          ) : (
            <LinkButton kind="main" href={links.buyerConfirmOffer(offer.offerId)}>
              去确认订单
            </LinkButton>
          )}
        </>
      }
    >
      {sealed > 0 && (
        <div className="mb-4">
          <Notice tone="act" title={`还有 ${sealed} 份密封报价没有开启`}>
            截止后才能看到内容；现在选定，这些报价将不再开启。
          </Notice>
        </div>
      )}
      <dl className="grid grid-cols-[88px_1fr] gap-y-2">
        <dt className="text-ink-3">供应商</dt>
        <dd>{offer.companyName}</dd>
        <dt className="text-ink-3">总价</dt>
        <dd>
          <Price fen={total} size="lg" />
        </dd>
        <dt className="text-ink-3">总周期</dt>
        <dd>{durationDays} 天</dd>
        <dt className="text-ink-3">有效期至</dt>
        <dd>{date(validUntil)}</dd>
      </dl>
      <h3 className="mt-4 mb-1 font-medium">付款计划</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {paymentPlan(offer).map(({ name, percent, dueDays, fen }, index) => (
          <li key={`${name}${index}`} className="flex justify-between gap-4 px-4 py-2">
            <span>
              {name}
              <span className="ml-2 text-sm text-ink-3">开工后第 {dueDays} 天</span>
            </span>
            <span className="whitespace-nowrap">
              ¥{yuan(fen)} <span className="text-sm text-ink-3">{percent}%</span>
            </span>
          </li>
        ))}
      </ul>
      <DecisionReason offerId={offer.offerId} />
    </Dialog>
  )
}

/** Dialog with which a buyer rejects one offer. */
export const RejectDialog = ({ open, onDone }: { open: boolean; onDone: () => void }) => {
  const rejection = useStore(store.rejection)
  if (rejection.at === 'none') return null
  const { offer, failure } = rejection
  const send = (reason: string) =>
    void store.rejectOffer(reason).then((worked) => {
      if (!worked) return
      toast.success(`已婉拒 ${offer.shortName} 的报价，对方会收到通知`)
      onDone()
    })
  return (
    <ReasonDialog
      open
      title={`婉拒 ${offer.shortName}`}
      text={open ? '对方会看到您写的原因，截止前可以重新报价。' : '对方会看到您写的原因；报价已截止，婉拒后不能恢复。'}
      label="婉拒原因"
      confirm="婉拒报价"
      busy={rejection.at === 'sending'}
      failure={failure}
      onCancel={store.closeRejection}
      onConfirm={send}
    />
  )
}
