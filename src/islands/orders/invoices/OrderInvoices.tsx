import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { yuan } from '../../../domain/money.ts'
import * as store from '../../../stores/orders/invoices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { card, Shown } from '../../Shown.tsx'
import { CardSkeleton } from '../../TableSkeleton.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceCard, invoiceListClass } from './InvoiceCard.tsx'
import { InvoiceRequestDialog } from './InvoiceRequestDialog.tsx'
import { InvoiceStepDialog } from './InvoiceStepDialog.tsx'

type Props = {
  side: 'buyer' | 'seller'
  orderId: number
  /** It came to nothing: only what was invoiced before is of interest. */
  ended: boolean
}

const Withdraw = () => {
  const now = useStore(store.withdrawing)
  if (now.at === 'none') return null
  return (
    <Confirm
      open
      title="撤回开票申请"
      text={now.failure ? now.failure.message : '撤回后供应商不再开具这张发票，需要时可以重新申请。'}
      confirm="撤回"
      busy={now.at === 'sending'}
      onCancel={store.dropWithdraw}
      onConfirm={() => void store.withdraw().then((worked) => worked && toast.good('已撤回开票申请'))}
    />
  )
}

/** Invoices of an order, for either side: ask, issue, reject, reverse, download. */
export const OrderInvoices = ({ side, orderId, ended }: Props) => {
  const state = useStore(store.invoices)
  useEffect(() => store.start(side, orderId), [side, orderId])
  const buyer = side === 'buyer'
  const open = state.at === 'ready' ? state.content.open : 0
  if (ended && (state.at === 'loading' || (state.at === 'ready' && state.content.data.length === 0))) return null
  return (
    <section id="invoices" className="mt-6 scroll-mt-20" aria-label="发票">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">发票</h2>
        {buyer && open > 0 && (
          <Button size="sm" kind="outline" className="max-md:h-11 print:hidden" onClick={() => void store.ask()}>
            申请开票
          </Button>
        )}
      </div>
      <Shown
        state={state}
        what="发票"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={2} />}
      >
        {({ data, over }) => (
          <>
            {over > 0 && (
              <div className="mb-3">
                <Notice tone="act" title={`退款后，已开发票比实付多 ¥${yuan(over)}`}>
                  {buyer ? '供应商应红冲后按实付重开，请与其联系。' : '请红冲相应发票，再按实付重开。'}
                </Notice>
              </div>
            )}
            {data.length === 0 ? (
              card(
                <p className="py-6 text-center text-ink-3">
                  {open > 0 ? `还没有发票，可开 ¥${yuan(open)}。` : '还没有发票，付款后可按实付金额申请。'}
                </p>,
              )
            ) : (
              <ol className={invoiceListClass}>
                {data.map((invoice) => (
                  <InvoiceCard key={invoice.invoiceId} invoice={invoice} side={side}>
                    {buyer
                      ? invoice.status === 'requested' && (
                          <Button size="sm" className="max-md:h-11" onClick={() => store.askWithdraw(invoice)}>
                            撤回申请
                          </Button>
                        )
                      : (invoice.status === 'requested' || invoice.status === 'issued') && (
                          <InvoiceActions invoice={invoice} />
                        )}
                  </InvoiceCard>
                ))}
              </ol>
            )}
          </>
        )}
      </Shown>
      {buyer ? <InvoiceRequestDialog open={open} /> : <InvoiceStepDialog onDone={() => void store.load()} />}
      <Withdraw />
    </section>
  )
}
