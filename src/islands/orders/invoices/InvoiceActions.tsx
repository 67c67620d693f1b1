import type { Invoice } from '../../../contract/orders/invoices.ts'
import { invoiceTransitions } from '../../../domain/orders/invoice-states.ts'
import { steps } from '../../../domain/transition.ts'
import { begin } from '../../../stores/orders/invoice-step.ts'
import { Button } from '../../../ui/Button.tsx'

/** What a supplier can do with an invoice now. */
export const InvoiceActions = ({ invoice }: { invoice: Invoice }) => {
  const allowed = steps(invoiceTransitions, invoice.status, 'seller')
  if (allowed.length === 0) return null
  return (
    <>
      {allowed.includes('issue') && (
        <Button kind="outline" size="sm" className="max-md:h-11" onClick={() => begin('issue', invoice)}>
          开具发票
        </Button>
      )}
      {allowed.includes('reject') && (
        <Button size="sm" className="max-md:h-11" onClick={() => begin('reject', invoice)}>
          驳回
        </Button>
      )}
      {allowed.includes('reverse') && (
        <Button size="sm" className="max-md:h-11" onClick={() => begin('reverse', invoice)}>
          红冲
        </Button>
      )}
    </>
  )
}
