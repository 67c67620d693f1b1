import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/demand-form.ts'
import { sending as sendingState } from '../../stores/demands/demand-sending.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'

type Props = {
  start: store.DemandStart
  /** Faults that belong to no field of the form. */
  unplaced: readonly string[]
  getValues: () => DemandValues
}

/** What stands above the form: its state, what this browser found, what somebody else did, why it was refused. */
export const DemandNotices = ({ start, unplaced, getValues }: Props) => {
  const sending = useStore(sendingState)
  const saving = useStore(store.saving)
  const failure = sending.at === 'refused' ? sending.failure : null
  const conflict = saving.at === 'conflict' || failure?.code === 409
  const { demand, found } = start
  const shown = [
    demand?.status === 'open' && (
      <Notice key="open" tone="act" title="报价中的需求可以补充说明与要求、增加附件、推迟截止时间">
        保存后会把改动通知已报价的供应商；其他内容供应商已据此报价，不能修改。
      </Notice>
    ),
    demand?.status === 'rejected' && demand.reason !== '' && (
      <Notice key="rejected" tone="bad" title="未通过审核">
        {demand.reason}。请修改后重新提交。
      </Notice>
    ),
    found !== null && <Found key="found" />,
    conflict && <Conflict key="conflict" getValues={getValues} />,
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

const Found = () => (
  <Notice tone="act" title="本浏览器留有上次未保存的内容，但此后服务器上的内容已更新">
    <span className="mt-2 flex flex-wrap gap-3">
      <Button size="sm" onClick={() => store.decide(true)}>
        用本浏览器的内容
      </Button>
      <Button size="sm" onClick={() => store.decide(false)}>
        用服务器上的内容
      </Button>
    </span>
  </Notice>
)

const Conflict = ({ getValues }: { getValues: () => DemandValues }) => {
  const [busy, setBusy] = useState(false)
  const copy = () => {
    setBusy(true)
    void store.keepCopy(getValues()).then((answer) => {
      setBusy(false)
      if (answer.ok) location.assign(links.buyerAddDemand({ demandId: answer.content.id }))
      else toast.bad(answer.failure.message)
    })
  }
  return (
    <Notice tone="bad" title="需求在另一个窗口或由同事修改过">
      您填写的还在下面，但没有保存到服务器，请选择如何继续。
      <span className="mt-2 flex flex-wrap gap-3">
        <Button size="sm" disabled={busy} onClick={() => void store.reload(new Date().toISOString())}>
          载入最新内容
        </Button>
        <Button size="sm" busy={busy} onClick={copy}>
          把我填写的另存为新草稿
        </Button>
      </span>
    </Notice>
  )
}
