import { useStore } from '@nanostores/react'
import { Download, PencilLine } from 'lucide-react'
import { demandLabels } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { buyerDemands } from '../../stores/demands/buyer-demands.ts'
import { exportDemands } from '../../stores/demands/demand-sheets.ts'
import { exportingSheet } from '../../stores/operations/sheet-export.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { FilteredList } from '../list/FilteredList.tsx'
import { usePermission } from '../use-permission.ts'
import { DemandDialogs } from './DemandDialogs.tsx'
import { DemandTable } from './DemandTable.tsx'

type Props = {
  /** Query of the address, so that the server renders the same. */
  search: string
  /** Server time at rendering. */
  now: string
}

const takeSheet = () =>
  void exportDemands().then((failure) => {
    if (failure !== null) toast.error(`导出失败：${failure.message}`)
  })

/** The company's own demands by status. */
export const BuyerDemands = ({ search, now }: Props) => {
  const sheet = useStore(exportingSheet)
  const mayExport = usePermission('database')
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">我的需求</h1>
        <div className="flex flex-wrap gap-2">
          {mayExport && (
            <Button className="max-md:h-11" busy={sheet !== null} onClick={takeSheet}>
              <Download className="size-4" />
              导出 Excel
            </Button>
          )}
          <LinkButton kind="main" href={links.buyerAddDemand()}>
            <PencilLine className="size-4" />
            发布需求
          </LinkButton>
        </div>
      </div>
      <FilteredList
        list={buyerDemands}
        search={search}
        what="需求"
        permission="my_requirement"
        placeholder="需求标题或编号"
        tabs={{ label: '需求状态', labelOf: (status) => demandLabels[status] }}
        empty={
          <EmptyState title="暂无需求" text="发布需求后，供应商会在这里给出报价，您可以并排比较。">
            <LinkButton kind="main" href={links.buyerAddDemand()}>
              发布需求
            </LinkButton>
            <LinkButton href={links.demandTemplates()}>需求模板</LinkButton>
          </EmptyState>
        }
      >
        {({ data }) => <DemandTable rows={data} now={now} />}
      </FilteredList>
      <DemandDialogs now={now} onDone={() => void buyerDemands.load()} />
      <Toaster />
    </>
  )
}
