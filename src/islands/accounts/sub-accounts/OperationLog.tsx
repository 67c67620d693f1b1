import { useStore } from '@nanostores/react'
import type { OperationLog as Line } from '../../../contract/accounts/profile.ts'
import { orDashes } from '../../../domain/masks.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/sub-accounts/operation-logs.ts'
import * as address from '../../../stores/accounts/sub-accounts/people-query.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'

type Props = { query: address.PeopleQuery }

const columns: Column<Line>[] = [
  {
    key: 'at',
    head: '时间',
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.at}>{dateTime(row.at)}</time>,
  },
  { key: 'who', head: '操作人', className: 'whitespace-nowrap', cell: (row) => row.userName },
  { key: 'action', head: '操作', isActions: true, className: 'whitespace-nowrap', cell: (row) => row.action },
  { key: 'detail', head: '对象', className: 'min-w-48', cell: (row) => orDashes(row.detail) },
  {
    key: 'from',
    head: '来自',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <>
        {row.device}
        <span className="block text-sm text-ink-3">{orDashes(row.ip)}</span>
      </>
    ),
  },
]

const Filters = ({ query }: Props) => {
  const doers = useStore(store.logActors)
  const people = doers.at === 'ready' ? doers.content.data : []
  const options = [
    { value: 0, label: '全部人员' },
    ...people.map(({ userId, realName, loginName }) => ({ value: userId, label: realName || loginName })),
  ]
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <ListSearch
        placeholder="操作或编号"
        keyword={query.keyword}
        onSearch={(keyword) => address.setPeopleQuery({ keyword })}
      />
      <Select
        label="操作人"
        bare
        className="w-36 max-md:w-full"
        options={options}
        value={query.userId ?? 0}
        onChange={(userId) => address.setPeopleQuery({ userId: userId === 0 ? undefined : userId })}
      />
      <span className="flex items-center gap-2 max-md:w-full">
        <DateInput
          bare
          className="w-40 max-md:min-w-0 max-md:flex-1"
          label="从哪天"
          value={query.from}
          max={query.until}
          onChange={(from) => address.setPeopleQuery({ from })}
        />
        <span className="text-ink-3">至</span>
        <DateInput
          bare
          className="w-40 max-md:min-w-0 max-md:flex-1"
          label="到哪天"
          value={query.until}
          min={query.from}
          onChange={(until) => address.setPeopleQuery({ until })}
        />
      </span>
    </div>
  )
}

const none = { keyword: '', userId: undefined, from: '', until: '' }

/** 操作日志: who did what for the company, when, and from which address. */
export const OperationLog = ({ query }: Props) => {
  const state = useStore(store.operationLogs)
  const filtered = query.keyword !== '' || query.userId !== undefined || query.from !== '' || query.until !== ''
  return (
    <>
      <Filters query={query} />
      <ListFrame
        state={state}
        what="操作日志"
        permission="work_log"
        onRetry={() => void store.loadOperationLogs()}
        page={{
          size: store.pageSize,
          current: query.current,
          onChange: (current) => address.setPeopleQuery({ current }),
          capped: ({ total }) => total >= store.maxCountedLogs,
        }}
        empty={
          filtered || query.current > 1 ? (
            <EmptyState title="没有符合条件的记录" text="请调整人员、日期或关键词。">
              <Button onClick={() => address.setPeopleQuery(none)}>清空条件</Button>
            </EmptyState>
          ) : (
            <EmptyState title="暂无操作记录" text="贵企业的人员发布需求、报价、变更账号与角色后，会记录在这里。" />
          )
        }
      >
        {({ data }) => <DataTable caption="操作日志" columns={columns} rows={data} rowKey={(row) => row.id} />}
      </ListFrame>
    </>
  )
}
