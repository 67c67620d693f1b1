import { useStore } from '@nanostores/react'
import { UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import { load as loadInvitations, openForm } from '../../stores/accounts/invitations.ts'
import { load as loadLog } from '../../stores/accounts/operation-logs.ts'
import * as address from '../../stores/accounts/people-address.ts'
import { openNew } from '../../stores/accounts/sub-account-form.ts'
import { load as loadPeople } from '../../stores/accounts/sub-accounts.ts'
import { Button } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { Invitations } from './Invitations.tsx'
import { OperationLog } from './OperationLog.tsx'
import { SubAccountList } from './SubAccountList.tsx'

type Props = {
  centre: 'buyer' | 'seller'
  /** Query of the address, and the server's time at drawing. */
  search: string
  now: string
  /** 新增子账号: may open, change and invite. */
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

/** 子账号: people of the company, links with which others join, and what everybody did. */
export const SubAccounts = ({ centre, search, now, mayChange, mayLog }: Props) => {
  const read = useStore(address.query) ?? address.readPeople(new URLSearchParams(search))
  const tabs = address.peopleTabs.filter((tab) => (tab === 'log' ? mayLog : tab !== 'invitations' || mayChange))
  useEffect(() => {
    const stop = address.start(loadAll)
    // An address may name a part that its reader has no right to.
    if (!tabs.includes(address.query.get()?.tab ?? 'people')) address.open('people')
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- once a page: the rights come with it
  }, [])
  const query = tabs.includes(read.tab) ? read : { ...read, tab: 'people' as const }
  return (
    <>
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">子账号</h1>
        {mayChange && query.tab === 'people' && (
          <Button kind="main" onClick={openNew}>
            <UserPlus className="size-4" />
            新增子账号
          </Button>
        )}
        {mayChange && query.tab === 'invitations' && (
          <Button kind="main" onClick={openForm}>
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
          if (tab !== undefined) address.open(tab)
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
