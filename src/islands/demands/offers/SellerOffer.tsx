import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { demandStepLabel, offerStepLabel } from '../../../domain/demands/history-labels.ts'
import { links } from '../../../domain/links.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/offers/seller-offers.ts'
import { LinkButton, Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { FollowUps } from '../FollowUps.tsx'
import { OfferTermsView } from './OfferTermsView.tsx'
import { OfferThread } from '../deciding/OfferThread.tsx'
import { OfferVersions } from '../deciding/OfferVersions.tsx'
import { SellerOfferHead, WithdrawDialog } from './SellerOfferHead.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { isOfferSubmitted } from '../../../domain/demands/offer-states.ts'
import type { OfferVersion } from '../../../contract/demands/offer-view.ts'
import { offerHashText } from '../../../domain/demands/offer-hash.ts'
import { verifyOfferHash } from '../../../stores/demands/deciding/verify-offer-hash.ts'
import type { HashVerification } from '../../../stores/verify-hash.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { copyText } from '../../copy-text.ts'
import { CopyRow } from '../offer-form/CopyRow.tsx'

type Step = store.SellerOffer['history'][number]

/** Steps with the acting company, newest first. */
const entriesOf = (history: readonly Step[], words: (step: Step) => string) =>
  history.toReversed().map((step, index) => ({
    tone: index === 0 ? ('go' as const) : ('mute' as const),
    title: words(step),
    note: [step.by, step.reason].filter((part) => part !== '').join(' · '),
    time: monthMinute(step.at),
    iso: step.at,
  }))

const OfferHistory = ({
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

/** Notices: an unsubmitted change, or the effect of the seal. */
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
    {offer.sealed && isOfferSubmitted(offer.status) && (
      <div className="mb-4">
        <Notice tone="go" title="报价密封中">
          {dateTime(offer.deadline).slice(0, 16)} 截止后自动开启；在此之前需求方只看到贵企业已报价、提交时间与指纹。
        </Notice>
      </div>
    )}
  </>
)

const Versions = ({ offer }: { offer: store.SellerOffer }) => {
  const versions = useStore(store.offerVersions)
  return (
    <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6">
      <h2 className="mb-4 text-lg font-semibold">历次版本</h2>
      <AsyncContent
        state={versions}
        what="历次版本"
        onRetry={() => void store.loadOfferVersions()}
        skeleton={<span className="skeleton block h-24 w-full" aria-hidden />}
      >
        {(all) => <OfferVersions versions={all} questions={offer.questions} />}
      </AsyncContent>
    </section>
  )
}

type Props = { offerNo: string; version: OfferVersion }

const outcomes: Record<HashVerification, { tone: 'good' | 'bad' | 'act'; label: string }> = {
  same: { tone: 'good', label: '一致：内容与提交时固定的指纹相符' },
  different: { tone: 'bad', label: '不一致：所示内容与指纹不符，请联系平台客服' },
  cannot: { tone: 'act', label: '当前浏览器或连接不支持计算，请复制原文后自行核对' },
}

function sealText({ sealed, openedAt }: OfferVersion): string {
  if (!sealed) return '公开报价'
  return openedAt === null ? '密封报价，尚未开启' : `密封报价，已于 ${dateTime(openedAt)} 开启`
}

/** Receipt of a version: its hash and salt, verified in this browser on request. */
const OfferReceipt = ({ offerNo, version }: Props) => {
  const [outcome, setOutcome] = useState<HashVerification | null>(null)
  return (
    <div>
      <p className="text-sm text-ink-2">
        第 {version.version} 版 · {dateTime(version.createdAt)} 提交 · {sealText(version)}
      </p>
      <dl className="mt-3 space-y-3">
        <CopyRow label="指纹（SHA-256）" text={version.hash} what="指纹" />
        <CopyRow label="盐值" text={version.salt} what="盐值" />
      </dl>
      <div className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
        <Button size="sm" kind="outline" onClick={() => void verifyOfferHash(offerNo, version).then(setOutcome)}>
          核对指纹
        </Button>
        <span role="status">{outcome !== null && <StateBadge {...outcomes[outcome]} />}</span>
      </div>
      <details className="mt-3 text-sm text-ink-3 print:hidden">
        <summary className="text-accent hover:underline">如何自行核对</summary>
        <p className="mt-2">
          指纹是下面这段原文（UTF-8）的
          SHA-256，以十六进制书写。原文依次为报价编号、版本、明细、付款节点、周期、有效期、说明、回答、附件与盐值；用任何
          SHA-256 工具计算原文，结果应与指纹相同。
        </p>
        <p className="mt-2 max-h-32 overflow-y-auto rounded-md bg-surface-2 p-2 font-mono break-all" tabIndex={0}>
          {offerHashText({ ...version, offerNo })}
        </p>
        <Button
          size="sm"
          className="mt-2"
          onClick={() => void copyText(offerHashText({ ...version, offerNo }), '原文')}
        >
          复制原文
        </Button>
      </details>
    </div>
  )
}

/** One of the company's own offers: terms, receipt, versions, timeline. */
export const SellerOffer = ({ offerId, now }: { offerId: number | null; now: string }) => {
  const state = useStore(store.sellerOffer)
  useEffect(() => {
    if (offerId === null) return
    void store.startSellerOffer(offerId)
    return store.followSellerOffer()
  }, [offerId])
  if (offerId === null) {
    return cardFrame(
      <EmptyState drawing="lost" title="未指明报价" text="请从“我的报价”中打开。">
        <LinkButton kind="main" href={links.sellerOffers()}>
          我的报价
        </LinkButton>
      </EmptyState>,
    )
  }
  return (
    <>
      <AsyncContent
        state={state}
        what="报价"
        heading="报价详情"
        permission="my_supply"
        onRetry={() => void store.loadSellerOffer()}
        frame={cardFrame}
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
              <OfferHistory
                title="报价经过"
                history={offer.history}
                words={offerStepLabel}
                none="提交后的每一步会记录在这里。"
              />
              <OfferHistory
                title="需求进展"
                history={offer.demandHistory}
                words={demandStepLabel}
                none="需求公开后的每一步会记录在这里。"
              />
            </div>
            <FollowUps entity="offer" entityId={offer.offerId} />
            <OfferThread
              demandId={offer.demandId}
              statusOf={() => offer.status}
              onSent={() => void store.loadSellerOffer()}
            />
            <WithdrawDialog offer={offer} />
          </>
        )}
      </AsyncContent>
      <Toaster />
    </>
  )
}
