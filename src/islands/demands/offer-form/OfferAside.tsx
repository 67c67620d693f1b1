import { useStore } from '@nanostores/react'
import type { DemandDetail } from '../../../contract/demands/demands.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import { offerChecks } from '../../../stores/demands/offer-form/offer-input.ts'
import { offerUploads } from '../../../stores/demands/offer-form/offer-uploads.ts'
import type { OfferSums, OfferValues } from '../../../stores/demands/offer-form/offer-values.ts'
import { Countdown } from '../../../ui/feedback/Countdown.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { ChatLink } from '../ChatLink.tsx'
import { AnnexContent } from '../annexes/AnnexContent.tsx'
import * as store from '../../../stores/demands/annexes/annex.ts'

/** 保密资料 as a card beside a form. Rendered only if the demand has a confidential part (`demand.confidential`). */
const AnnexPanel = ({ demandId }: { demandId: number }) => {
  const state = useStore(store.annexes)
  if (state.at === 'ready' && state.content.state === 'none') return null
  return (
    <section className="rounded-lg border border-line bg-surface" aria-labelledby="annex-panel">
      <h2 id="annex-panel" className="border-b border-line px-5 py-3 font-semibold">
        保密资料
      </h2>
      <div className="p-5">
        <AnnexContent demandId={demandId} />
      </div>
    </section>
  )
}

type Props = { demand: DemandDetail; values: OfferValues; sums: OfferSums; now: string }

const Against = ({ total, budget }: { total: number; budget: number | null }) => {
  if (budget === null || total === 0) return null
  const diff = total - budget
  const share = ((Math.abs(diff) / budget) * 100).toFixed(1)
  return (
    <p className={`text-sm ${diff > 0 ? 'text-warn' : 'text-ink-3'}`}>
      {diff === 0 ? '与预算相同' : `比预算${diff > 0 ? '高' : '低'} ¥${yuan(Math.abs(diff))}（${share}%）`}
    </p>
  )
}

const Check = ({ done, label }: { done: boolean; label: string }) => (
  <li className="flex items-center gap-2">
    <StateShape tone={done ? 'good' : 'mute'} />
    {label}
    <span className="sr-only">{done ? '已填' : '未填'}</span>
  </li>
)

const fileWords = (files: readonly { readonly at: string }[]) =>
  files.some(({ at }) => at === 'failed')
    ? `${files.filter(({ at }) => at === 'failed').length} 个附件未上传成功`
    : '附件正在上传'

/** The demand, and a summary of the offer. */
export const OfferAside = ({ demand, values, sums, now }: Props) => {
  const files = useStore(offerUploads.items)
  const rows = [
    { label: '预算', value: demand.demandBudget === null ? '议价' : `¥${yuan(demand.demandBudget)}` },
    { label: '需求方', value: demand.companyName },
    { label: '已报价', value: demand.offerCount > 0 ? `${demand.offerCount} 家` : '还没有' },
    { label: '截止', value: dateTime(demand.deadline).slice(0, 16) },
    { label: '期望交付', value: demand.deliverBy === null ? '--' : `${demand.deliverBy} 前` },
    { label: '期望地区', value: demand.districtName || '不限' },
  ]
  return (
    <aside className="space-y-4 max-desk:order-1 desk:sticky desk:top-20" aria-label="需求与报价摘要">
      <section className="rounded-lg border border-line bg-surface">
        <h2 className="border-b border-line px-5 py-3 font-semibold">需求</h2>
        <div className="p-5">
          <p className="font-medium">
            <a href={links.demandDetail(demand.demandId)} target="_blank" rel="noopener" className="hover:text-accent">
              {demand.demandTitle}
            </a>
          </p>
          <dl className="mt-3 space-y-1.5 text-sm">
            {rows.map(({ label, value }) => (
              <div key={label} className="flex justify-between gap-3">
                <dt className="shrink-0 text-ink-3">{label}</dt>
                <dd className="text-right">{value}</dd>
              </div>
            ))}
          </dl>
          {demand.facts.length > 0 && (
            <details className="mt-3 border-t border-line pt-3 text-sm">
              <summary className="text-accent hover:underline">查看全部要求</summary>
              <dl className="mt-2 space-y-1.5">
                {demand.facts.map(({ label, value }, index) => (
                  <div key={`${label}${index}`}>
                    <dt className="text-ink-3">{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              <p className="mt-2 whitespace-pre-line text-ink-2">{demand.summary}</p>
            </details>
          )}
          <p className="mt-4 mb-1 text-sm text-ink-3">距报价截止</p>
          <Countdown until={demand.deadline} now={now} />
          <ChatLink demandId={demand.demandId} who="需求方" label="联系需求方" className="mt-4 w-full" />
        </div>
      </section>
      {demand.confidential && <AnnexPanel demandId={demand.demandId} />}
      <section className="rounded-lg border border-line bg-surface max-desk:hidden">
        <h2 className="border-b border-line px-5 py-3 font-semibold">报价</h2>
        <div className="p-5">
          <Price fen={sums.total} size="xl" />
          <Against total={sums.total} budget={demand.demandBudget} />
          <p className="mt-4 border-t border-line pt-4 text-sm text-ink-2">提交前检查</p>
          <ul className="mt-2 space-y-1.5">
            {offerChecks(values, demand, now).map((check) => (
              <Check key={check.label} {...check} />
            ))}
            {files.some(({ at }) => at !== 'ready') && <Check done={false} label={fileWords(files)} />}
          </ul>
        </div>
      </section>
    </aside>
  )
}
