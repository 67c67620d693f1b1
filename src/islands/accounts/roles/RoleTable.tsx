import type { RoleRow } from '../../../contract/accounts/roles.ts'
import { formatPermissions } from '../../../domain/accounts/role-tree.ts'
import { links } from '../../../domain/links.ts'
import { openRoleDialog } from '../../../stores/accounts/roles/role-form.ts'
import { openRoleDeletion } from '../../../stores/accounts/roles/roles.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import type { Side } from '../../../domain/sides.ts'

type Props = { rows: readonly RoleRow[]; centre: Side }

/** Permissions of a role, one line per branch. */
export const Rights = ({ role }: { role: Pick<RoleRow, 'permissions'> }) => {
  const words = formatPermissions(role.permissions)
  return words.length === 0 ? (
    <span className="text-ink-3">没有任何权限</span>
  ) : (
    <ul className="text-ink-2">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  )
}

/** The company's roles with their permissions and number of members. */
export const RoleTable = ({ rows, centre }: Props) => {
  const ofCentre = centre === 'seller' ? centre : undefined
  const people = centre === 'seller' ? links.sellerSubAccounts : links.buyerSubAccounts
  const columns: Column<RoleRow>[] = [
    {
      key: 'name',
      head: '角色',
      className: 'min-w-28',
      cell: (row) => (
        <a href={links.roles({ id: row.roleId, centre: ofCentre })} className="font-medium hover:text-accent">
          {row.roleName}
        </a>
      ),
    },
    { key: 'rights', head: '权限', className: 'min-w-72 py-3', cell: (row) => <Rights role={row} /> },
    {
      key: 'people',
      head: '人数',
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (row) =>
        row.memberCount === 0 ? (
          '--'
        ) : (
          <a
            href={people({ roleId: row.roleId })}
            className="text-accent underline underline-offset-3"
            aria-label={`持有 ${row.roleName} 的 ${row.memberCount} 人`}
          >
            {row.memberCount}&nbsp;人
          </a>
        ),
    },
    {
      key: 'do',
      head: '操作',
      isActions: true,
      align: 'right',
      cell: (row) =>
        row.mine ? (
          <span className="inline-flex items-center gap-2">
            <Button size="sm" aria-label={`编辑 ${row.roleName}`} onClick={() => openRoleDialog(row)}>
              编辑
            </Button>
            <Button
              size="sm"
              aria-label={`删除 ${row.roleName}`}
              disabled={row.memberCount > 0}
              title={row.memberCount > 0 ? '仍有账号持有该角色，请先改派' : undefined}
              onClick={() => openRoleDeletion(row)}
            >
              删除
            </Button>
          </span>
        ) : (
          <LinkButton
            size="sm"
            href={links.roles({ id: row.roleId, centre: ofCentre })}
            aria-label={`查看 ${row.roleName}`}
          >
            查看
          </LinkButton>
        ),
    },
  ]
  return <DataTable caption="角色" columns={columns} rows={rows} rowKey={(row) => row.roleId} />
}
