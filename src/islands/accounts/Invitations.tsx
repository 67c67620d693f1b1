import { useStore } from '@nanostores/react'
import type { Invitation } from '../../contract/accounts/invitations.ts'
import { invitationLabels } from '../../domain/accounts/invitations.ts'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/accounts/invitations.ts'
import * as address from '../../stores/accounts/people-address.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { TableSkeleton } from '../TableSkeleton.tsx'
import { ListRows } from '../ListRows.tsx'
import { InvitationDialog } from './InvitationDialog.tsx'
import { InvitationQuestion, ResendButton } from './InvitationSteps.tsx'

const columns: Column<Invitation>[] = [
  {
    key: 'for',
    head: '邀请对象',
    className: 'min-w-40',
    cell: (row) => (
      <>
        {row.realName !== '' && <span className="block font-medium">{row.realName}</span>}
        {row.mobile === '' ? '持有链接的人' : row.mobile}
        {row.usedBy !== '' && <span className="block text-sm text-ink-3">{row.usedBy} 已加入</span>}
      </>
    ),
  },
  { key: 'roles', head: '角色', className: 'min-w-32', cell: (row) => row.roles.join('、') || '未分配' },
  {
    key: 'by',
    head: '邀请人',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <>
        {row.createdBy}
        <span className="block text-sm text-ink-3">{monthMinute(row.createdAt)}</span>
      </>
    ),
  },
  {
    key: 'until',
    head: '有效至',
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.expiresAt}>{monthMinute(row.expiresAt)}</time>,
  },
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: (row) => <StateBadge {...invitationLabels[row.status]} />,
  },
  {
    key: 'do',
    head: '操作',
    align: 'right',
    cell: (row) => {
      const bySms = row.realName !== ''
      const mayRevoke = row.status === 'open' || (bySms && (row.status === 'expired' || row.status === 'declined'))
      return (
        <span className="inline-flex items-center gap-2">
          {bySms && <ResendButton row={row} onDone={() => undefined} />}
          {mayRevoke && (
            <Button size="sm" onClick={() => store.askRevoke(row.invitationId)}>
              撤回
            </Button>
          )}
        </span>
      )
    },
  },
]

/** 邀请: links with which people join the company by themselves, and the invitations of sub-accounts. */
export const Invitations = ({ query }: { query: address.PeopleQuery }) => {
  const state = useStore(store.invitations)
  return (
    <>
      <ListRows
        state={state}
        what="邀请"
        permission="add_sub_account"
        onRetry={() => void store.load()}
        skeleton={<TableSkeleton rows={4} />}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => address.choose({ current }) }}
        empty={
          <EmptyState title="还没有邀请" text="把链接发给同事，对方登录或注册后即加入贵企业，并得到您选定的角色。">
            <Button onClick={store.openForm}>邀请加入</Button>
          </EmptyState>
        }
      >
        {({ data }) => <DataTable caption="邀请" columns={columns} rows={data} rowKey={(row) => row.invitationId} />}
      </ListRows>
      <InvitationDialog />
      <InvitationQuestion onDone={() => undefined} />
    </>
  )
}
