import { useStore } from '@nanostores/react'
import { PencilLine } from 'lucide-react'
import type { Failure } from '../../contract/envelope.ts'
import type { OwnDemandRow } from '../../contract/demands/demands.ts'
import { demandLabels, demandStatuses, demandTransitions, takesOffers } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { nextState } from '../../domain/transition.ts'
import * as store from '../../stores/demands/buyer-demands.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { ReasonDialog } from '../form/ReasonDialog.tsx'
import { DailyList } from '../list/DailyList.tsx'
import { stateTabs } from '../list/ListFrame.tsx'
import { OutcomesDialog } from '../list/OutcomesDialog.tsx'
import { SheetButton } from '../list/SheetButton.tsx'
import { usePermission } from '../use-permission.ts'
import { DeadlineFields, useDeadline } from './DeadlineFields.tsx'
import { DemandDialogs } from './DemandDialogs.tsx'
import { demandColumns } from './DemandTable.tsx'

type Props = {
  /** Query of the address, so that the server renders the same. */
  search: string
  /** Server time at rendering. */
  now: string
}

/** Actions for the selected demands, each with the number of those it applies to. */
const BulkActions = ({ rows, now }: { rows: readonly OwnDemandRow[]; now: string }) => {
  const mayPublish = usePermission('publish_requirement')
  const closable = rows.filter(({ status }) => nextState(demandTransitions, status, 'close', 'buyer') !== undefined)
  const extendable = rows.filter(({ status, deadline }) => takesOffers(status, deadline, now))
  return (
    <>
      {mayPublish && extendable.length > 0 && (
        <Button size="sm" onClick={() => store.demandsAction.open('extend', extendable)}>
          推迟截止（{extendable.length} 条）
        </Button>
      )}
      {closable.length > 0 && (
        <Button size="sm" kind="danger" onClick={() => store.demandsAction.open('close', closable)}>
          关闭（{closable.length} 条）
        </Button>
      )}
      <SheetButton
        name="buyerDemands"
        label="导出所选"
        onDownload={() => store.buyerDemands.downloadSheet(new Set(rows.map(({ demandId }) => demandId)))}
      />
    </>
  )
}

type ExtendProps = { count: number; busy: boolean; failure: Failure | null; now: string }

const ExtendDialog = ({ count, busy, failure, now }: ExtendProps) => {
  const chosen = useDeadline(now)
  const { deadline } = chosen
  const send = () => {
    if (deadline === null) return
    void store.extendDemands(deadline).then((done) => done !== null && toast.success(`${done} 条需求的截止时间已推迟`))
  }
  return (
    <Dialog
      open
      onClose={store.demandsAction.close}
      title={`推迟 ${count} 条需求的报价截止时间`}
      text="截止时间只能推迟；已报价的供应商会收到通知。"
      actions={
        <>
          <Button onClick={store.demandsAction.close}>取消</Button>
          <Button kind="main" busy={busy} onClick={send}>
            推迟截止
          </Button>
        </>
      }
    >
      <DeadlineFields chosen={chosen} failure={failure} />
    </Dialog>
  )
}

/** Dialogs of the actions on selected demands. */
const BulkDialogs = ({ now }: { now: string }) => {
  const action = useStore(store.demandsAction.state)
  if (action === null) return null
  if (action.at === 'told')
    return (
      <OutcomesDialog
        outcomes={action.outcomes}
        done={action.action === 'close' ? '已关闭' : '已推迟'}
        onClose={store.demandsAction.close}
      />
    )
  const asked = {
    count: action.rows.length,
    busy: action.at === 'sending',
    failure: action.at === 'asking' ? action.failure : null,
  }
  if (action.action === 'extend') return <ExtendDialog {...asked} now={now} />
  return (
    <ReasonDialog
      open
      title={`关闭 ${asked.count} 条需求`}
      text="关闭后不再公开，也不再接受报价；需要时可重新开放。"
      label="关闭原因"
      confirm="关闭需求"
      busy={asked.busy}
      failure={asked.failure}
      onCancel={store.demandsAction.close}
      onConfirm={(reason) =>
        void store
          .closeDemands(reason)
          .then((done) => done !== null && toast.success(`${done} 条需求已关闭，已报价的供应商会收到通知`))
      }
    />
  )
}

/** The company's own demands by status. */
export const BuyerDemands = ({ search, now }: Props) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">我的需求</h1>
      <div className="flex flex-wrap gap-2 max-md:w-full">
        <SheetButton name="buyerDemands" label="导出 Excel" onDownload={() => store.buyerDemands.downloadSheet()} />
        <LinkButton kind="main" className="max-md:h-11 max-md:grow" href={links.buyerAddDemand()}>
          <PencilLine className="size-4" />
          发布需求
        </LinkButton>
      </div>
    </div>
    <DailyList
      list={store.buyerDemands}
      search={search}
      what="需求"
      permission="my_requirement"
      placeholder="需求标题、编号或本企业单号"
      amount="预算"
      days="创建日期"
      tabs={{
        label: '需求状态',
        tabsOf: (page) => stateTabs(demandStatuses, (status) => demandLabels[status], page?.counts),
      }}
      caption="我的需求"
      columns={demandColumns(now)}
      rowName={({ demandTitle, demandNo }) => demandTitle || demandNo}
      bulk={(rows) => <BulkActions rows={rows} now={now} />}
      empty={
        <EmptyState title="暂无需求" text="发布需求后，供应商会在这里给出报价，您可以并排比较。">
          <LinkButton kind="main" href={links.buyerAddDemand()}>
            发布需求
          </LinkButton>
          <LinkButton href={links.demandTemplates()}>需求模板</LinkButton>
        </EmptyState>
      }
    />
    <DemandDialogs now={now} onDone={() => void store.buyerDemands.load()} />
    <BulkDialogs now={now} />
    <Toaster />
  </>
)
