import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { yuan } from '../../../domain/money.ts'
import * as store from '../../../stores/orders/invoices/invoice-step.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Upload } from '../../../ui/form/Upload.tsx'
import { useForm } from '../../form/use-form.ts'
import { InvoiceFieldsForm } from './InvoiceFieldsForm.tsx'

const words = {
  issue: {
    title: '开具发票',
    text: '请先在税务系统中开票，再上传发票文件，平台会读取票面信息供您核对。',
    done: '已登记发票，买家会收到通知',
  },
  reject: { title: '驳回开票申请', text: '买家会看到您写的原因，修改后可以重新申请。', done: '已驳回，买家会收到通知' },
  reverse: { title: '红冲发票', text: '红冲后该金额可以重新申请开票，不能撤销。', done: '已登记红冲，买家会收到通知' },
} as const

const InvoiceUpload = () => {
  const items = useStore(store.invoiceUpload.items)
  return (
    <Upload
      label="发票文件"
      files={items}
      multiple={false}
      accept={acceptOf('invoice')}
      rule={`${fileRules.invoice.words}。不上传时，平台按登记的信息生成一份信息单，它不是发票。`}
      onAdd={(files) => store.invoiceUpload.add(files)}
      onRemove={store.removeInvoiceFile}
      onRetry={(id) => store.invoiceUpload.retry(id)}
    />
  )
}

/** Dialog of the supplier's step on an invoice request or invoice. `onDone` is called after it was saved. */
export const InvoiceStepDialog = ({ onDone }: { onDone: () => void }) => {
  const doing = useStore(store.invoiceStep)
  const uploading = useStore(store.invoiceUpload.busy)
  const reading = useStore(store.invoiceReading)
  const form = useForm(store.invoiceStepForm)
  const { values, sending, box, text } = form
  if (doing === null || values === null) return null
  const { event, invoice } = doing
  const { title, text: told, done } = words[event]
  const refused = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  const submit = (submitted: { preventDefault: () => void }) => {
    submitted.preventDefault()
    void store.submitInvoiceStep().then((kept) => {
      if (kept === undefined) return
      toast.success(done)
      onDone()
    })
  }
  return (
    <Dialog
      open
      onClose={store.closeInvoiceStep}
      title={title}
      text={told}
      width="md"
      actions={
        <>
          <Button onClick={store.closeInvoiceStep}>取消</Button>
          <Button
            kind={event === 'issue' ? 'main' : 'danger'}
            type="submit"
            form="invoice-step"
            busy={sending.at === 'sending' || uploading || reading.at === 'reading'}
          >
            {title}
          </Button>
        </>
      }
    >
      <form ref={box} id="invoice-step" className="space-y-5" noValidate onSubmit={submit}>
        {refused && (
          <Notice tone="bad" title={refused.message}>
            {refused.code === 1117 && '买家有退款，请先红冲已开的发票，或驳回这份申请。'}
          </Notice>
        )}
        <p>
          <span className="text-ink-3">{invoice.otherName}　</span>
          <span className="font-medium">¥{yuan(invoice.amount)}</span>
        </p>
        {event !== 'reject' && <InvoiceUpload />}
        {event !== 'reject' && (
          <Input
            label={event === 'issue' ? '发票号码' : '红字发票号码'}
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            hint="8 位或 20 位数字"
            {...text('number')}
          />
        )}
        {event === 'issue' && <InvoiceFieldsForm form={form} values={values} />}
        {event !== 'issue' && (
          <Textarea
            label={event === 'reject' ? '驳回原因' : '红冲原因'}
            required
            rows={3}
            maxLength={200}
            typed={values.reason.length}
            {...text('reason')}
          />
        )}
      </form>
    </Dialog>
  )
}
