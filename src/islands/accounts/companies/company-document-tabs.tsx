import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../../stores/accounts/companies/company-documents.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FactList } from '../../FactList.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import { ReadOnlyNotice } from './CompanyFacts.tsx'
import { CreditCodeNote } from '../certification/CreditCodeNote.tsx'
import { Select } from '../../../ui/form/Select.tsx'

const kinds = [
  { value: 'normal', label: '增值税普通发票' },
  { value: 'special', label: '增值税专用发票' },
] as const

const InvoiceForm = ({ saved }: { saved: boolean }) => {
  const form = useForm(store.invoiceForm)
  const { values, text, error } = form
  if (values === null) return null
  const special = values.kind === 'special'
  return (
    <FormFrame
      form={form}
      label="开票资料"
      submit="保存"
      onSubmit={() => void store.saveInvoice()}
      note={saved ? '' : '抬头与税号取自企业，请核对后保存'}
    >
      <FormSection title="开票资料">
        <div className="space-y-5">
          <Radio
            label="默认发票类型"
            options={kinds}
            value={values.kind}
            onChange={(kind) => store.invoiceForm.set('kind', kind)}
          />
          <div className="grid items-start gap-5 md:grid-cols-2">
            <Input label="发票抬头" required maxLength={60} {...text('title')} />
            <div>
              <Input label="税号" required maxLength={40} autoComplete="off" {...text('taxNo')} />
              {error('taxNo') === undefined && <CreditCodeNote code={values.taxNo} />}
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
    </FormFrame>
  )
}

/** 开票资料: invoice details of the company. */
export const InvoiceTab = ({ mayEdit }: { mayEdit: boolean }) => {
  const state = useStore(store.invoice)
  useEffect(() => void store.loadInvoice(), [])
  return (
    <AsyncContent
      state={state}
      what="开票资料"
      permission="corporate_credit"
      onRetry={() => void store.loadInvoice()}
      frame={cardFrame}
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
    </AsyncContent>
  )
}

const idTypes = [
  { value: 'id_card', label: '居民身份证' },
  { value: 'passport', label: '护照' },
  { value: 'permit', label: '港澳台居民证件' },
] as const

const LegalPersonForm = () => {
  const form = useForm(store.legalPersonForm)
  if (form.values === null) return null
  return (
    <FormFrame form={form} label="法定代表人" submit="保存" onSubmit={() => void store.saveLegalPerson()}>
      <FormSection title="法定代表人">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Input label="姓名" required maxLength={30} hint="与营业执照一致" {...form.text('name')} />
          <Select
            label="证件类型"
            options={idTypes}
            value={form.values.idType}
            onChange={(type) => store.legalPersonForm.set('idType', type)}
          />
          <Input
            label="证件号码"
            maxLength={30}
            autoComplete="off"
            hint="保存后只显示首尾；带 * 表示沿用已保存的号码"
            {...form.text('idNo')}
          />
          <Input
            label="手机号"
            inputMode="tel"
            maxLength={30}
            hint="带 * 表示沿用已保存的号码"
            {...form.text('mobile')}
          />
          <Input label="邮箱" inputMode="email" maxLength={100} {...form.text('email')} />
        </div>
      </FormSection>
    </FormFrame>
  )
}

/** 法定代表人 of the company. */
export const LegalPersonTab = () => {
  const state = useStore(store.legalPerson)
  useEffect(() => void store.loadLegalPerson(), [])
  return (
    <AsyncContent
      state={state}
      what="法定代表人"
      permission="corporate_credit"
      onRetry={() => void store.loadLegalPerson()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={6} className="min-h-[340px]" />}
    >
      {() => <LegalPersonForm />}
    </AsyncContent>
  )
}
