import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { BuyerDecision } from '../../../contract/orders/deal-record.ts'
import { spreadText } from '../../../domain/demands/evaluation-rows.ts'
import { criteriaText, evaluatorLabels, hundredthsText, scaleLabels } from '../../../domain/demands/evaluation.ts'
import { shortHash } from '../../../domain/orders/deal-record.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/buyer-decision.ts'
import type { HashVerification } from '../../../stores/verify-hash.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { HashState } from '../../demands/deciding/SealProof.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

/** Fingerprint of a decision, recomputed in this browser from what is displayed; salt and text for other tools. */
const Fingerprint = ({ decision }: { decision: BuyerDecision }) => {
  const [came, setCame] = useState<HashVerification | null>(null)
  useEffect(() => void store.verifyDecisionHash(decision).then(setCame), [decision])
  return (
    <>
      <p className="text-sm text-ink-3">
        <time dateTime={decision.at}>{dateTime(decision.at)}</time>
        <span className="ml-3" title={decision.hash}>
          指纹 <span className="font-mono">{shortHash(decision.hash)}</span>，已写入存证记录；供应商只见指纹，不见内容。
        </span>
        <HashState came={came} />
      </p>
      <details className="text-sm text-ink-3 print:hidden">
        <summary className="cursor-pointer text-accent max-md:min-h-11">指纹的原文</summary>
        <p className="mt-2">SHA-256（UTF-8），第一行是随机数，第二行是定标依据：</p>
        <p className="mt-1 font-mono break-all">{decision.salt}</p>
        <p className="font-mono break-all">{decision.body}</p>
        <p className="mt-1 font-mono break-all">= {decision.hash}</p>
      </details>
    </>
  )
}

const Basis = ({ decision }: { decision: BuyerDecision }) => {
  const { criteria, scale, results, offers, suppliers, evaluators, people, chosenOfferId, note } = decision
  const supplierOf = (offerId: number) => {
    const companyId = offers.find((offer) => offer.offerId === offerId)?.companyId
    return suppliers.find((one) => one.companyId === companyId)?.shortName ?? ''
  }
  return (
    <div className="space-y-3 rounded-lg border border-line bg-surface p-4 desk:px-6">
      {scale !== null && (
        <p>
          {criteriaText(criteria)}
          <span className="ml-3 text-sm text-ink-3">{scaleLabels[scale]}</span>
        </p>
      )}
      {evaluators.length > 0 && (
        <p className="text-sm text-ink-2">
          评分人：
          {evaluators
            .map(
              ({ userId, status, isIn }) =>
                `${people.find((one) => one.userId === userId)?.name ?? '已注销的成员'}（${isIn ? '已评分' : evaluatorLabels[status].label}）`,
            )
            .join('、')}
        </p>
      )}
      {results.length > 0 && (
        <ol className="divide-y divide-line rounded-lg border border-line">
          {results
            .toSorted((a, b) => a.rank - b.rank)
            .map((result) => (
              <li key={result.offerId} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
                <span className={result.offerId === chosenOfferId ? 'font-medium' : ''}>
                  第 {result.rank} 名 {supplierOf(result.offerId)}
                  {result.offerId === chosenOfferId && '（选定）'}
                </span>
                <span>
                  {hundredthsText(result.total)}
                  <span className="ml-3 text-sm text-ink-3">{spreadText(result)}</span>
                </span>
              </li>
            ))}
        </ol>
      )}
      {note !== '' && (
        <p className="whitespace-pre-line">
          <span className="text-ink-3">定标说明：</span>
          {note}
        </p>
      )}
      <Fingerprint decision={decision} />
    </div>
  )
}

/** 定标依据 of an order from a demand; nothing where none was recorded. Buyers only. */
export const OrderDecision = ({ orderId }: { orderId: number }) => {
  const state = useStore(store.buyerDecision)
  useEffect(() => void store.startBuyerDecision(orderId), [orderId])
  if (state.at === 'loading' || (state.at === 'ready' && state.content === null)) return null
  return (
    <section className="mt-6" aria-label="定标依据">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">定标依据</h2>
        {state.at === 'ready' &&
          state.content !== null &&
          (state.content.verified ? (
            <StateBadge tone="good" label="校验通过" />
          ) : (
            <StateBadge tone="bad" label="校验不通过" />
          ))}
        <span className="text-sm text-ink-3">仅本企业可见</span>
      </div>
      <AsyncContent
        state={state}
        what="定标依据"
        permission="my_orders"
        onRetry={() => void store.loadBuyerDecision()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={3} />}
      >
        {(decision) => decision !== null && <Basis decision={decision} />}
      </AsyncContent>
    </section>
  )
}
