import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SubAccountRow } from '../../contract/accounts/roles.ts'
import { links } from '../../domain/links.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/accounts/sub-account.ts'
import { editForm } from '../../stores/accounts/sub-account-form.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { FactList } from '../FactList.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { RolePicker } from './RolePicker.tsx'
import { SubAccountDialogs } from './SubAccountDialogs.tsx'
import { SubAccountQuestion } from './SubAccountQuestion.tsx'
import { accountActions, RoleTags, stateOf } from './SubAccountTable.tsx'

type Props = {
  userId: number
  centre: 'buyer' | 'seller'
  mayChange: boolean
  mayLog: boolean
}

const Facts = ({ account }: { account: SubAccountRow }) => (
  <section aria-label="账号" className="rounded-lg border border-line bg-surface p-4 md:p-6">
    <FactList
      facts={[
        { label: '登录名', value: account.loginName },
        { label: '状态', value: <StateBadge {...stateOf(account)} /> },
        { label: '手机号', value: account.mobile },
        { label: '邮箱', value: account.email },
        { label: '职务', value: account.jobTitle },
        { label: '角色', value: <RoleTags account={account} /> },
        { label: '最近使用', value: account.lastSeenAt === null ? '从未登录' : dateTime(account.lastSeenAt) },
        { label: '开通时间', value: dateTime(account.createdAt) },
      ]}
    />
  </section>
)

const AccountForm = ({ account }: { account: SubAccountRow }) => {
  const form = useTypedForm(editForm)
  const { values, text, fault } = form
  if (values === null) return null
  const save = () => void store.save().then((worked) => worked && toast.good('账号已保存'))
  return (
    <TypedFormBox form={form} label="编辑账号" submit="保存" onSubmit={save}>
      <div className="space-y-5 p-4 md:p-6">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Input label="姓名" required maxLength={20} autoComplete="off" {...text('realName')} />
          <Input label="职务" maxLength={30} autoComplete="off" {...text('jobTitle')} />
        </div>
        {!account.isOwner && (
          <RolePicker
            chosen={values.roleIds}
            onChange={(roleIds) => editForm.set('roleIds', roleIds)}
            error={fault('roleIds')}
          />
        )}
      </div>
    </TypedFormBox>
  )
}

const Why = ({ account, mayChange }: { account: SubAccountRow; mayChange: boolean }) => {
  const why = !mayChange
    ? '您没有“新增子账号”权限，只能查看。'
    : account.isOwner
      ? '主账号只能由其本人变更。'
      : '该账号拥有您没有的权限，只能查看。'
  return <Notice tone="mute" title={why} />
}

/** One account of the company: what it is, and the form where the reader may change it. */
export const SubAccountPage = ({ userId, centre, mayChange, mayLog }: Props) => {
  const state = useStore(store.account)
  useEffect(() => void store.load(userId), [userId])
  const list = centre === 'seller' ? links.sellerSubAccounts : links.buyerSubAccounts
  const account = state.at === 'ready' ? state.content : undefined
  const actions = account !== undefined && mayChange ? accountActions(account) : []
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{account?.realName || account?.loginName || '子账号'}</h1>
        <span className="flex flex-wrap gap-2">
          {mayLog && <LinkButton href={list({ tab: 'log', userId })}>操作日志</LinkButton>}
          {actions.length > 0 && <Menu label="更多" entries={actions} />}
          <LinkButton href={list()}>全部账号</LinkButton>
        </span>
      </div>
      <Shown
        state={state}
        what="账号"
        permission="subAccount"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={6} className="min-h-[420px]" />}
      >
        {(shown) => (
          <div className="space-y-4">
            <Facts account={shown} />
            {mayChange && shown.mine ? <AccountForm account={shown} /> : <Why account={shown} mayChange={mayChange} />}
          </div>
        )}
      </Shown>
      <SubAccountDialogs onDone={() => void store.load()} />
      <SubAccountQuestion onDone={(step) => (step === 'delete' ? location.replace(list()) : void store.load())} />
      <Toaster />
    </>
  )
}
