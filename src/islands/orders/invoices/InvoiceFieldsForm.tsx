import { useStore } from '@nanostores/react'
import { yuan } from '../../../domain/money.ts'
import { invoiceFieldLabels, invoiceSourceLabels } from '../../../domain/orders/matching/invoice-fields.ts'
import { taxRateOptions } from '../../../domain/orders/tax-rates.ts'
import * as store from '../../../stores/orders/invoices/invoice-step.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { AmountInput, Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import type { FormBindings } from '../../form/use-form.ts'

type Props = { form: FormBindings<store.InvoiceStepValues>; values: store.InvoiceStepValues }

/** How the uploaded file was read. */
const ReadingNotice = () => {
  const now = useStore(store.invoiceReading)
  if (now.at === 'none') return null
  if (now.at === 'reading') return <Notice tone="go" title="正在读取发票，图片需要几秒钟" />
  if (now.at === 'failed')
    return (
      <Notice tone="act" title={`发票读取失败：${now.failure.message}`}>
        可以手工填写票面信息，或
        <Button kind="link" onClick={() => void store.readInvoiceFile(now.fileId)}>
          重试
        </Button>
      </Notice>
    )
  return now.read.source === null ? (
    <Notice tone="act" title="未能从文件中读取票面信息">
      请对照发票手工填写。数电票建议上传 XML，可以准确读取。
    </Notice>
  ) : (
    <Notice tone="good" title={`已读取票面信息（${invoiceSourceLabels[now.read.source]}）`}>
      请对照发票逐项核对后再提交，修改过的项会留有记录。
    </Notice>
  )
}

/** What differs from the order; the invoice can be registered nevertheless, and the difference is shown in the match. */
const Differences = () => {
  const found = useStore(store.invoiceStepDifferences)
  if (found.length === 0) return null
  return (
    <Notice tone="act" title="票面信息与订单不一致">
      <ul className="list-disc pl-5">
        {found.map(({ name, expected }) => (
          <li key={name} className="wrap-anywhere">
            {name === 'amount' ? '金额与税额之和不等于价税合计' : `${invoiceFieldLabels[name]}：订单为 ${expected}`}
          </li>
        ))}
      </ul>
      开票有误请在税务系统中红冲重开；提交后，差异会显示在双方的对账中。
    </Notice>
  )
}

const rateOptions = [...taxRateOptions, { value: 'several', label: '多种税率' }]

/** Parts of the invoice by payment, where the supplier does not leave them to the rule. */
const Allocation = ({ form, values }: Props) => {
  if (values.parts.length < 2) return null
  const fault = form.exactError('parts')
  return (
    <div>
      <Checkbox
        checked={values.allocates}
        onChange={(event) => store.invoiceStepForm.set('allocates', event.target.checked)}
      >
        指定发票对应的款项
      </Checkbox>
      <p className="mt-1 text-sm text-ink-3">不指定时，与某笔款项金额相同的归该笔，其余按付款顺序对应。</p>
      {values.allocates && (
        <fieldset className="mt-3 grid gap-4 md:grid-cols-2" data-fault={fault === undefined ? undefined : ''}>
          <legend className="sr-only">各款项的金额</legend>
          {values.parts.map(({ lineId, name, amount }, at) => (
            <AmountInput
              key={lineId}
              label={name}
              value={amount}
              error={form.exactError(`parts.${at}`)}
              onChange={(event) => store.setInvoicePart(at, event.target.value)}
            />
          ))}
          {fault !== undefined && (
            <p className="text-sm text-bad md:col-span-2" role="alert">
              {fault}
            </p>
          )}
        </fieldset>
      )}
    </div>
  )
}

/** Fields of an invoice that is being issued: read from the file, confirmed or typed by the supplier. */
export const InvoiceFieldsForm = ({ form, values }: Props) => {
  const { text, picker } = form
  return (
    <div className="space-y-4">
      <ReadingNotice />
      <Checkbox
        checked={values.hasFields}
        onChange={(event) => store.invoiceStepForm.set('hasFields', event.target.checked)}
      >
        登记票面信息，用于双方对账（选填）
      </Checkbox>
      {values.hasFields && (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <DateInput label="开票日期" required {...picker('issuedOn')} />
            <Select
              label="税率"
              required
              options={rateOptions}
              value={values.taxRate === '' ? null : values.taxRate}
              error={form.exactError('taxRate')}
              onChange={(taxRate) => store.invoiceStepForm.set('taxRate', taxRate)}
            />
            <Input label="购买方名称" required maxLength={100} autoComplete="off" {...text('buyerName')} />
            <Input
              label="购买方税号"
              maxLength={24}
              autoComplete="off"
              hint="个人没有税号时留空"
              {...text('buyerTaxNo')}
            />
            <Input label="销售方名称" required maxLength={100} autoComplete="off" {...text('sellerName')} />
            <Input label="销售方税号" required maxLength={24} autoComplete="off" {...text('sellerTaxNo')} />
            <AmountInput label="金额（不含税）" required {...text('amount')} />
            <AmountInput label="税额" required {...text('tax')} />
            <AmountInput
              label="价税合计"
              required
              hint={`申请开票 ¥${yuan(store.invoiceStep.get()?.invoice.amount ?? 0)}`}
              {...text('total')}
            />
          </div>
          <Differences />
        </>
      )}
      <Allocation form={form} values={values} />
    </div>
  )
}
