import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../stores/accounts/invoice.ts'
import { Input } from '../../ui/Input.tsx'
import { Radio } from '../../ui/Radio.tsx'
import { FormSection } from '../FormSection.tsx'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { FactList } from '../FactList.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { ReadOnlyNotice } from './CompanyFacts.tsx'
import { CreditCodeNote } from './CreditCodeNote.tsx'

const kinds = [
  { value: 'normal', label: '增值税普通发票' },
  { value: 'special', label: '增值税专用发票' },
] as const

const InvoiceForm = ({ saved }: { saved: boolean }) => {
  const form = useTypedForm(store.form)
  const { values, text, fault } = form
  if (values === null) return null
  const special = values.kind === 'special'
  return (
    <TypedFormBox
      form={form}
      label="开票资料"
      submit="保存"
      onSubmit={() => void store.save()}
      note={saved ? '' : '抬头与税号取自企业，请核对后保存'}
    >
      <FormSection title="开票资料">
        <div className="space-y-5">
          <Radio
            label="默认发票类型"
            options={kinds}
            value={values.kind}
            onChange={(kind) => store.form.set('kind', kind)}
          />
          <div className="grid items-start gap-5 md:grid-cols-2">
            <Input label="发票抬头" required maxLength={60} {...text('title')} />
            <div>
              <Input label="税号" required maxLength={40} autoComplete="off" {...text('taxNo')} />
              {fault('taxNo') === undefined && <CreditCodeNote code={values.taxNo} />}
            </div>
            <Input label="开户银行" required={special} maxLength={60} {...text('bankName')} />
            <Input label="银行账号" required={special} inputMode="numeric" maxLength={40} {...text('bankAccount')} />
            <Input label="注册地址" required={special} maxLength={100} {...text('address')} />
            <Input label="注册电话" required={special} inputMode="tel" maxLength={20} {...text('phone')} />
            <Input
              label="收票邮箱"
              inputMode="email"
              maxLength={100}
              hint="电子发票发到这里"
              {...text('receiverEmail')}
            />
          </div>
        </div>
      </FormSection>
    </TypedFormBox>
  )
}

/** 开票资料: what invoices to the company are made out to. */
export const InvoiceTab = ({ mayEdit }: { mayEdit: boolean }) => {
  const state = useStore(store.invoice)
  useEffect(() => void store.load(), [])
  return (
    <Shown
      state={state}
      what="开票资料"
      permission="corporate_credit"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
    >
      {(invoice) =>
        mayEdit ? (
          <InvoiceForm saved={invoice.saved} />
        ) : (
          <div className="space-y-4">
            <ReadOnlyNotice right="corporate_credit" />
            <section aria-label="开票资料" className="rounded-lg border border-line bg-surface p-4 md:p-6">
              <FactList
                facts={[
                  { label: '默认发票类型', value: kinds.find(({ value }) => value === invoice.kind)?.label },
                  { label: '发票抬头', value: invoice.title },
                  { label: '税号', value: invoice.taxNo },
                  { label: '开户银行', value: invoice.bankName },
                  { label: '银行账号', value: invoice.bankAccount },
                  { label: '注册地址', value: invoice.address },
                  { label: '注册电话', value: invoice.phone },
                  { label: '收票邮箱', value: invoice.receiverEmail },
                ]}
              />
            </section>
          </div>
        )
      }
    </Shown>
  )
}
