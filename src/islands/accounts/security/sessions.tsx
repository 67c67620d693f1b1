import { useStore } from '@nanostores/react'
import { Monitor, Smartphone } from 'lucide-react'
import type { SessionRow, OperationLog } from '../../../contract/accounts/profile.ts'
import { orDashes } from '../../../domain/masks.ts'
import { ago, dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/security/sessions.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton, TableSkeleton } from '../../list/TableSkeleton.tsx'
import * as securityHistory from '../../../stores/accounts/security/security-history.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ListRows } from '../../list/ListRows.tsx'

const Place = ({ row, now }: { row: SessionRow; now: string }) => {
  const Icon = row.device.startsWith('电脑') ? Monitor : Smartphone
  return (
    <li className="flex items-center gap-3 border-t border-line px-5 py-3 first:border-t-0">
      <Icon className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{row.device}</span>
          {row.current && <Tag label="本设备" loud />}
        </p>
        <p className="text-sm text-ink-3">
          IP {orDashes(row.ip)} · 登录于 {dateTime(row.createdAt)} ·{' '}
          {row.current ? '正在使用' : `最近使用 ${ago(row.lastSeenAt, now)}`}
        </p>
      </div>
      {!row.current && (
        <Button
          size="sm"
          className="max-md:h-11"
          aria-label={`退出 ${row.device}，登录于 ${dateTime(row.createdAt)}`}
          onClick={() => store.openSessionEnding(row)}
        >
          退出
        </Button>
      )}
    </li>
  )
}

const Question = () => {
  const ending = useStore(store.sessionEnding)
  if (ending.at === 'none') return null
  const { which, failure } = ending
  const end = () =>
    void store.endSessions().then((ended) => {
      if (ended !== undefined)
        toast.success(which === 'others' ? `已退出其他 ${ended} 处登录` : `已退出 ${which.device}`)
    })
  return (
    <Confirm
      open
      onCancel={store.closeSessionEnding}
      onConfirm={end}
      title={which === 'others' ? '退出其他全部设备' : `退出 ${which.device}`}
      text={
        failure?.message ??
        (which === 'others'
          ? '除本设备外，所有登录立即失效，须重新登录。如发现陌生设备，请随后修改登录密码。'
          : '该处登录立即失效，须重新登录。如不是您本人的设备，请随后修改登录密码。')
      }
      confirm="退出"
      danger
      busy={ending.at === 'sending'}
    />
  )
}

/** 登录设备: sessions of the account, the current one first. */
export const SessionList = ({ now }: { now: string }) => {
  const state = useStore(store.sessions)
  return (
    <>
      <AsyncContent
        state={state}
        what="登录设备"
        permission="corpCenter"
        onRetry={() => void store.loadSessions()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={4} className="min-h-[180px]" />}
      >
        {(rows) => {
          const others = rows.filter(({ current }) => !current).length
          return (
            <section aria-labelledby="session-list" className="rounded-lg border border-line bg-surface">
              <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
                <h2 id="session-list" className="text-lg font-semibold">
                  登录设备 <span className="font-normal text-ink-3">{rows.length}</span>
                </h2>
                {others > 0 && (
                  <Button
                    size="sm"
                    kind="danger"
                    className="max-md:h-11"
                    onClick={() => store.openSessionEnding('others')}
                  >
                    退出其他全部
                  </Button>
                )}
              </div>
              <ul>
                {rows.map((row) => (
                  <Place key={row.sessionId} row={row} now={now} />
                ))}
              </ul>
              {others === 0 && <p className="px-5 pb-4 text-sm text-ink-3">暂无其他设备登录您的账号。</p>}
            </section>
          )
        }}
      </AsyncContent>
      <Question />
    </>
  )
}

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
  const state = useStore(securityHistory.securityHistory)
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
        onRetry={() => void securityHistory.loadSecurityHistory()}
        skeleton={<TableSkeleton rows={4} />}
        page={{
          size: securityHistory.pageSize,
          current: state.at === 'ready' ? state.content.current : 1,
          onChange: (page) => void securityHistory.loadSecurityHistory(page),
        }}
        empty={<EmptyState title="暂无记录" text="登录、修改密码、更换手机号后会记录在这里。" />}
      >
        {({ data }) => <DataTable caption="安全记录" columns={columns} rows={data} rowKey={(row) => row.id} />}
      </ListRows>
    </div>
  )
}
