import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { failures } from '../../contract/failures.ts'
import * as tabs from '../../stores/accounts/account-tab.ts'
import * as store from '../../stores/accounts/bank-account.ts'
import { Button } from '../../ui/Button.tsx'
import { labelClass } from '../../ui/control-class.ts'
import { Input } from '../../ui/Input.tsx'
import { FormSection } from '../FormSection.tsx'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'

const BankAccountForm = ({ accountName }: { accountName: string }) => {
  const form = useTypedForm(store.form)
  if (form.values === null) return null
  return (
    <TypedFormBox
      form={form}
      label="收款账户"
      submit="保存"
      onSubmit={() => void store.save()}
      advice={(code) =>
        code === failures.notCertified.code && (
          <Button kind="link" size="sm" onClick={() => tabs.openTab('certification')}>
            去企业认证
          </Button>
        )
      }
    >
      <FormSection title="收款账户">
        <p className="mb-4 text-sm text-ink-3">买家线下转账时看到这个账户，退款也由此核对。</p>
        <div className="grid items-start gap-5 md:grid-cols-2">
          <div className="md:col-span-2">
            <p className={labelClass}>户名</p>
            <p className="flex min-h-9 items-center font-medium">{accountName || '--'}</p>
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
    </TypedFormBox>
  )
}

/** 收款账户: where the company is paid, and paid back. */
export const BankAccountTab = () => {
  const state = useStore(store.account)
  useEffect(() => void store.load(), [])
  return (
    <Shown
      state={state}
      what="收款账户"
      permission="corporate_credit"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={5} className="min-h-[300px]" />}
    >
      {({ accountName }) => <BankAccountForm accountName={accountName} />}
    </Shown>
  )
}
