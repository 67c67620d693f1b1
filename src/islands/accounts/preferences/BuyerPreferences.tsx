import { links } from '../../../domain/links.ts'
import type { Preferences } from '../../../contract/accounts/preferences.ts'
import { setInvoiceKind } from '../../../stores/accounts/profile/preferences.ts'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { AddressBook } from '../../orders/addresses/AddressBook.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'

const kinds = [
  { value: 'normal', label: '增值税普通发票' },
  { value: 'special', label: '增值税专用发票' },
  { value: 'none', label: '不开发票' },
] as const

const InvoiceChoice = ({ kind }: { kind: Preferences['invoiceKind'] }) => (
  <section aria-labelledby="invoice-choice" className="rounded-lg border border-line bg-surface p-5">
    <h2 id="invoice-choice" className="text-lg font-semibold">
      默认发票
    </h2>
    <p className="mt-1 mb-4 text-sm text-ink-3">
      确认订单时先选中这一种，仍可更改。抬头与税号见
      <a href={`${links.buyerAccount()}?tab=invoice`} className="text-accent underline underline-offset-3">
        开票资料
      </a>
      。
    </p>
    <Radio label="发票类型" options={kinds} value={kind} onChange={(value) => void setInvoiceKind(value)} />
  </section>
)

/** 偏好设置 of a buyer: notifications, default invoice kind, address book. */
export const BuyerPreferences = ({ who }: { who: number }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">偏好设置</h1>
    <div className="space-y-4">
      <PreferencesSection side="buyer">{({ invoiceKind }) => <InvoiceChoice kind={invoiceKind} />}</PreferencesSection>
      <AddressBook who={who} />
    </div>
    <Toaster />
  </>
)
