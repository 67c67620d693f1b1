import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/roles/role-form.ts'
import { roleForm } from '../../../stores/accounts/roles/role-form.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FactList } from '../../FactList.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import { Rights } from './RoleTable.tsx'
import { RoleTree } from './RoleTree.tsx'
import type { Side } from '../../../domain/sides.ts'

type Props = { roleId: number | null; centre: Side }
const page = (centre: Props['centre'], id: number) =>
  links.roles({ id, centre: centre === 'seller' ? centre : undefined })

const RoleForm = ({ isNew, centre }: { isNew: boolean; centre: Props['centre'] }) => {
  const form = useForm(roleForm)
  const { values, text, error } = form
  if (values === null) return null
  const save = () =>
    void store.saveRole().then((roleId) => {
      if (roleId === undefined) return
      if (isNew) return location.replace(page(centre, roleId))
      toast.success('角色已保存')
    })
  return (
    <FormFrame form={form} label="角色" submit={isNew ? '新增角色' : '保存'} onSubmit={save}>
      <div className="space-y-5 p-4 md:p-6">
        <Input label="角色名称" required maxLength={20} autoComplete="off" {...text('roleName')} />
        <RoleTree chosen={values.permissions} error={error('permissions')} />
      </div>
    </FormFrame>
  )
}

const Members = ({ role, centre }: { role: store.RoleDetail; centre: Props['centre'] }) => (
  <section aria-label="持有者" className="rounded-lg border border-line bg-surface p-4 md:p-6">
    <FactList
      facts={[
        {
          label: '持有者',
          wide: true,
          value:
            role.members.length === 0 ? (
              '暂无成员持有'
            ) : (
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {role.members.map(({ userId, name }) => (
                  <li key={userId}>
                    <a
                      className="text-accent underline underline-offset-3"
                      href={links.subAccounts({ id: userId, centre: centre === 'seller' ? centre : undefined })}
                    >
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            ),
        },
        { label: '创建时间', value: dateTime(role.createdAt), wide: true },
      ]}
    />
  </section>
)

/** One role with its permissions and members, or a new one. */
export const RolePage = ({ roleId, centre }: Props) => {
  const state = useStore(store.role)
  useEffect(() => void store.loadRole(roleId), [roleId])
  const title = roleId === null ? '新增角色' : state.at === 'ready' ? state.content?.roleName : '角色权限'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <LinkButton href={centre === 'seller' ? links.sellerRoles() : links.buyerRoles()}>全部角色</LinkButton>
      </div>
      <AsyncContent
        state={state}
        what="角色"
        permission="role_manage"
        onRetry={() => void store.loadRole()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(role) => (
          <div className="space-y-4">
            {role !== null && <Members role={role} centre={centre} />}
            {role === null || role.mine ? (
              <RoleForm isNew={role === null} centre={centre} />
            ) : (
              <>
                <Notice tone="mute" title="该角色含有您没有的权限，只能查看。">
                  可请主账号或持有这些权限的管理员修改。
                </Notice>
                <section aria-label="权限" className="rounded-lg border border-line bg-surface p-4 md:p-6">
                  <Rights role={role} />
                </section>
              </>
            )}
          </div>
        )}
      </AsyncContent>
      <Toaster />
    </>
  )
}
