import type { SubAccountRow } from '../../contract/accounts/roles.ts'
import { orDashes } from '../../domain/masks.ts'
import { links } from '../../domain/links.ts'
import { ago, dateTime } from '../../domain/time.ts'
import { openEdit, openReset } from '../../stores/accounts/sub-account-form.ts'
import { ask } from '../../stores/accounts/sub-accounts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Tag } from '../../ui/Tag.tsx'

type Props = {
  rows: readonly SubAccountRow[]
  now: string
  /** Which centre the page of an account belongs to. */
  centre: 'buyer' | 'seller'
  /** The reader may open and change accounts. */
  mayChange: boolean
}

export const stateOf = (account: Pick<SubAccountRow, 'locked'>) =>
  account.locked ? ({ tone: 'mute', label: '已停用' } as const) : ({ tone: 'good', label: '正常' } as const)

/** What may be done to an account besides looking at it. */
export function accountActions(account: SubAccountRow): MenuEntry[] {
  if (!account.mine || account.self) return []
  return [
    { label: '重设密码', onChoose: () => openReset(account) },
    account.locked
      ? { label: '恢复账号', onChoose: () => ask('unlock', account) }
      : { label: '停用账号', onChoose: () => ask('lock', account) },
    { label: '删除账号', danger: true, onChoose: () => ask('delete', account) },
  ]
}

/** Roles as tags; the owner holds everything without one. */
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

/** The company's accounts, with what the reader may do to each. */
export const SubAccountTable = ({ rows, now, centre, mayChange }: Props) => {
  const page = (account: SubAccountRow) =>
    links.subAccounts({ id: account.userId, centre: centre === 'seller' ? centre : undefined })
  const columns: Column<SubAccountRow>[] = [
    {
      key: 'name',
      head: '账号',
      className: 'min-w-52',
      cell: (row) => (
        <span className="flex items-center gap-3">
          <Avatar name={row.realName || row.loginName} kind="person" picture={row.avatar} />
          <span className="min-w-0">
            <a href={page(row)} className="font-medium hover:text-accent">
              {row.realName || row.loginName}
            </a>
            {row.self && <span className="ml-1 text-sm text-ink-3">（您）</span>}
            <span className="block text-sm text-ink-3">
              {[row.loginName, row.jobTitle].filter((word) => word !== '').join(' · ')}
            </span>
          </span>
        </span>
      ),
    },
    { key: 'mobile', head: '手机号', className: 'whitespace-nowrap', cell: (row) => orDashes(row.mobile) },
    { key: 'roles', head: '角色', className: 'min-w-32', cell: (row) => <RoleTags account={row} /> },
    { key: 'state', head: '状态', className: 'whitespace-nowrap', cell: (row) => <StateBadge {...stateOf(row)} /> },
    {
      key: 'seen',
      head: '最近使用',
      className: 'whitespace-nowrap',
      cell: (row) =>
        row.lastSeenAt === null ? (
          <span className="text-ink-3">从未登录</span>
        ) : (
          <time dateTime={row.lastSeenAt} title={dateTime(row.lastSeenAt)}>
            {ago(row.lastSeenAt, now)}
          </time>
        ),
    },
    {
      key: 'do',
      head: '操作',
      align: 'right',
      cell: (row) => {
        const name = row.realName || row.loginName
        const actions = mayChange ? accountActions(row) : []
        return (
          <span className="inline-flex items-center gap-2">
            {mayChange && row.mine ? (
              <Button size="sm" aria-label={`编辑 ${name}`} onClick={() => openEdit(row)}>
                编辑
              </Button>
            ) : (
              <LinkButton size="sm" href={page(row)} aria-label={`查看 ${name}`}>
                查看
              </LinkButton>
            )}
            {actions.length > 0 && <Menu label="更多" size="sm" entries={actions} />}
          </span>
        )
      },
    },
  ]
  return <DataTable caption="本企业的账号" columns={columns} rows={rows} rowKey={(row) => row.userId} />
}
