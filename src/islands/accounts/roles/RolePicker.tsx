import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatPermissions } from '../../../domain/accounts/role-tree.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/accounts/roles/roles.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'

type Props = {
  chosen: readonly number[]
  onChange: (roleIds: readonly number[]) => void
  error?: string | undefined
  /** Why nothing can be chosen, such as for the owner, who has all permissions. */
  hint?: string | undefined
}

const Choices = ({ chosen, onChange }: Pick<Props, 'chosen' | 'onChange'>) => {
  const state = useStore(store.allRoles)
  if (state.at === 'loading')
    return <span className="skeleton block h-24 w-full" aria-label="角色加载中" role="status" />
  if (state.at === 'failed') {
    return (
      <p className="flex items-center gap-3 text-ink-2" role="alert">
        角色加载失败：{state.failure.message}
        <Button size="sm" busy={state.retrying} onClick={() => void store.loadAllRoles()}>
          重试
        </Button>
      </p>
    )
  }
  if (state.content.length === 0) {
    return (
      <p className="text-ink-3">
        暂无角色。
        <a className="text-accent underline underline-offset-3" href={links.roles()}>
          新增角色
        </a>
      </p>
    )
  }
  const choose = (roleId: number, on: boolean) =>
    onChange(on ? [...chosen, roleId] : chosen.filter((each) => each !== roleId))
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {state.content.map((role) => {
        const rights = formatPermissions(role.permissions)
        return (
          <li key={role.roleId} className="px-3 py-2">
            <Checkbox
              checked={chosen.includes(role.roleId)}
              disabled={!role.mine}
              onChange={(event) => choose(role.roleId, event.target.checked)}
            >
              <span className="font-medium">{role.roleName}</span>
              <span className="block text-sm text-ink-3">
                {role.mine ? rights.join('；') || '没有任何权限' : '含有您没有的权限，不能授予'}
              </span>
            </Checkbox>
          </li>
        )
      })}
    </ul>
  )
}

/** Roles to assign with their permissions; those beyond the user's own permissions are disabled with a reason. */
export const RolePicker = ({
  chosen,
  onChange,
  error,
  hint = '可选多个，权限合并；不选则只能查看自己的账号',
}: Props) => {
  useEffect(() => void store.loadAllRoles(), [])
  return (
    <Field label="角色" group error={error} hint={hint}>
      {(ids, labelId) => (
        <div role="group" aria-labelledby={labelId} aria-describedby={ids['aria-describedby']} data-fault={error && ''}>
          <Choices chosen={chosen} onChange={onChange} />
        </div>
      )}
    </Field>
  )
}
