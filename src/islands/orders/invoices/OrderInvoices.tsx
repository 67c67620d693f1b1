import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { yuan } from '../../../domain/money.ts'
import * as store from '../../../stores/orders/invoices/invoices.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceCard, invoiceListClass } from './InvoiceCard.tsx'
import { InvoiceStepDialog } from './InvoiceStepDialog.tsx'
import { links } from '../../../domain/links.ts'
import { invoiceKindLabels, isInvoiceRequested, isInvoiceActive } from '../../../domain/orders/invoice-states.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { AmountInput } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { useForm } from '../../form/use-form.ts'
import type { Side } from '../../../domain/sides.ts'

const invoiceKinds = [
  { value: 'normal', label: invoiceKindLabels.normal },
  { value: 'special', label: invoiceKindLabels.special },
] as const

const Details = () => {
  const state = useStore(store.invoiceDetails)
  const lookUp = (
    <a
      href={links.buyerAccount({ tab: 'invoice' })}
      target="_blank"
      rel="noopener"
      className="text-accent hover:underline"
    >
      维护开票资料
    </a>
  )
  return (
    <AsyncContent
      state={state}
      what="开票资料"
      onRetry={() => void store.loadInvoiceDetails()}
      skeleton={<div className="skeleton h-20 rounded-md" />}
    >
      {({ saved, title, taxNo, receiverEmail }) =>
        saved ? (
          <div className="rounded-md bg-surface-2 p-4 text-sm">
            <dl className="space-y-1.5">
              {[
                { label: '抬头', value: title },
                { label: '税号', value: taxNo },
                { label: '收票邮箱', value: receiverEmail || '未填写' },
              ].map(({ label, value }) => (
                <div key={label} className="flex gap-3">
                  <dt className="w-16 shrink-0 text-ink-3">{label}</dt>
                  <dd className="min-w-0 break-all">{value}</dd>
                </div>
              ))}
            </dl>
            <p className="pt-2.5">{lookUp}</p>
          </div>
        ) : (
          <Notice tone="act" title="暂无开票资料">
            请先{lookUp}，保存后回到这里提交。
          </Notice>
        )
      }
    </AsyncContent>
  )
}

/** Requests an invoice for the amount paid. */
const InvoiceRequestDialog = ({ open }: { open: number }) => {
  const asking = useStore(store.isInvoiceRequestOpen)
  const { values, sending, box, text } = useForm(store.invoiceRequestForm)
  const refused = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    void store.submitInvoiceRequest().then((made) => made && toast.success('已提交开票申请，供应商会收到通知'))
  }
  return (
    <Dialog
      open={asking}
      onClose={store.closeInvoiceRequest}
      title="申请开票"
      text={`可开金额 ¥${yuan(open)}，为已付且尚未开票的金额。`}
      width="md"
      actions={
        <>
          <Button onClick={store.closeInvoiceRequest}>取消</Button>
          <Button kind="main" type="submit" form="invoice-request" busy={sending.at === 'sending'}>
            提交申请
          </Button>
        </>
      }
    >
      {values !== null && (
        <form ref={box} id="invoice-request" className="space-y-5" noValidate onSubmit={submit}>
          {refused && (
            <Notice tone="bad" title={refused.message}>
              {refused.code === 0 && '网络可能中断，再次提交不会重复申请。'}
              {refused.code === 1107 && '专票须有开户行、账号、地址与电话。'}
            </Notice>
          )}
          <Radio
            label="发票类型"
            required
            options={invoiceKinds}
            value={values.kind}
            onChange={(kind) => store.invoiceRequestForm.set('kind', kind)}
          />
          <AmountInput label="开票金额" required {...text('amount')} />
          <Details />
        </form>
      )}
    </Dialog>
  )
}

type Props = {
  side: Side
  orderId: number
  /** The order was cancelled: only existing invoices are shown. */
  ended: boolean
}

const Withdraw = () => {
  const now = useStore(store.invoiceWithdrawal)
  if (now.at === 'none') return null
  return (
    <Confirm
      open
      title="撤回开票申请"
      text={now.failure ? now.failure.message : '撤回后供应商不再开具这张发票，需要时可以重新申请。'}
      confirm="撤回"
      busy={now.at === 'sending'}
      onCancel={store.closeInvoiceWithdrawal}
      onConfirm={() => void store.withdrawInvoice().then((worked) => worked && toast.success('已撤回开票申请'))}
    />
  )
}

/** Invoices of an order for either side: request, issue, reject, reverse, download. */
export const OrderInvoices = ({ side, orderId, ended }: Props) => {
  const state = useStore(store.orderInvoices)
  useEffect(() => store.startInvoices(side, orderId), [side, orderId])
  const buyer = side === 'buyer'
  const open = state.at === 'ready' ? state.content.open : 0
  if (ended && (state.at === 'loading' || (state.at === 'ready' && state.content.data.length === 0))) return null
  return (
    <section id="invoices" className="mt-6 scroll-mt-16" aria-label="发票">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">发票</h2>
        {buyer && open > 0 && (
          <Button
            size="sm"
            kind="outline"
            className="max-md:h-11 print:hidden"
            onClick={() => void store.openInvoiceRequest()}
          >
            申请开票
          </Button>
        )}
      </div>
      <AsyncContent
        state={state}
        what="发票"
        onRetry={() => void store.loadInvoices()}
        frame={cardFrame}
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
              cardFrame(
                <p className="py-6 text-center text-ink-3">
                  {open > 0 ? `暂无发票，可开 ¥${yuan(open)}。` : '暂无发票，付款后可按实付金额申请。'}
                </p>,
              )
            ) : (
              <ol className={invoiceListClass}>
                {data.map((invoice) => (
                  <InvoiceCard key={invoice.invoiceId} invoice={invoice} side={side}>
                    {buyer
                      ? isInvoiceRequested(invoice.status) && (
                          <Button
                            size="sm"
                            className="max-md:h-11"
                            onClick={() => store.openInvoiceWithdrawal(invoice)}
                          >
                            撤回申请
                          </Button>
                        )
                      : isInvoiceActive(invoice.status) && <InvoiceActions invoice={invoice} />}
                  </InvoiceCard>
                ))}
              </ol>
            )}
          </>
        )}
      </AsyncContent>
      {buyer ? <InvoiceRequestDialog open={open} /> : <InvoiceStepDialog onDone={() => void store.loadInvoices()} />}
      <Withdraw />
    </section>
  )
}
