import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as address from '../../stores/accounts/people-address.ts'
import * as choice from '../../stores/accounts/role-choice.ts'
import { openNew } from '../../stores/accounts/sub-account-form.ts'
import * as store from '../../stores/accounts/sub-accounts.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Select.tsx'
import { ListSearch } from '../ListSearch.tsx'
import { card } from '../Shown.tsx'
import { ListFrame } from '../ListFrame.tsx'
import { InvitationQuestion } from './InvitationSteps.tsx'
import { SubAccountDialogs } from './SubAccountDialogs.tsx'
import { SubAccountQuestion } from './SubAccountQuestion.tsx'
import { SubAccountTable } from './SubAccountTable.tsx'

type Props = { query: address.PeopleQuery; now: string; centre: 'buyer' | 'seller'; mayChange: boolean }

const states = [
  { value: 'all', label: '全部状态' },
  { value: 'active', label: '正常' },
  { value: 'locked', label: '已停用' },
] as const

const Filters = ({ query }: Pick<Props, 'query'>) => {
  const roles = useStore(choice.roles)
  useEffect(() => void choice.loadRoles(), [])
  const options = [
    { value: 0, label: '全部角色' },
    ...(roles.at === 'ready' ? roles.content.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) : []),
  ]
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <ListSearch
        placeholder="姓名、登录名或手机号"
        keyword={query.keyword}
        onSearch={(keyword) => address.choose({ keyword })}
      />
      <Select
        label="角色"
        bare
        className="w-40 max-md:flex-1"
        options={options}
        value={query.roleId ?? 0}
        onChange={(roleId) => address.choose({ roleId: roleId === 0 ? undefined : roleId })}
      />
      <Select
        label="状态"
        bare
        className="w-32 max-md:flex-1"
        options={states}
        value={query.state ?? 'all'}
        onChange={(state) => address.choose({ state: state === 'all' ? undefined : state })}
      />
    </div>
  )
}

const filtered = ({ keyword, roleId, state }: address.PeopleQuery) =>
  keyword !== '' || roleId !== undefined || state !== undefined

/** 账号: the company's people, searched and filtered, with what may be done to each. */
export const SubAccountList = ({ query, now, centre, mayChange }: Props) => {
  const state = useStore(store.people)
  const again = () => void store.load()
  return (
    <>
      <Filters query={query} />
      <ListFrame
        state={state}
        what="账号"
        permission="subAccount"
        onRetry={again}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => address.choose({ current }) }}
        empty={
          <EmptyState title="没有符合条件的账号" text="换个角色、状态或关键词再看看。">
            <Button
              onClick={() => address.choose({ keyword: '', roleId: undefined, state: undefined })}
              disabled={!filtered(query) && query.current === 1}
            >
              清空条件
            </Button>
          </EmptyState>
        }
      >
        {({ data }) => (
          <>
            <SubAccountTable rows={data} now={now} centre={centre} mayChange={mayChange} onChanged={again} />
            {data.length === 1 && query.current === 1 && mayChange && !filtered(query) && (
              <div className="mt-4">
                {card(
                  <EmptyState
                    title="还没有子账号"
                    text="用短信邀请同事成为子账号并分配角色，或把邀请链接发给他们，各做各的事。"
                  >
                    <Button onClick={openNew}>新增子账号</Button>
                    <Button onClick={() => address.open('invitations')}>邀请加入</Button>
                  </EmptyState>,
                )}
              </div>
            )}
          </>
        )}
      </ListFrame>
      <SubAccountDialogs onDone={again} />
      <SubAccountQuestion onDone={again} />
      <InvitationQuestion onDone={again} />
    </>
  )
}
