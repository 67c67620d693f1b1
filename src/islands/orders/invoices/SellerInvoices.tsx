import { links } from '../../../domain/links.ts'
import { invoiceLabel } from '../../../domain/orders/invoice-states.ts'
import { invoices } from '../../../stores/orders/seller-invoices.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilteredList } from '../../FilteredList.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceCard, invoiceListClass } from './InvoiceCard.tsx'
import { InvoiceStepDialog } from './InvoiceStepDialog.tsx'

/** Invoices that buyers asked for, those to issue first. */
export const SellerInvoices = ({ search }: { search: string }) => (
  <>
    <FilteredList
      list={invoices}
      search={search}
      what="发票"
      permission="order_manage"
      placeholder="订单号、发票号码或买家"
      tabs={{ label: '发票状态', labelOf: (status) => invoiceLabel(status, 'seller') }}
      empty={
        <EmptyState title="还没有开票申请" text="买家付款后可以申请开票，收到的申请会出现在这里。">
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
              {(invoice.status === 'requested' || invoice.status === 'issued') && <InvoiceActions invoice={invoice} />}
            </InvoiceCard>
          ))}
        </ol>
      )}
    </FilteredList>
    <InvoiceStepDialog onDone={() => void invoices.load()} />
  </>
)
