import { FileText, LockKeyhole } from 'lucide-react'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import { demandFacts } from '../../domain/demands/demand-facts.ts'
import { budgetPlaceholder } from '../../domain/demands/demand-rules.ts'
import {
  demandLabels,
  isDemandRejected,
  isDemandDraft,
  isDemandInReview,
  isDemandClosed,
  isDemandExpired,
  isDemandAwarded,
  isDemandOpen,
  isDemandEvaluating,
} from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { formatFileSize } from '../../domain/operations/file-size.ts'
import { dateTime, monthMinute } from '../../domain/time.ts'
import { withNonBreakingSpaces } from '../../domain/title-breaks.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { Countdown } from '../../ui/feedback/Countdown.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Price } from '../../ui/card/Price.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Steps } from '../../ui/navigation/Steps.tsx'
import { discardDemandChange, loadBuyerDemand } from '../../stores/demands/buyer-demand.ts'
import { ChangeNotice } from '../review/ChangeNotice.tsx'
import { demandActions } from './DemandTable.tsx'

const Facts = ({ demand }: { demand: DemandDetail }) => {
  const rows = demandFacts(demand)
  return (
    <dl className="mt-4 grid gap-x-10 gap-y-2 desk:grid-cols-2">
      {rows.map(({ label, value }, index) => (
        <div key={`${label}${index}`} className="flex gap-3">
          <dt className="w-20 shrink-0 text-ink-3">{label}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Public files, and a note if there is a confidential part. */
const DemandFiles = ({ demand }: { demand: DemandDetail }) => (
  <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 empty:hidden">
    {demand.files.map(({ fileId, name, size, url }) => (
      <li key={fileId} className="min-w-0">
        <a href={url} download className="inline-flex items-center gap-1.5 text-accent hover:underline">
          <FileText className="size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-all">{name}</span>
          <span className="text-sm whitespace-nowrap text-ink-3">{formatFileSize(size)}</span>
        </a>
      </li>
    ))}
    {demand.confidential && (
      <li className="inline-flex items-center gap-1.5 text-ink-2">
        <LockKeyhole className="size-4 shrink-0 text-ink-3" aria-hidden />
        保密资料{demand.annexCount > 0 && ` · ${demand.annexCount} 个附件`}
      </li>
    )}
  </ul>
)

/** Explanation of the state where needed. */
const StatusNote = ({ demand }: { demand: DemandDetail }) => {
  const { status, reason } = demand
  if (isDemandRejected(status))
    return (
      <Notice tone="bad" title={`需求未通过审核：${reason || '未写明原因'}`}>
        修改后可再次提交。
      </Notice>
    )
  if (isDemandDraft(status))
    return (
      <Notice tone="mute" title="这是草稿，尚未公开">
        完善后提交，供应商即可报价。
      </Notice>
    )
  if (isDemandInReview(status))
    return (
      <Notice tone="go" title="平台审核中">
        通过后自动公开并开始收集报价。
      </Notice>
    )
  if (isDemandClosed(status))
    return (
      <Notice tone="mute" title={`需求已关闭${reason ? `：${reason}` : ''}`}>
        重新开放后可继续收集报价。
      </Notice>
    )
  if (isDemandExpired(status))
    return (
      <Notice tone="mute" title="需求已过期">
        截止后 30 天内没有选定报价，可重新发布一条需求。
      </Notice>
    )
  if (isDemandAwarded(status)) {
    return (
      <Notice tone="good" title="已选定报价并生成订单">
        <a
          className="text-accent hover:underline"
          href={links.buyerOrders({ keyword: demand.demandTitle.slice(0, 30) })}
        >
          查看订单
        </a>
      </Notice>
    )
  }
  const { demandId, change } = demand
  return change === null ? null : (
    <ChangeNotice
      change={change}
      afterwards="审核通过后更新，并通知已报价的供应商"
      drop={() => discardDemandChange(demandId)}
    >
      <a
        className="text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
        href={links.buyerAddDemand({ demandId })}
      >
        查看并修改
      </a>
    </ChangeNotice>
  )
}

/** Index in the progress steps; -1 for states outside them. */
function placeOf({ status }: DemandDetail): number {
  if (isDemandOpen(status)) return 1
  if (isDemandEvaluating(status)) return 2
  if (isDemandAwarded(status)) return 4
  return isDemandClosed(status) || isDemandExpired(status) ? -1 : 0
}

const Actions = ({ demand }: { demand: DemandDetail }) => {
  const entries = demandActions(demand)
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-5 print:hidden">
      {entries.map((entry) =>
        'href' in entry ? (
          <a key={entry.label} href={entry.href} className={`${buttonClass()} flex-1 px-2! max-md:h-11`}>
            {entry.label}
          </a>
        ) : (
          <button
            key={entry.label}
            type="button"
            className={`${buttonClass(entry.danger ? { kind: 'danger' } : {})} flex-1 px-2! max-md:h-11`}
            onClick={entry.onChoose}
          >
            {entry.label}
          </button>
        ),
      )}
    </div>
  )
}

/** Header of an own demand: status, facts, budget, time left, actions, progress. */
export const DemandHead = ({ demand, now }: { demand: DemandDetail; now: string }) => {
  const place = placeOf(demand)
  const steps = [
    { label: '发布', note: demand.publishedAt ? monthMinute(demand.publishedAt) : undefined },
    { label: '收集报价', note: demand.offerCount > 0 ? `已有 ${demand.offerCount} 家` : '暂无报价' },
    { label: '评选', note: '截止后 30 天内' },
    { label: '选定并生成订单' },
    { label: '付款与交付' },
  ]
  return (
    <>
      <div className="mb-4 empty:hidden">
        <StatusNote demand={demand} />
      </div>
      <section className="rounded-lg border border-line bg-surface">
        <div className="flex flex-col gap-x-10 gap-y-5 p-4 desk:flex-row desk:p-6">
          <div className="min-w-0 flex-1">
            <div className="flex items-center gap-3">
              <StateBadge {...demandLabels[demand.status]} form="tint" />
              <span className="text-sm text-ink-3">{demand.demandNo}</span>
            </div>
            <h1 className="mt-3 text-2xl font-semibold desk:text-3xl">
              {withNonBreakingSpaces(demand.demandTitle || '未填写标题')}
            </h1>
            <Facts demand={demand} />
            <p className="mt-4 whitespace-pre-line text-ink-2">{demand.summary}</p>
            <DemandFiles demand={demand} />
          </div>
          <div className="flex shrink-0 flex-col border-line desk:w-[280px] desk:border-l desk:pl-10">
            <p className="text-ink-3">预算</p>
            <Price fen={demand.demandBudget || null} word={budgetPlaceholder(demand.demandBudget)} size="xl" />
            {isDemandOpen(demand.status) && (
              <>
                <p className="mt-4 mb-1 text-ink-3">距报价截止</p>
                <Countdown until={demand.deadline} now={now} onOver={() => void loadBuyerDemand()} />
              </>
            )}
            <p className="mt-1 text-sm text-ink-3">{dateTime(demand.deadline)} 截止</p>
            <p className="mt-3 text-sm text-ink-3">
              {demand.viewCount.toLocaleString('en-US')} 次浏览 · {demand.offerCount} 份报价
              {demand.sealedOnly && ' · 全部密封'}
              {demand.invitedOnly && ' · 仅限邀请'}
            </p>
            <Actions demand={demand} />
          </div>
        </div>
        {place >= 0 && (
          <div className="border-t border-line p-4 desk:px-6 desk:py-5">
            <Steps steps={steps} current={place} />
          </div>
        )}
      </section>
    </>
  )
}
