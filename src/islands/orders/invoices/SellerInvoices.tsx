import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { invoiceLabel, invoiceStatuses } from '../../../domain/orders/invoice-states.ts'
import { readListQuery } from '../../../stores/demands/list-query.ts'
import * as store from '../../../stores/orders/seller-invoices.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ListFrame, stateTabs } from '../../ListFrame.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceCard, invoiceListClass } from './InvoiceCard.tsx'
import { InvoiceStepDialog } from './InvoiceStepDialog.tsx'

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的发票" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState title="还没有开票申请" text="买家付款后可以申请开票，收到的申请会出现在这里。">
      <LinkButton href={links.sellerOrders()}>查看订单</LinkButton>
    </EmptyState>
  )

/** Invoices that buyers asked for, those to issue first. */
export const SellerInvoices = ({ search }: { search: string }) => {
  const state = useStore(store.invoices)
  const query = useStore(store.query) ?? readListQuery(search, invoiceStatuses)
  useEffect(() => store.start(), [])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  return (
    <>
      <ListFrame
        state={state}
        what="发票"
        permission="order_manage"
        onRetry={() => void store.load()}
        search={{
          placeholder: '订单号、发票号码或买家',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '发票状态',
          tabs: stateTabs(invoiceStatuses, (status) => invoiceLabel(status, 'seller'), counts),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: invoiceStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={<Nothing filtered={query.status !== undefined || query.keyword !== ''} />}
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
                {(invoice.status === 'requested' || invoice.status === 'issued') && (
                  <InvoiceActions invoice={invoice} />
                )}
              </InvoiceCard>
            ))}
          </ol>
        )}
      </ListFrame>
      <InvoiceStepDialog onDone={() => void store.load()} />
    </>
  )
}
