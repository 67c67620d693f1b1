import { useStore } from '@nanostores/react'
import * as forms from '../../stores/accounts/role-form.ts'
import * as store from '../../stores/accounts/roles.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { useTypedForm } from '../use-typed-form.ts'
import { FormDialog } from '../FormDialog.tsx'
import { RoleTree } from './RoleTree.tsx'

const RoleFormDialog = ({ isNew, people, onDone }: { isNew: boolean; people: number; onDone: () => void }) => {
  const form = useTypedForm(forms.form)
  const { values, text, fault } = form
  if (values === null) return null
  const save = () =>
    void forms.form.send().then((saved) => {
      if (saved === undefined) return
      forms.closeDialog()
      toast.good(isNew ? '角色已新增' : '角色已保存')
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
      onClose={forms.closeDialog}
    >
      <Input label="角色名称" required maxLength={20} autoComplete="off" {...text('roleName')} />
      <RoleTree chosen={values.permissions} error={fault('permissions')} />
    </FormDialog>
  )
}

const Delete = ({ onDone }: { onDone: () => void }) => {
  const now = useStore(store.deleting)
  if (now.at === 'none') return null
  const send = () =>
    void store.confirmDelete().then((worked) => {
      if (!worked) return
      toast.good('角色已删除')
      onDone()
    })
  return (
    <Confirm
      open
      title={`删除角色：${now.role.roleName}`}
      text={now.failure === null ? '没有人持有该角色，删除后不能恢复。' : `没有成功：${now.failure.message}`}
      confirm="删除"
      danger
      busy={now.at === 'sending'}
      onCancel={store.dropDelete}
      onConfirm={send}
    />
  )
}

/** The form of a role over the list, and the question before one is deleted. */
export const RoleDialogs = ({ onDone }: { onDone: () => void }) => {
  const open = useStore(forms.open)
  return (
    <>
      {open !== null && (
        <RoleFormDialog isNew={open === 'new'} people={open === 'new' ? 0 : open.memberCount} onDone={onDone} />
      )}
      <Delete onDone={onDone} />
    </>
  )
}
