import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as tabs from '../../../stores/accounts/profile/account-tab.ts'
import { openAccountTab } from '../../../stores/accounts/profile/account-tab.ts'
import { Tabs } from '../../../ui/navigation/Tabs.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { BankAccountTab } from '../companies/BankAccountTab.tsx'
import { CertificationTab } from '../certification/CertificationTab.tsx'
import { CompanyTab } from '../companies/CompanyTab.tsx'
import { InvoiceTab, LegalPersonTab } from '../companies/company-document-tabs.tsx'
import { PersonTab } from './PersonTab.tsx'
import { Reauthenticate } from '../security/Reauthenticate.tsx'
import { VisibilityTab } from '../companies/VisibilityTab.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { cardFrame } from '../../list/AsyncContent.tsx'
import type { Side } from '../../../domain/sides.ts'

/** Shown instead of a part that requires a company. */
const CompanyRequired = ({ what }: { what: string }) =>
  cardFrame(
    <EmptyState
      drawing="locked"
      title="您的账号还没有所属企业"
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
