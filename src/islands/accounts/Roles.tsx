import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { openDialog } from '../../stores/accounts/role-form.ts'
import * as store from '../../stores/accounts/roles.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame } from '../ListFrame.tsx'
import { RoleDialogs } from './RoleDialogs.tsx'
import { RoleTable } from './RoleTable.tsx'

type Props = { centre: 'buyer' | 'seller'; search: string }

/** 角色权限: what the company's roles open, and who may change them. */
export const Roles = ({ centre, search }: Props) => {
  const state = useStore(store.roles)
  const query = useStore(store.query) ?? readListQuery<never>(search, [])
  useEffect(() => store.start(), [])
  const again = () => void store.load()
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
      <ListFrame
        state={state}
        what="角色"
        permission="role_manage"
        onRetry={again}
        search={{
          placeholder: '角色名称',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={
          query.keyword === '' && query.current === 1 ? (
            <EmptyState title="还没有角色" text="角色是一组权限。新增角色后，在“子账号”中分配给同事。">
              <Button onClick={() => openDialog('new')}>新增角色</Button>
            </EmptyState>
          ) : (
            <EmptyState title="没有符合条件的角色" text="换个关键词再看看。">
              <Button onClick={() => store.choose({ keyword: '' })}>清空条件</Button>
            </EmptyState>
          )
        }
      >
        {({ data }) => <RoleTable rows={data} centre={centre} />}
      </ListFrame>
      <RoleDialogs onDone={again} />
      <Toaster />
    </>
  )
}
