import type { InvitedRow, SubAccountRow } from '../../../contract/accounts/roles.ts'
import { invitationLabels, isInvitationOpen } from '../../../domain/accounts/invitations.ts'
import { orDashes } from '../../../domain/masks.ts'
import { links } from '../../../domain/links.ts'
import { ago, dateTime, monthMinute } from '../../../domain/time.ts'
import { openAccountEdit, openPasswordReset } from '../../../stores/accounts/sub-accounts/sub-account-form.ts'
import { openRevocation } from '../../../stores/accounts/sub-accounts/invitations.ts'
import {
  openAccountConfirmation,
  isInvited,
  type PersonRow,
} from '../../../stores/accounts/sub-accounts/sub-accounts.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Menu, type MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { ResendButton } from './InvitationActions.tsx'
import type { Side } from '../../../domain/sides.ts'

type Props = {
  rows: readonly PersonRow[]
  now: string
  /** Account centre that links of the table lead to. */
  centre: Side
  /** Whether the viewer may invite and change accounts. */
  mayChange: boolean
  /** Called after an invitation was resent. */
  onChanged: () => void
}

export const stateOf = (account: Pick<SubAccountRow, 'locked'>) =>
  account.locked ? ({ tone: 'mute', label: '已停用' } as const) : ({ tone: 'good', label: '正常' } as const)

/** Menu of actions on an account. */
export function accountActions(account: SubAccountRow): MenuEntry[] {
  if (!account.mine || account.self) return []
  return [
    { label: '重设密码', onChoose: () => openPasswordReset(account) },
    account.locked
      ? { label: '恢复账号', onChoose: () => openAccountConfirmation('unlock', account) }
      : { label: '停用账号', onChoose: () => openAccountConfirmation('lock', account) },
    { label: '删除账号', danger: true, onChoose: () => openAccountConfirmation('delete', account) },
  ]
}

/** Roles as tags; the owner has all permissions without a role. */
export const RoleTags = ({ account }: { account: Pick<SubAccountRow, 'isOwner' | 'roles'> }) =>
  account.isOwner ? (
    <Tag label="主账号" loud />
  ) : account.roles.length === 0 ? (
    <span className="text-ink-3">未分配</span>
  ) : (
    <span className="inline-flex flex-wrap gap-1">
      {account.roles.map(({ roleId, roleName }) => (
        <Tag key={roleId} label={roleName} />
      ))}
    </span>
  )

const InvitedName = ({ row }: { row: InvitedRow }) => (
  <span className="flex items-center gap-3">
    <Avatar name={row.realName} kind="person" picture="" />
    <span className="min-w-0">
      <span className="font-medium">{row.realName}</span>
      <span className="block text-sm text-ink-3">
        {[`${row.invitedBy} 邀请`, row.jobTitle].filter((word) => word !== '').join(' · ')}
      </span>
    </span>
  </span>
)

const InvitedActions = ({ row, onChanged }: { row: InvitedRow; onChanged: () => void }) => (
  <span className="inline-flex items-center gap-2">
    <ResendButton row={row} onDone={onChanged} />
    <Button size="sm" aria-label={`撤回给 ${row.realName} 的邀请`} onClick={() => openRevocation(row.invitationId)}>
      撤回
    </Button>
  </span>
)

/** Actions of the viewer on an account. */
const AccountActions = ({ row, page, mayChange }: { row: SubAccountRow; page: string; mayChange: boolean }) => {
  const name = row.realName || row.loginName
  const actions = mayChange ? accountActions(row) : []
  return (
    <span className="inline-flex items-center gap-2">
      {mayChange && row.mine ? (
        <Button size="sm" aria-label={`编辑 ${name}`} onClick={() => openAccountEdit(row)}>
          编辑
        </Button>
      ) : (
        <LinkButton size="sm" href={page} aria-label={`查看 ${name}`}>
          查看
        </LinkButton>
      )}
      {actions.length > 0 && <Menu label="更多" size="sm" entries={actions} />}
    </span>
  )
}

const AccountName = ({ row, page }: { row: SubAccountRow; page: string }) => (
  <span className="flex items-center gap-3">
    <Avatar name={row.realName || row.loginName} kind="person" picture={row.avatar} />
    <span className="min-w-0">
      <a href={page} className="font-medium hover:text-accent">
        {row.realName || row.loginName}
      </a>
      {row.self && <span className="ml-1 text-sm text-ink-3">（您）</span>}
      <span className="block text-sm text-ink-3">
        {[row.loginName, row.jobTitle].filter((word) => word !== '').join(' · ')}
      </span>
    </span>
  </span>
)

const LastSeen = ({ at, now }: { at: string | null; now: string }) =>
  at === null ? (
    <span className="text-ink-3">从未登录</span>
  ) : (
    <time dateTime={at} title={dateTime(at)}>
      {ago(at, now)}
    </time>
  )

/** The company's accounts and pending invitations, with their actions. */
export const SubAccountTable = ({ rows, now, centre, mayChange, onChanged }: Props) => {
  const page = (account: SubAccountRow) =>
    links.subAccounts({ id: account.userId, centre: centre === 'seller' ? centre : undefined })
  const columns: Column<PersonRow>[] = [
    {
      key: 'name',
      head: '账号',
      className: 'min-w-52',
      cell: (row) => (isInvited(row) ? <InvitedName row={row} /> : <AccountName row={row} page={page(row)} />),
    },
    { key: 'mobile', head: '手机号', className: 'whitespace-nowrap', cell: (row) => orDashes(row.mobile) },
    {
      key: 'roles',
      head: '角色',
      className: 'min-w-32',
      cell: (row) => <RoleTags account={isInvited(row) ? { isOwner: false, roles: row.roles } : row} />,
    },
    {
      key: 'state',
      head: '状态',
      className: 'whitespace-nowrap',
      cell: (row) => <StateBadge {...(isInvited(row) ? invitationLabels[row.status] : stateOf(row))} />,
    },
    {
      key: 'seen',
      head: '最近使用',
      className: 'whitespace-nowrap',
      cell: (row) =>
        isInvited(row) ? (
          <span className="text-ink-3">
            {isInvitationOpen(row.status) ? `${monthMinute(row.expiresAt)} 前有效` : '--'}
          </span>
        ) : (
          <LastSeen at={row.lastSeenAt} now={now} />
        ),
    },
    {
      key: 'do',
      head: '操作',
      isActions: true,
      align: 'right',
      cell: (row) =>
        !isInvited(row) ? (
          <AccountActions row={row} page={page(row)} mayChange={mayChange} />
        ) : (
          mayChange && <InvitedActions row={row} onChanged={onChanged} />
        ),
    },
  ]
  return (
    <DataTable
      caption="本企业的账号"
      columns={columns}
      rows={rows}
      rowKey={(row) => (isInvited(row) ? `i${row.invitationId}` : `u${row.userId}`)}
    />
  )
}
