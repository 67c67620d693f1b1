import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SubAccountRow } from '../../../contract/accounts/roles.ts'
import { links } from '../../../domain/links.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/sub-accounts/sub-account-form.ts'
import { accountForm } from '../../../stores/accounts/sub-accounts/sub-account-form.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FactList } from '../../FactList.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import { RolePicker } from '../roles/RolePicker.tsx'
import { SubAccountDialogs } from './SubAccountDialogs.tsx'
import { SubAccountConfirm } from './SubAccountConfirm.tsx'
import { accountActions, RoleTags, stateOf } from './SubAccountTable.tsx'
import type { Side } from '../../../domain/sides.ts'

type Props = {
  userId: number
  centre: Side
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
  const form = useForm(accountForm)
  const { values, text, error } = form
  if (values === null) return null
  const save = () => void store.saveSubAccount().then((worked) => worked && toast.success('账号已保存'))
  return (
    <FormFrame form={form} label="编辑账号" submit="保存" onSubmit={save}>
      <div className="space-y-5 p-4 md:p-6">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Input label="姓名" required maxLength={20} autoComplete="off" {...text('realName')} />
          <Input label="职务" maxLength={30} autoComplete="off" {...text('jobTitle')} />
        </div>
        {!account.isOwner && (
          <RolePicker
            chosen={values.roleIds}
            onChange={(roleIds) => accountForm.set('roleIds', roleIds)}
            error={error('roleIds')}
          />
        )}
      </div>
    </FormFrame>
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

/** One account of the company, with its form if the viewer may change it. */
export const SubAccountPage = ({ userId, centre, mayChange, mayLog }: Props) => {
  const state = useStore(store.subAccount)
  useEffect(() => void store.loadSubAccount(userId), [userId])
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
      <AsyncContent
        state={state}
        what="账号"
        permission="subAccount"
        onRetry={() => void store.loadSubAccount()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={6} className="min-h-[420px]" />}
      >
        {(shown) => (
          <div className="space-y-4">
            <Facts account={shown} />
            {mayChange && shown.mine ? <AccountForm account={shown} /> : <Why account={shown} mayChange={mayChange} />}
          </div>
        )}
      </AsyncContent>
      <SubAccountDialogs onDone={() => void store.loadSubAccount()} />
      <SubAccountConfirm
        onDone={(step) => (step === 'delete' ? location.replace(list()) : void store.loadSubAccount())}
      />
      <Toaster />
    </>
  )
}
