import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as tabs from '../../stores/accounts/account-tab.ts'
import type { Side } from '../../stores/accounts/company.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { BankAccountTab } from './BankAccountTab.tsx'
import { CertificationTab } from './CertificationTab.tsx'
import { CompanyTab } from './CompanyTab.tsx'
import { InvoiceTab } from './InvoiceTab.tsx'
import { LegalPersonTab } from './LegalPersonTab.tsx'
import { NoCompanyYet } from './NoCompanyYet.tsx'
import { PersonTab } from './PersonTab.tsx'
import { Reauthenticate } from './Reauthenticate.tsx'
import { VisibilityTab } from './VisibilityTab.tsx'

/** Who looks, from the page, so that the right parts stand there at once. */
export type Viewer = {
  readonly userId: number
  readonly hasCompany: boolean
  /** 企业展示: details and visibility. */
  readonly mayShow: boolean
  /** 企业信用: legal person, invoices, bank account. */
  readonly mayCredit: boolean
}

type Props = {
  side: Side
  viewer: Viewer
  /** Query of the address: the open part. */
  search: string
  /** In the demo codes can be read in the outbox. */
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
/** Parts that belong to a company and want one first. */
const ofCompany: readonly tabs.AccountTab[] = ['legal', 'invoice', 'receiving', 'visibility']

/** 账号与企业: who one is, which company, how it is certified, what its papers say. */
export const AccountInfo = ({ side, viewer, search, demo }: Props) => {
  const tab = useStore(tabs.tab) ?? tabs.tabOf(search)
  useEffect(() => tabs.start(), [])
  const choose = (key: string) => {
    const next = tabs.accountTabs.find((one) => one === key)
    if (next !== undefined) tabs.openTab(next)
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
            <NoCompanyYet what={words[tab]} />
          ) : (
            <>
              {tab === 'person' && <PersonTab side={side} />}
              {tab === 'company' && <CompanyTab side={side} viewer={viewer} />}
              {tab === 'certification' && <CertificationTab viewer={viewer} />}
              {tab === 'legal' && <LegalPersonTab />}
              {tab === 'invoice' && <InvoiceTab mayEdit={viewer.mayCredit} />}
              {tab === 'receiving' && <BankAccountTab />}
              {tab === 'visibility' && <VisibilityTab mayEdit={viewer.mayShow} />}
            </>
          )}
        </div>
      </Tabs>
      <Reauthenticate demo={demo} />
      <Toaster />
    </>
  )
}
