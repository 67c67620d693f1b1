import { useStore } from '@nanostores/react'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Agreement } from '../../../contract/orders/agreements.ts'
import { agreementKindLabels } from '../../../domain/orders/agreements/agreement-states.ts'
import {
  maxAgreementReason,
  maxAgreementText,
  maxAgreementTitle,
  maxNdaYears,
} from '../../../domain/orders/agreements/agreement-terms.ts'
import type { Side } from '../../../domain/sides.ts'
import { today } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/agreements/agreements.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { AmountInput, Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { Articles } from './TermsView.tsx'

type ChoicesProps<T> = {
  label: string
  hint: string
  empty: string
  choices: readonly T[]
  keyOf: (choice: T) => string
  nameOf: (choice: T) => string
  /** The same function at each rendering. */
  onFind: (words: string) => Promise<void>
  onChoose: (choice: T) => void
}

/** A search whose results are buttons. */
const Choices = <T,>({ label, hint, empty, choices, keyOf, nameOf, onFind, onChoose }: ChoicesProps<T>) => {
  const [words, setWords] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => void onFind(words.trim()), words === '' ? 0 : 300)
    return () => clearTimeout(timer)
  }, [words, onFind])
  return (
    <div className="space-y-2">
      <Input
        label={label}
        hint={hint}
        autoComplete="off"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {choices.length === 0 ? (
        <p className="text-sm text-ink-3">{empty}</p>
      ) : (
        <ul className="max-h-52 overflow-y-auto rounded-md border border-line">
          {choices.map((choice) => (
            <li key={keyOf(choice)} className="border-b border-line last:border-0">
              <button
                type="button"
                className="w-full px-3 py-2 text-left wrap-anywhere hover:bg-surface-2 hover:text-accent max-md:min-h-11"
                onClick={() => onChoose(choice)}
              >
                {nameOf(choice)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Partner = ({ side, error }: { side: Side; error: string | undefined }) => {
  const values = useStore(store.agreementForm.values)
  const choices = useStore(store.partnerChoices)
  if (values === null) return null
  if (values.partnerId !== null)
    return (
      <p className="flex flex-wrap items-center gap-3">
        <span className="text-ink-3">{side === 'buyer' ? '供应商' : '买家'}</span>
        <span className="font-medium wrap-anywhere">{values.partnerName}</span>
        <Button size="sm" className="max-md:h-11" onClick={() => store.agreementForm.set('partnerId', null)}>
          更换
        </Button>
      </p>
    )
  return (
    <div data-fault={error === undefined ? undefined : ''}>
      {error !== undefined && <Notice tone="bad" title={error} />}
      <Choices
        label={side === 'buyer' ? '供应商' : '买家'}
        hint={side === 'buyer' ? '按企业或店铺名称查找，优选供应商在前' : '与贵企业有订单或收到过贵企业报价的企业'}
        empty="没有找到企业，请调整名称"
        choices={choices}
        keyOf={({ orgId }) => String(orgId)}
        nameOf={({ name }) => name}
        onFind={store.findPartners}
        onChoose={({ orgId, name }) => store.setPartner(orgId, name)}
      />
    </div>
  )
}

const LineFault = ({ error }: { error: string | undefined }) =>
  error !== undefined && <Notice tone="bad" title={error} />

const Lines = ({ error }: { error: (path: `lines.${string}` | 'lines') => string | undefined }) => {
  const values = useStore(store.agreementForm.values)
  const choices = useStore(store.lineChoices)
  if (values === null) return null
  const general = error('lines')
  return (
    <fieldset className="space-y-3" data-fault={general === undefined ? undefined : ''}>
      <legend className="font-medium">约定价格</legend>
      {general !== undefined && <Notice tone="bad" title={general} />}
      {values.lines.map((line, at) => (
        <div
          key={`${line.kind} ${line.listingId} ${line.specId ?? ''}`}
          className="space-y-2 rounded-md border border-line p-3"
        >
          <p className="flex items-start justify-between gap-3">
            <span className="wrap-anywhere">{line.name}</span>
            <Button
              size="sm"
              className="max-md:h-11"
              aria-label={`移除 ${line.name}`}
              onClick={() => store.removeLine(at)}
            >
              <Trash2 className="size-4" />
              移除
            </Button>
          </p>
          <LineFault error={error(`lines.${at}`)} />
          <div className="grid gap-3 md:grid-cols-2">
            <AmountInput
              label={`协议单价（每${line.unit}）`}
              required
              value={line.price}
              error={error(`lines.${at}.unitPrice`)}
              onChange={(event) => store.setLine(at, { price: event.target.value })}
            />
            <Input
              label="起订量"
              required
              inputMode="numeric"
              unit={line.unit}
              value={line.minQuantity}
              error={error(`lines.${at}.minQuantity`)}
              onChange={(event) => store.setLine(at, { minQuantity: event.target.value })}
            />
          </div>
        </div>
      ))}
      <Choices
        label="添加商品或服务"
        hint="查找该供应商在售的商品与服务，点选添加；价格按公开价填入，可修改"
        empty="没有可添加的商品或服务，请先选择供应商或调整名称"
        choices={choices}
        keyOf={({ kind, listingId, specId }) => `${kind} ${listingId} ${specId ?? ''}`}
        nameOf={store.lineName}
        onFind={store.findLines}
        onChoose={store.addLine}
      />
    </fieldset>
  )
}

/** New agreement, counter-proposal or amendment. */
export const AgreementForm = ({
  side,
  agreement = null,
  onDone,
}: {
  side: Side
  agreement?: Agreement | null
  onDone: (made: Agreement) => void
}) => {
  const form = useForm(store.agreementForm)
  const { values, exactError, text, picker } = form
  if (values === null) return null
  const name = agreementKindLabels[values.kind]
  const submit = () =>
    void store.submitAgreement().then((made) => {
      if (made === undefined) return
      toast.success('已提出并由您签署，等待对方签署')
      onDone(made)
    })
  return (
    <FormDialog
      form={form}
      width="lg"
      title={agreement === null ? `新建${name}` : `提出新版：${agreement.agreementNo}`}
      text="您提出即签署，对方签署后生效，未到开始日的自开始日起生效；生效的条款不能修改，只能由双方签署新版取代。"
      submit="签署并提出"
      onSubmit={submit}
      onClose={store.closeAgreementForm}
    >
      {agreement === null && <Partner side={side} error={exactError('partnerId')} />}
      <Input label="协议名称" required maxLength={maxAgreementTitle} autoComplete="off" {...text('title')} />
      {values.kind === 'nda' ? (
        <>
          <Textarea
            label="保密事项"
            required
            rows={4}
            maxLength={maxAgreementText}
            typed={values.scope.length}
            hint="例如某项目的处方、工艺、样品与试验数据"
            {...text('scope')}
          />
          <Input
            label="有效期"
            required
            unit="年"
            inputMode="numeric"
            hint={`1 至 ${maxNdaYears} 年，自双方签署之日起`}
            {...text('years')}
          />
        </>
      ) : (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <DateInput label="开始日期" required {...picker('from')} />
            <DateInput label="结束日期" required min={today()} {...picker('until')} />
          </div>
          <AmountInput label="协议总额" required hint="协议期内各订单合计（含运费）的上限" {...text('ceiling')} />
          <Lines error={exactError} />
          <Textarea
            label="付款约定"
            rows={2}
            maxLength={maxAgreementText}
            typed={values.payment.length}
            hint="选填；不填则按各订单的付款计划"
            {...text('payment')}
          />
        </>
      )}
      <Textarea
        label={agreement === null ? '给对方的说明' : '新版说明'}
        rows={2}
        maxLength={maxAgreementReason}
        typed={values.reason.length}
        hint="选填"
        {...text('reason')}
      />
      <details>
        <summary className="text-accent hover:underline max-md:py-2">查看所签署的协议正文</summary>
        <div className="mt-2">
          <Articles articles={store.articlesOfForm(values)} />
        </div>
      </details>
    </FormDialog>
  )
}
