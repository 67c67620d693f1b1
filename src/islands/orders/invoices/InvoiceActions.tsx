import type { Invoice } from '../../../contract/orders/invoices.ts'
import { invoiceTransitions } from '../../../domain/orders/invoice-states.ts'
import { allowedEvents } from '../../../domain/transition.ts'
import { openInvoiceStep } from '../../../stores/orders/invoices/invoice-step.ts'
import { Button } from '../../../ui/button/Button.tsx'

/** The supplier's actions allowed on an invoice. */
export const InvoiceActions = ({ invoice }: { invoice: Invoice }) => {
  const allowed = allowedEvents(invoiceTransitions, invoice.status, 'seller')
  if (allowed.length === 0) return null
  return (
    <>
      {allowed.includes('issue') && (
        <Button kind="outline" size="sm" className="max-md:h-11" onClick={() => openInvoiceStep('issue', invoice)}>
          开具发票
        </Button>
      )}
      {allowed.includes('reject') && (
        <Button size="sm" className="max-md:h-11" onClick={() => openInvoiceStep('reject', invoice)}>
          驳回
        </Button>
      )}
      {allowed.includes('reverse') && (
        <Button size="sm" className="max-md:h-11" onClick={() => openInvoiceStep('reverse', invoice)}>
          红冲
        </Button>
      )}
    </>
  )
}
