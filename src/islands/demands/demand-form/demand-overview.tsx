import { useStore } from '@nanostores/react'
import { links } from '../../../domain/links.ts'
import { parseFen } from '../../../domain/money-input.ts'
import { instantOf } from '../../../domain/time-input.ts'
import { dateTime } from '../../../domain/time.ts'
import { serviceCategories, categoryPath } from '../../../stores/demands/choices.ts'
import { demandChecks } from '../../../stores/demands/demand-form/demand-checks.ts'
import type { DemandValues } from '../../../stores/demands/demand-form/demand-values.ts'
import { Price } from '../../../ui/card/Price.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { useNow } from '../../use-now.ts'
import * as store from '../../../stores/demands/demand-form/demand-form.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { AutoReview, useAutoReview } from '../../review/AutoReview.tsx'
import { ConflictNotice, LocalDraftNotice } from '../../form/DraftNotices.tsx'
import { isDemandOpen, isDemandRejected } from '../../../domain/demands/demand-states.ts'
import { isChangeInReview, isChangeRejected } from '../../../domain/change-states.ts'

/** Sections of the form by their anchors. */
const parts = [
  ['demand-basic', '需求与分类'],
  ['demand-summary', '说明与附件'],
  ['demand-facts', '具体要求'],
  ['demand-questions', '向供应商提问'],
  ['demand-terms', '预算、地区与时间'],
  ['demand-secret', '密封与保密'],
] as const

/** Navigation to the form's sections. */
export const DemandParts = ({ className }: { className: string }) => (
  <nav className={className} aria-label="表单目录">
    {parts.map(([id, label]) => (
      <a
        key={id}
        href={`#${id}`}
        className="whitespace-nowrap text-ink-2 hover:text-accent max-md:min-h-11 max-md:content-center"
      >
        {label}
      </a>
    ))}
  </nav>
)

type Props = {
  values: DemandValues
  /** Name of the source of the initial values. */
  from: string | null
}

const Check = ({ done, label }: { done: boolean; label: string }) => (
  <li className="flex items-center gap-2">
    <StateShape tone={done ? 'good' : 'mute'} />
    {label}
    <span className="sr-only">{done ? '已填' : '未填'}</span>
  </li>
)

/** Summary and checklist beside the form. */
export const DemandAside = ({ values, from }: Props) => {
  const tree = useStore(serviceCategories)
  const path = tree.at === 'ready' ? categoryPath(tree.content, values.categoryId) : []
  const deadline = instantOf(values.deadlineDate, values.deadlineTime)
  const now = useNow()
  return (
    <aside className="space-y-4 desk:sticky desk:top-20" aria-label="摘要">
      <section className="rounded-lg border border-line bg-surface">
        <h2 className="border-b border-line px-5 py-3 font-semibold">摘要</h2>
        <div className="p-5">
          <p className="font-medium">{values.demandTitle || '未填写标题'}</p>
          {path.length > 0 && (
            <p className="mt-1 text-sm text-ink-3">{path.map((one) => one.categoryName).join(' / ')}</p>
          )}
          <p className="mt-3 text-sm text-ink-3">预算</p>
          <Price
            fen={values.negotiable ? null : parseFen(values.budget)}
            word={values.negotiable ? '面议' : '--'}
            size="lg"
          />
          <p className="mt-3 text-sm text-ink-3">报价截止</p>
          <p>{deadline === null ? '--' : dateTime(deadline)}</p>
          {from && <p className="mt-3 text-sm text-ink-3">参考 {from}</p>}
        </div>
      </section>
      <section className="rounded-lg border border-line bg-surface p-5 max-desk:hidden">
        <DemandParts className="flex flex-col gap-2" />
      </section>
      <section className="rounded-lg border border-line bg-surface p-5">
        <h2 className="text-sm text-ink-2">发布前检查</h2>
        <ul className="mt-2 space-y-1.5">
          {demandChecks(values, now).map((check) => (
            <Check key={check.label} {...check} />
          ))}
        </ul>
        <p className="mt-4 text-sm text-ink-3">
          需要参考？
          <a href={links.demandTemplates()} className="text-accent underline underline-offset-3">
            从模板开始
          </a>
        </p>
      </section>
    </aside>
  )
}

type DemandNoticesProps = {
  start: store.DemandStart
  /** Errors without a field. */
  unplaced: readonly string[]
  values: DemandValues
}

const copyOf = async (values: DemandValues) => {
  const answer = await store.saveDemandCopy(values)
  return answer.ok ? ({ ok: true, href: links.buyerAddDemand({ demandId: answer.content.id }) } as const) : answer
}

/** Notices above the form: state, local draft, edit conflict, refusal. */
export const DemandNotices = ({ start, unplaced, values }: DemandNoticesProps) => {
  const sending = useStore(store.demandSubmitState)
  const saving = useStore(store.demandSaveState)
  const auto = useAutoReview()
  const failure = sending.at === 'refused' ? sending.failure : null
  const conflict = saving.at === 'conflict' || failure?.code === 409
  const { demand, found } = start
  const shown = [
    auto && !isDemandOpen(demand?.status) && <AutoReview key="auto">提交后立即公开征集报价，不经人工审核。</AutoReview>,
    isDemandOpen(demand?.status) && (
      <Notice key="open" tone="act" title="报价中的需求可以补充说明与要求、增加附件、推迟截止时间">
        改动生效后会通知已报价的供应商；
        {auto ? '演示环境自动审核，公开的内容立即更新。' : '公开的内容由平台审核后更新。'}
        其他内容供应商已据此报价，不能修改。
      </Notice>
    ),
    isChangeInReview(demand?.change?.status) && (
      <Notice key="change" tone="go" title="修改待审核">
        表单中是待审核的内容，公开页面仍为原内容。再次保存会替换这次修改。
      </Notice>
    ),
    isChangeRejected(demand?.change?.status) && (
      <Notice key="change" tone="bad" title="修改未通过审核">
        {demand.change.reason}。公开页面仍为原内容，请修改后重新提交。
      </Notice>
    ),
    isDemandRejected(demand?.status) && demand.reason !== '' && (
      <Notice key="rejected" tone="bad" title="未通过审核">
        {demand.reason}。请修改后重新提交。
      </Notice>
    ),
    found !== null && <LocalDraftNotice key="found" onDecide={store.resolveFoundDraft} />,
    conflict && (
      <ConflictNotice
        key="conflict"
        what="需求"
        onReload={() => void store.reloadDemand(new Date().toISOString())}
        onCopy={() => copyOf(values)}
      />
    ),
    !conflict && failure !== null && sending.at === 'refused' && sending.fieldErrors.length === 0 && (
      <Notice key="failure" tone="bad" title={failure.message}>
        填写的内容都在。{failure.code === 0 && '再次提交不会重复发布。'}
      </Notice>
    ),
    unplaced.length > 0 && (
      <Notice key="unplaced" tone="bad" title="提交失败">
        {unplaced.join('；')}
      </Notice>
    ),
  ].filter((each) => each !== false)
  return shown.length === 0 ? null : <div className="space-y-3 p-4 md:px-6">{shown}</div>
}
