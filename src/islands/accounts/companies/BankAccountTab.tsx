import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { failures } from '../../../contract/failures.ts'
import { payeeEventLabels } from '../../../domain/accounts/payee.ts'
import { yuan } from '../../../domain/money.ts'
import { dateTime } from '../../../domain/time.ts'
import * as tabs from '../../../stores/accounts/profile/account-tab.ts'
import * as store from '../../../stores/accounts/companies/bank-account.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { labelClass } from '../../../ui/form/control-class.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'

const toCertification = (code: number) =>
  code === failures.notCertified.code && (
    <Button kind="link" size="sm" onClick={() => tabs.openAccountTab('certification')}>
      企业认证
    </Button>
  )

/** The pending change with a button to cancel it. */
const WaitingChange = ({ account }: { account: store.BankAccount }) => {
  const cancelling = useStore(store.changeCancellation)
  const failure = useStore(store.cancelFailure)
  const { change } = account
  if (change === null) return null
  const cancel = () =>
    void store.cancelBankAccountChange().then((done) => {
      if (done) toast.success('变更已取消，继续使用原账户')
    })
  return (
    <div className="mb-4">
      <Notice tone="act" title="新的收款账户正在等待生效">
        <p>
          {change.requestedBy} 于 {dateTime(change.requestedAt)} 提交：{change.bankName}，{change.accountNo}。不超过 ¥
          {yuan(change.limit)} 的款项已使用新账户，更大的款项自 {dateTime(change.effectiveAt)} 起使用；此前仍付至{' '}
          {account.bankName}，{account.accountNo}。
        </p>
        {failure !== '' && <p className="mt-2 text-bad">{failure}</p>}
        <Button size="sm" className="mt-2 max-md:h-11" onClick={() => store.changeCancellation.set('asked')}>
          取消变更
        </Button>
      </Notice>
      <Confirm
        open={cancelling !== 'none'}
        title="取消收款账户的变更？"
        text="所有款项继续使用原账户。需要时可再次提交变更。"
        confirm="取消变更"
        busy={cancelling === 'sending'}
        onCancel={() => store.changeCancellation.set('none')}
        onConfirm={cancel}
      />
    </div>
  )
}

type FormProps = {
  account: store.BankAccount
  /** Called after saving. */
  onSaved?: (() => void) | undefined
  /** Buttons beside the submit button. */
  actions?: ReactNode
}

/** Form of the payee account; the parent loads its data. */
export const BankAccountForm = ({ account, onSaved, actions }: FormProps) => {
  const form = useForm(store.bankAccountForm)
  if (form.values === null) return null
  const send = () =>
    void store.saveBankAccount().then((saved) => {
      if (saved === undefined) return
      if (saved.effectiveAt) toast.success(`已提交，自 ${dateTime(saved.effectiveAt)} 起对全部金额生效`)
      onSaved?.()
    })
  return (
    <FormFrame form={form} label="收款账户" submit="保存" onSubmit={send} actions={actions} advice={toCertification}>
      <FormSection title="收款账户">
        <p className="mb-4 text-sm text-ink-3">
          买家线下转账时看到这个账户，退款也由此核对。
          {account.saved &&
            `更换时须确认本人并通知主账号；超过 ¥${yuan(account.limit)} 的款项在 24 小时后才使用新账户，期间可取消。`}
        </p>
        <WaitingChange account={account} />
        <div className="grid items-start gap-5 md:grid-cols-2">
          <div className="md:col-span-2">
            <p className={labelClass}>户名</p>
            <p className="flex min-h-9 items-center font-medium">{account.accountName || '--'}</p>
            <p className="mt-1.5 text-sm text-ink-3">户名总是认证的企业名称，不接受个人账户</p>
          </div>
          <Input label="开户银行" required maxLength={60} placeholder="写到支行" {...form.text('bankName')} />
          <Input
            label="账号"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            {...form.text('accountNo')}
          />
        </div>
      </FormSection>
    </FormFrame>
  )
}

const LimitForm = ({ account }: { account: store.BankAccount }) => {
  const form = useForm(store.limitForm)
  if (form.values === null) return null
  const send = () =>
    void store.saveLimit().then((saved) => {
      if (saved?.effectiveAt) toast.success(`已提交，自 ${dateTime(saved.effectiveAt)} 起生效`)
    })
  return (
    <FormFrame form={form} label="变更账户的即时生效上限" submit="保存上限" quiet onSubmit={send}>
      <FormSection title="变更账户的即时生效上限">
        <p className="mb-4 text-sm text-ink-3">
          更换收款账户后，不超过这个金额的款项立即使用新账户，更大的款项等待 24 小时。调低立即生效，调高在 24
          小时后生效。
        </p>
        <Input
          label="上限（元）"
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          {...form.text('limit')}
        />
        {account.nextLimit !== null && (
          <p className="mt-3 text-sm text-ink-2" role="status">
            现为 ¥{yuan(account.limit)}，自 {dateTime(account.nextLimit.effectiveAt)} 起为 ¥
            {yuan(account.nextLimit.limit)}。
          </p>
        )}
      </FormSection>
    </FormFrame>
  )
}

const History = ({ account }: { account: store.BankAccount }) =>
  account.history.length === 0 ? null : (
    <section className="rounded-lg border border-line bg-surface px-4 py-6 md:px-6">
      <h2 className="mb-4 text-lg font-semibold">变更记录</h2>
      <Timeline
        entries={account.history.map(({ event, by, reason, at }) => ({
          tone: event === 'cancel' || event === 'replace' ? 'mute' : event === 'change' ? 'act' : 'good',
          title: payeeEventLabels[event] ?? event,
          note: [by, reason].filter((word) => word !== '').join('，'),
          time: dateTime(at),
          iso: at,
        }))}
      />
    </section>
  )

/** 收款账户: account for payments and refunds. */
export const BankAccountTab = () => {
  const state = useStore(store.bankAccount)
  useEffect(() => void store.loadBankAccount(), [])
  return (
    <AsyncContent
      state={state}
      what="收款账户"
      permission="corporate_credit"
      onRetry={() => void store.loadBankAccount()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={5} className="min-h-[300px]" />}
    >
      {(account) => (
        <div className="space-y-4">
          <BankAccountForm account={account} />
          {account.saved && <LimitForm account={account} />}
          <History account={account} />
        </div>
      )}
    </AsyncContent>
  )
}
