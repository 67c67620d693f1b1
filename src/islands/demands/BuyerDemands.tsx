import { useStore } from '@nanostores/react'
import { PencilLine } from 'lucide-react'
import { useEffect } from 'react'
import { demandLabels, demandStatuses, type DemandStatus } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/buyer-demands.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { DemandQuestions } from './DemandQuestions.tsx'
import { DemandTable } from './DemandTable.tsx'
import { ListSearch } from './ListSearch.tsx'
import { card, Shown } from './Shown.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'

type Props = {
  /** Query of the address, so that the server draws the same. */
  search: string
  /** The server's time at drawing. */
  now: string
}

const NothingHere = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的需求" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState title="还没有需求" text="发布需求后，供应商会在这里给出报价，您可以并排比较。">
      <LinkButton kind="main" href={links.buyerAddDemand()}>
        发布需求
      </LinkButton>
      <LinkButton href={links.demandTemplates()}>需求模板</LinkButton>
    </EmptyState>
  )

/** The company's own demands by state. */
export const BuyerDemands = ({ search, now }: Props) => {
  const state = useStore(store.demands)
  const query = useStore(store.query) ?? readListQuery(search, demandStatuses)
  useEffect(() => store.start(), [])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const count = (status?: DemandStatus) =>
    counts && (status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, one) => sum + one, 0))
  const tabs = [
    { key: 'all', label: '全部', count: count() },
    ...demandStatuses.map((status) => ({ key: status, label: demandLabels[status].label, count: count(status) })),
  ]
  const choose = (key: string) => store.choose({ status: demandStatuses.find((status) => status === key) })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">我的需求</h1>
        <LinkButton kind="main" href={links.buyerAddDemand()}>
          <PencilLine className="size-4" />
          发布需求
        </LinkButton>
      </div>
      <ListSearch
        placeholder="需求标题或编号"
        keyword={query.keyword}
        onSearch={(keyword) => store.choose({ keyword })}
      />
      <Tabs label="需求状态" tabs={tabs} current={query.status ?? 'all'} onChange={choose}>
        <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
          <Shown
            state={state}
            what="需求"
            permission="my_requirement"
            onRetry={() => void store.load()}
            skeleton={<TableSkeleton />}
            frame={card}
          >
            {({ data, total }) =>
              data.length === 0 ? (
                card(<NothingHere filtered={query.status !== undefined || query.keyword !== ''} />)
              ) : (
                <>
                  <DemandTable rows={data} now={now} />
                  <div className="pt-4">
                    <Pager
                      total={total}
                      pageSize={store.pageSize}
                      current={query.current}
                      onChange={(current) => store.choose({ current })}
                    />
                  </div>
                </>
              )
            }
          </Shown>
        </div>
      </Tabs>
      <DemandQuestions now={now} onDone={() => void store.load()} />
      <Toaster />
    </>
  )
}
