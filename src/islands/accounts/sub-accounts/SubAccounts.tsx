import { useStore } from '@nanostores/react'
import { UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import { loadInvitations, openInvitationForm } from '../../../stores/accounts/sub-accounts/invitations.ts'
import { loadOperationLogs as loadLog } from '../../../stores/accounts/sub-accounts/operation-logs.ts'
import * as address from '../../../stores/accounts/sub-accounts/people-query.ts'
import { openNewAccount } from '../../../stores/accounts/sub-accounts/sub-account-form.ts'
import * as store from '../../../stores/accounts/sub-accounts/sub-accounts.ts'
import { loadPeople } from '../../../stores/accounts/sub-accounts/sub-accounts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { Invitations } from './Invitations.tsx'
import { OperationLog } from './OperationLog.tsx'
import * as choice from '../../../stores/accounts/roles/roles.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { cardFrame } from '../../list/AsyncContent.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { InvitationConfirm } from './InvitationActions.tsx'
import { SubAccountDialogs } from './SubAccountDialogs.tsx'
import { SubAccountConfirm } from './SubAccountConfirm.tsx'
import { SubAccountTable } from './SubAccountTable.tsx'
import type { Side } from '../../../domain/sides.ts'

type SubAccountListProps = { query: address.PeopleQuery; now: string; centre: Side; mayChange: boolean }

const states = [
  { value: 'all', label: '全部状态' },
  { value: 'active', label: '正常' },
  { value: 'locked', label: '已停用' },
] as const

const Filters = ({ query }: Pick<SubAccountListProps, 'query'>) => {
  const roles = useStore(choice.allRoles)
  useEffect(() => void choice.loadAllRoles(), [])
  const options = [
    { value: 0, label: '全部角色' },
    ...(roles.at === 'ready' ? roles.content.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) : []),
  ]
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <ListSearch
        placeholder="姓名、登录名或完整手机号"
        keyword={query.keyword}
        onSearch={(keyword) => address.setPeopleQuery({ keyword })}
      />
      <Select
        label="角色"
        bare
        className="w-40 max-md:flex-1"
        options={options}
        value={query.roleId ?? 0}
        onChange={(roleId) => address.setPeopleQuery({ roleId: roleId === 0 ? undefined : roleId })}
      />
      <Select
        label="状态"
        bare
        className="w-32 max-md:flex-1"
        options={states}
        value={query.state ?? 'all'}
        onChange={(state) => address.setPeopleQuery({ state: state === 'all' ? undefined : state })}
      />
    </div>
  )
}

const filtered = ({ keyword, roleId, state }: address.PeopleQuery) =>
  keyword !== '' || roleId !== undefined || state !== undefined

/** 账号: the company's accounts with search, filters and actions. */
const SubAccountList = ({ query, now, centre, mayChange }: SubAccountListProps) => {
  const state = useStore(store.people)
  const again = () => void store.loadPeople()
  return (
    <>
      <Filters query={query} />
      <ListFrame
        state={state}
        what="账号"
        permission="subAccount"
        onRetry={again}
        page={{
          size: store.pageSize,
          current: query.current,
          onChange: (current) => address.setPeopleQuery({ current }),
        }}
        empty={
          <EmptyState title="没有符合条件的账号" text="请调整角色、状态或关键词。">
            <Button
              onClick={() => address.setPeopleQuery({ keyword: '', roleId: undefined, state: undefined })}
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
                {cardFrame(
                  <EmptyState title="暂无子账号" text="用短信或邀请链接邀请同事成为子账号，再按分工分配角色。">
                    <Button onClick={openNewAccount}>新增子账号</Button>
                    <Button onClick={() => address.openPeopleTab('invitations')}>邀请加入</Button>
                  </EmptyState>,
                )}
              </div>
            )}
          </>
        )}
      </ListFrame>
      <SubAccountDialogs onDone={again} />
      <SubAccountConfirm onDone={again} />
      <InvitationConfirm onDone={again} />
    </>
  )
}

type Props = {
  centre: Side
  /** Query of the URL; `now` is the server time of rendering. */
  search: string
  now: string
  /** 新增子账号: the viewer may view, change and invite accounts. */
  mayChange: boolean
  /** 操作日志 */
  mayLog: boolean
}

const words: Record<address.PeopleTab, string> = { people: '账号', invitations: '邀请', log: '操作日志' }

const loadAll = () => {
  void loadPeople()
  void loadInvitations()
  void loadLog()
}

/** 子账号: accounts, invitation links and operation log of the company. */
export const SubAccounts = ({ centre, search, now, mayChange, mayLog }: Props) => {
  const read = useStore(address.peopleQuery) ?? address.parsePeopleQuery(new URLSearchParams(search))
  const tabs = address.peopleTabs.filter((tab) => (tab === 'log' ? mayLog : tab !== 'invitations' || mayChange))
  useEffect(() => {
    const stop = address.startPeopleQuery(loadAll)
    // The URL may name a tab that the viewer has no permission for.
    if (!tabs.includes(address.peopleQuery.get()?.tab ?? 'people')) address.openPeopleTab('people')
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- runs once: permissions never change on this page
  }, [])
  const query = tabs.includes(read.tab) ? read : { ...read, tab: 'people' as const }
  return (
    <>
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">子账号</h1>
        {mayChange && query.tab === 'people' && (
          <Button kind="main" onClick={openNewAccount}>
            <UserPlus className="size-4" />
            新增子账号
          </Button>
        )}
        {mayChange && query.tab === 'invitations' && (
          <Button kind="main" onClick={openInvitationForm}>
            <UserPlus className="size-4" />
            邀请加入
          </Button>
        )}
      </div>
      <Tabs
        label="子账号"
        tabs={tabs.map((tab) => ({ key: tab, label: words[tab] }))}
        current={query.tab}
        onChange={(key) => {
          const tab = tabs.find((one) => one === key)
          if (tab !== undefined) address.openPeopleTab(tab)
        }}
      >
        <div className="pt-4">
          {query.tab === 'people' && <SubAccountList query={query} now={now} centre={centre} mayChange={mayChange} />}
          {query.tab === 'invitations' && <Invitations query={query} />}
          {query.tab === 'log' && <OperationLog query={query} />}
        </div>
      </Tabs>
      <Toaster />
    </>
  )
}
