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
import {
  cancelOfferSubmit,
  offerSubmitState,
  type Receipt,
  offerSaveState,
  type OfferSaveState,
} from '../../../stores/demands/offer-form/offer-form.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { CopyRow } from './CopyRow.tsx'
import { TriangleAlert } from 'lucide-react'
import type { SubmitState } from '../../../stores/submit-state.ts'

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
    ? `${files.filter(({ at }) => at === 'failed').length} 个附件上传失败`
    : '附件正在上传'

/** The demand, and a summary of the offer. */
export const OfferAside = ({ demand, values, sums, now }: Props) => {
  const files = useStore(offerUploads.items)
  const rows = [
    { label: '预算', value: demand.demandBudget === null ? '面议' : `¥${yuan(demand.demandBudget)}` },
    { label: '需求方', value: demand.companyName },
    { label: '已报价', value: demand.offerCount > 0 ? `${demand.offerCount} 家` : '暂无' },
    { label: '截止', value: dateTime(demand.deadline).slice(0, 16) },
    { label: '期望交付', value: demand.deliverBy === null ? '不限' : `${demand.deliverBy} 前` },
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

type OfferSubmitProps = {
  demand: DemandDetail
  sums: OfferSums
  sealed: boolean
  /** Number of the new version. */
  version: number
  onConfirm: () => void
}

const Done = ({ receipt, deadline }: { receipt: Receipt; deadline: string }) => {
  const leave = () => location.assign(links.sellerOffer(receipt.offerId))
  const until = dateTime(deadline).slice(0, 16)
  return (
    <Dialog
      open
      onClose={leave}
      width="md"
      title={`第 ${receipt.version} 版报价已提交`}
      text={
        receipt.sealed
          ? `需求方会收到提醒，但在 ${until} 截止前看不到内容。截止前您可以随时更新，更新后是新的版本。`
          : '需求方会收到提醒并可查看。截止前您可以随时更新，更新后是新的版本。'
      }
      actions={
        <>
          <LinkButton href={links.demandHall({ openOnly: 1 })}>查看其他需求</LinkButton>
          <LinkButton kind="main" href={links.sellerOffer(receipt.offerId)}>
            查看报价
          </LinkButton>
        </>
      }
    >
      <p className="mb-3 text-sm text-ink-2">
        这是本版的回执。指纹由报价内容与盐值计算得出，内容改动一个字都会不同；之后可在报价详情中随时核对，无需另行保存。
      </p>
      <dl className="space-y-3">
        <CopyRow label="指纹（SHA-256）" text={receipt.hash} what="指纹" />
        <CopyRow label="盐值" text={receipt.salt} what="盐值" />
      </dl>
    </Dialog>
  )
}

/** Confirms the submission, then shows the receipt. */
export const OfferSubmit = ({ demand, sums, sealed, version, onConfirm }: OfferSubmitProps) => {
  const now = useStore(offerSubmitState)
  const lost = useStore(offerUploads.items).filter(({ at }) => at === 'failed').length
  if (now.at === 'done') return <Done receipt={now} deadline={demand.deadline} />
  if (now.at !== 'asking') return null
  const seen = sealed
    ? `报价密封：${dateTime(demand.deadline).slice(0, 16)} 截止后才向需求方公开，在此之前需求方只知道贵企业已报价。`
    : '提交后需求方即可查看并选定。'
  return (
    <Dialog
      open
      onClose={cancelOfferSubmit}
      title={`提交第 ${version} 版报价`}
      text={`“${demand.demandTitle}”，总价 ¥${yuan(sums.total)}。${seen}${lost > 0 ? `有 ${lost} 个附件上传失败，不会随报价提交。` : ''}`}
      actions={
        <>
          <Button onClick={cancelOfferSubmit}>取消</Button>
          <Button kind="main" onClick={onConfirm}>
            提交报价
          </Button>
        </>
      }
    />
  )
}

function savedText(now: OfferSaveState): string {
  if (now.at === 'saving') return '保存中'
  if (now.at === 'none') return '填写的内容自动保存'
  const time = dateTime(now.moment).slice(11)
  return now.at === 'server' ? `已于 ${time} 保存草稿` : `已于 ${time} 保存在本浏览器`
}

type FootProps = { sending: SubmitState<Receipt>; onSaveDraft: () => void; onLocate: () => void }

/** Sticky action bar of the offer form. */
export const OfferFoot = ({ sending, onSaveDraft, onLocate }: FootProps) => {
  const kept = useStore(offerSaveState)
  const busy = sending.at === 'sending'
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 md:px-6">
      <Button type="submit" kind="main" size="lg" className="text-base! max-md:flex-1" busy={busy}>
        提交报价
      </Button>
      <Button size="lg" className="text-base! max-md:flex-1" disabled={busy} onClick={onSaveDraft}>
        保存草稿
      </Button>
      <span className="flex flex-1 items-center justify-end gap-3 text-sm max-md:basis-full">
        {fieldErrors > 0 ? (
          <span className="inline-flex items-center gap-1.5 text-bad" role="status">
            <TriangleAlert className="size-4" />
            {fieldErrors} 处需要修改
            <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
              定位
            </button>
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <StateShape tone={kept.at === 'saving' ? 'go' : 'good'} />
            {savedText(kept)}
          </span>
        )}
      </span>
    </div>
  )
}
