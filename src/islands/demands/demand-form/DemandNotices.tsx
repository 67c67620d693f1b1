import { useStore } from '@nanostores/react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/demands/demand-form/demand-form.ts'
import type { DemandValues } from '../../../stores/demands/demand-form/demand-values.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { AutoReview, useAutoReview } from '../../review/AutoReview.tsx'
import { ConflictNotice, LocalDraftNotice } from '../../form/DraftNotices.tsx'
import { isDemandOpen, isDemandRejected } from '../../../domain/demands/demand-states.ts'
import { isChangeInReview, isChangeRejected } from '../../../domain/change-states.ts'

type Props = {
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
export const DemandNotices = ({ start, unplaced, values }: Props) => {
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
      <Notice key="unplaced" tone="bad" title="提交没有成功">
        {unplaced.join('；')}
      </Notice>
    ),
  ].filter((each) => each !== false)
  return shown.length === 0 ? null : <div className="space-y-3 p-4 pb-0 md:px-6 md:pt-6">{shown}</div>
}
