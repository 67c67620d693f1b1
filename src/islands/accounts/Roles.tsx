import { Plus } from 'lucide-react'
import { openDialog } from '../../stores/accounts/role-form.ts'
import { roles } from '../../stores/accounts/roles.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { RoleDialogs } from './RoleDialogs.tsx'
import { RoleTable } from './RoleTable.tsx'

type Props = { centre: 'buyer' | 'seller'; search: string }

/** 角色权限: what the company's roles open, and who may change them. */
export const Roles = ({ centre, search }: Props) => {
  const again = () => void roles.load()
  const create = (
    <Button kind="main" onClick={() => openDialog('new')}>
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
        list={roles}
        search={search}
        what="角色"
        permission="role_manage"
        placeholder="角色名称"
        empty={
          <EmptyState title="还没有角色" text="角色是一组权限。新增角色后，在“子账号”中分配给同事。">
            <Button onClick={() => openDialog('new')}>新增角色</Button>
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
