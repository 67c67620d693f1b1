import { links } from '../../../domain/links.ts'
import { invoiceLabel, isInvoiceActive } from '../../../domain/orders/invoice-states.ts'
import { sellerInvoices } from '../../../stores/orders/invoices/invoices.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceCard, invoiceListClass } from './InvoiceCard.tsx'
import { InvoiceStepDialog } from './InvoiceStepDialog.tsx'

/** Invoices requested by buyers, pending ones first. */
export const SellerInvoices = ({ search }: { search: string }) => (
  <>
    <FilteredList
      list={sellerInvoices}
      search={search}
      what="发票"
      permission="order_manage"
      placeholder="订单号、发票号码或买家"
      tabs={{ label: '发票状态', labelOf: (status) => invoiceLabel(status, 'seller') }}
      empty={
        <EmptyState title="暂无开票申请" text="买家付款后可以申请开票，收到的申请会出现在这里。">
          <LinkButton href={links.sellerOrders()}>查看订单</LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => (
        <ol className={invoiceListClass}>
          {data.map((invoice) => (
            <InvoiceCard
              key={invoice.invoiceId}
              invoice={invoice}
              side="seller"
              lead={
                <p className="mb-2 flex flex-wrap items-baseline gap-x-3">
                  <a href={links.sellerOrder(invoice.orderId)} className="text-accent hover:underline max-md:py-2">
                    {invoice.orderNo}
                  </a>
                  <span className="text-ink-2">{invoice.otherName}</span>
                </p>
              }
            >
              {isInvoiceActive(invoice.status) && <InvoiceActions invoice={invoice} />}
            </InvoiceCard>
          ))}
        </ol>
      )}
    </FilteredList>
    <InvoiceStepDialog onDone={() => void sellerInvoices.load()} />
  </>
)
