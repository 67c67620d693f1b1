import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as tabs from '../../../stores/accounts/profile/account-tab.ts'
import { openAccountTab } from '../../../stores/accounts/profile/account-tab.ts'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { BankAccountTab } from '../companies/BankAccountTab.tsx'
import { CertificationTab } from '../certification/CertificationTab.tsx'
import { CompanyTab } from '../companies/CompanyTab.tsx'
import { PersonTab } from './PersonTab.tsx'
import { Reauthenticate } from '../security/Reauthenticate.tsx'
import { VisibilityTab } from '../companies/VisibilityTab.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import type { Side } from '../../../domain/sides.ts'
import * as store from '../../../stores/accounts/companies/company-documents.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FactList } from '../../FactList.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import { ReadOnlyNotice } from '../companies/CompanyFacts.tsx'
import { CreditCodeNote } from '../certification/CreditCodeNote.tsx'
import { Select } from '../../../ui/form/Select.tsx'

/** Shown instead of a part that requires a company. */
const CompanyRequired = ({ what }: { what: string }) =>
  cardFrame(
    <EmptyState
      drawing="locked"
      title="您的账号尚未加入企业"
      text={`${what}属于企业。新建企业，或凭邀请加入后即可填写。`}
    >
      <Button kind="main" onClick={() => openAccountTab('company')}>
        新建或加入企业
      </Button>
    </EmptyState>,
  )

/** The viewer as known by the page, so that the first render is correct. */
export type Viewer = {
  readonly userId: number
  readonly hasCompany: boolean
  /** 企业展示: details. */
  readonly mayShow: boolean
  /** 页面控制: visibility. */
  readonly mayControl: boolean
  /** 企业信用: legal person, invoices, bank account. */
  readonly mayCredit: boolean
}

type Props = {
  side: Side
  viewer: Viewer
  /** Query of the URL: the open tab. */
  search: string
  /** In the demo codes are shown in the outbox. */
  demo: boolean
}

const words: Record<tabs.AccountTab, string> = {
  person: '个人资料',
  company: '企业资料',
  certification: '企业认证',
  legal: '法定代表人',
  invoice: '开票资料',
  receiving: '收款账户',
  visibility: '信息公开范围',
}
/** Tabs that require a company. */
const ofCompany: readonly tabs.AccountTab[] = ['legal', 'invoice', 'receiving', 'visibility']

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
const InvoiceTab = ({ mayEdit }: { mayEdit: boolean }) => {
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
const LegalPersonTab = () => {
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

/** 账号与企业: profile, company, certification, company documents. */
export const AccountInfo = ({ side, viewer, search, demo }: Props) => {
  const tab = useStore(tabs.accountTab) ?? tabs.accountTabInUrl(search)
  useEffect(() => tabs.syncAccountTab(), [])
  const choose = (key: string) => {
    const next = tabs.accountTabs.find((one) => one === key)
    if (next !== undefined) tabs.openAccountTab(next)
  }
  return (
    <>
      <h1 className="mb-2 text-2xl font-semibold">账号与企业</h1>
      <Tabs
        label="账号与企业"
        tabs={tabs.accountTabs.map((key) => ({ key, label: words[key] }))}
        current={tab}
        onChange={choose}
      >
        <div className="pt-4">
          {!viewer.hasCompany && ofCompany.includes(tab) ? (
            <CompanyRequired what={words[tab]} />
          ) : (
            <>
              {tab === 'person' && <PersonTab side={side} />}
              {tab === 'company' && <CompanyTab side={side} viewer={viewer} />}
              {tab === 'certification' && <CertificationTab viewer={viewer} />}
              {tab === 'legal' && <LegalPersonTab />}
              {tab === 'invoice' && <InvoiceTab mayEdit={viewer.mayCredit} />}
              {tab === 'receiving' && <BankAccountTab />}
              {tab === 'visibility' && <VisibilityTab mayEdit={viewer.mayControl} />}
            </>
          )}
        </div>
      </Tabs>
      <Reauthenticate demo={demo} />
      <Toaster />
    </>
  )
}
