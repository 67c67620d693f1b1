import { useStore } from '@nanostores/react'
import type { OperationLog } from '../../../contract/accounts/profile.ts'
import { orDashes } from '../../../domain/masks.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/security/security-history.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { ListRows } from '../../list/ListRows.tsx'

const columns: Column<OperationLog>[] = [
  {
    key: 'at',
    head: '时间',
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.at}>{dateTime(row.at)}</time>,
  },
  { key: 'action', head: '操作', isActions: true, className: 'whitespace-nowrap', cell: (row) => row.action },
  { key: 'detail', head: '说明', className: 'min-w-40', cell: (row) => orDashes(row.detail) },
  { key: 'device', head: '设备', className: 'whitespace-nowrap', cell: (row) => row.device },
  { key: 'ip', head: 'IP', className: 'whitespace-nowrap', cell: (row) => orDashes(row.ip) },
]

/** 安全记录: security-relevant events of the account. */
export const SecurityHistory = () => {
  const state = useStore(store.securityHistory)
  return (
    <div aria-busy={state.at === 'ready' && state.refreshing}>
      <div className="pb-3">
        <h2 className="text-lg font-semibold">安全记录</h2>
        <p className="text-sm text-ink-3">登录，以及密码、手机号与邮箱的变化。有不是您本人的操作，请立即修改密码。</p>
      </div>
      <ListRows
        state={state}
        what="安全记录"
        permission="corpCenter"
        onRetry={() => void store.loadSecurityHistory()}
        skeleton={<TableSkeleton rows={4} />}
        page={{
          size: store.pageSize,
          current: state.at === 'ready' ? state.content.current : 1,
          onChange: (page) => void store.loadSecurityHistory(page),
        }}
        empty={<EmptyState title="还没有记录" text="登录、修改密码、更换手机号后会记录在这里。" />}
      >
        {({ data }) => <DataTable caption="安全记录" columns={columns} rows={data} rowKey={(row) => row.id} />}
      </ListRows>
    </div>
  )
}
