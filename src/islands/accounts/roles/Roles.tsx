import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import * as forms from '../../../stores/accounts/roles/role-form.ts'
import { openRoleDialog } from '../../../stores/accounts/roles/role-form.ts'
import * as store from '../../../stores/accounts/roles/roles.ts'
import { roleList } from '../../../stores/accounts/roles/roles.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FilteredList } from '../../list/FilteredList.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { RoleTable } from './RoleTable.tsx'
import { RoleTree } from './RoleTree.tsx'
import type { Side } from '../../../domain/sides.ts'

const RoleFormDialog = ({ isNew, people, onDone }: { isNew: boolean; people: number; onDone: () => void }) => {
  const form = useForm(forms.roleForm)
  const { values, text, error } = form
  if (values === null) return null
  const save = () =>
    void forms.roleForm.submit().then((saved) => {
      if (saved === undefined) return
      forms.closeRoleDialog()
      toast.success(isNew ? '角色已新增' : '角色已保存')
      onDone()
    })
  return (
    <FormDialog
      form={form}
      width="lg"
      title={isNew ? '新增角色' : '编辑角色'}
      text={people > 0 ? `${people} 人持有该角色，保存后他们的权限随即变化。` : undefined}
      submit={isNew ? '新增' : '保存'}
      onSubmit={save}
      onClose={forms.closeRoleDialog}
    >
      <Input label="角色名称" required maxLength={20} autoComplete="off" {...text('roleName')} />
      <RoleTree chosen={values.permissions} error={error('permissions')} />
    </FormDialog>
  )
}

const Delete = ({ onDone }: { onDone: () => void }) => {
  const now = useStore(store.roleDeletion)
  if (now.at === 'none') return null
  const send = () =>
    void store.deleteRole().then((worked) => {
      if (!worked) return
      toast.success('角色已删除')
      onDone()
    })
  return (
    <Confirm
      open
      title={`删除角色：${now.role.roleName}`}
      text={now.failure === null ? '没有人持有该角色，删除后不能恢复。' : `操作失败：${now.failure.message}`}
      confirm="删除"
      danger
      busy={now.at === 'sending'}
      onCancel={store.closeRoleDeletion}
      onConfirm={send}
    />
  )
}

/** Role form over the list, and the confirmation before deleting a role. */
const RoleDialogs = ({ onDone }: { onDone: () => void }) => {
  const open = useStore(forms.openRole)
  return (
    <>
      {open !== null && (
        <RoleFormDialog isNew={open === 'new'} people={open === 'new' ? 0 : open.memberCount} onDone={onDone} />
      )}
      <Delete onDone={onDone} />
    </>
  )
}

type Props = { centre: Side; search: string }

/** 角色权限: the company's roles; editable with the permission. */
export const Roles = ({ centre, search }: Props) => {
  const again = () => void roleList.load()
  const create = (
    <Button kind="main" onClick={() => openRoleDialog('new')}>
      <Plus className="size-4" />
      新增角色
    </Button>
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">角色权限</h1>
        {create}
      </div>
      <FilteredList
        list={roleList}
        search={search}
        what="角色"
        permission="role_manage"
        placeholder="角色名称"
        empty={
          <EmptyState title="暂无角色" text="角色是一组权限。新增角色后，在“子账号”中分配给同事。">
            <Button onClick={() => openRoleDialog('new')}>新增角色</Button>
          </EmptyState>
        }
      >
        {({ data }) => <RoleTable rows={data} centre={centre} />}
      </FilteredList>
      <RoleDialogs onDone={again} />
      <Toaster />
    </>
  )
}
