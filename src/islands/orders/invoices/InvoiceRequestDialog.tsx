import { useStore } from '@nanostores/react'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { invoiceKindLabels } from '../../../domain/orders/invoice-states.ts'
import * as store from '../../../stores/orders/invoices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import { toast } from '../../../ui/toast.ts'
import { Shown } from '../../Shown.tsx'
import { useTypedForm } from '../../use-typed-form.ts'

const kinds = [
  { value: 'normal', label: invoiceKindLabels.normal },
  { value: 'special', label: invoiceKindLabels.special },
] as const

const Details = () => {
  const state = useStore(store.details)
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
    <Shown
      state={state}
      what="开票资料"
      onRetry={() => void store.loadDetails()}
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
          <Notice tone="act" title="还没有开票资料">
            请先{lookUp}，保存后回到这里提交。
          </Notice>
        )
      }
    </Shown>
  )
}

/** Asks for an invoice over what was paid. */
export const InvoiceRequestDialog = ({ open }: { open: number }) => {
  const asking = useStore(store.asking)
  const { values, sending, box, text } = useTypedForm(store.form)
  const refused = sending.at === 'refused' && sending.faults.length === 0 ? sending.failure : null
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    void store.sendAsk().then((made) => made && toast.good('已提交开票申请，供应商会收到通知'))
  }
  return (
    <Dialog
      open={asking}
      onClose={store.dropAsk}
      title="申请开票"
      text={`可开金额 ¥${yuan(open)}，为已付且尚未开票的金额。`}
      width="md"
      actions={
        <>
          <Button onClick={store.dropAsk}>取消</Button>
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
            options={kinds}
            value={values.kind}
            onChange={(kind) => store.form.set('kind', kind)}
          />
          <Input
            label="开票金额"
            required
            unit="元"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            {...text('amount')}
          />
          <Details />
        </form>
      )}
    </Dialog>
  )
}
