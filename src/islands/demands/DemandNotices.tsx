import { useStore } from '@nanostores/react'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/demand-form.ts'
import { sending as sendingState } from '../../stores/demands/demand-sending.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AutoReview, useAutoReview } from '../AutoReview.tsx'
import { ConflictNotice, FoundNotice } from '../DraftNotices.tsx'

type Props = {
  start: store.DemandStart
  /** Faults that belong to no field of the form. */
  unplaced: readonly string[]
  getValues: () => DemandValues
}

const copyOf = async (values: DemandValues) => {
  const answer = await store.keepCopy(values)
  return answer.ok ? ({ ok: true, href: links.buyerAddDemand({ demandId: answer.content.id }) } as const) : answer
}

/** What stands above the form: its state, what this browser found, what somebody else did, why it was refused. */
export const DemandNotices = ({ start, unplaced, getValues }: Props) => {
  const sending = useStore(sendingState)
  const saving = useStore(store.saving)
  const auto = useAutoReview()
  const failure = sending.at === 'refused' ? sending.failure : null
  const conflict = saving.at === 'conflict' || failure?.code === 409
  const { demand, found } = start
  const shown = [
    auto && demand?.status !== 'open' && <AutoReview key="auto">提交后立即公开征集报价，不经人工审核。</AutoReview>,
    demand?.status === 'open' && (
      <Notice key="open" tone="act" title="报价中的需求可以补充说明与要求、增加附件、推迟截止时间">
        改动生效后会通知已报价的供应商；
        {auto ? '演示环境自动审核，公开的内容立即更新。' : '公开的内容由平台审核后更新。'}
        其他内容供应商已据此报价，不能修改。
      </Notice>
    ),
    demand?.change?.status === 'pending_review' && (
      <Notice key="change" tone="go" title="修改待审核">
        表单中是待审核的内容，公开页面仍为原内容。再次保存会替换这次修改。
      </Notice>
    ),
    demand?.change?.status === 'rejected' && (
      <Notice key="change" tone="bad" title="修改未通过审核">
        {demand.change.reason}。公开页面仍为原内容，请修改后重新提交。
      </Notice>
    ),
    demand?.status === 'rejected' && demand.reason !== '' && (
      <Notice key="rejected" tone="bad" title="未通过审核">
        {demand.reason}。请修改后重新提交。
      </Notice>
    ),
    found !== null && <FoundNotice key="found" onDecide={store.decide} />,
    conflict && (
      <ConflictNotice
        key="conflict"
        what="需求"
        onReload={() => void store.reload(new Date().toISOString())}
        onCopy={() => copyOf(getValues())}
      />
    ),
    !conflict && failure !== null && sending.at === 'refused' && sending.faults.length === 0 && (
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
