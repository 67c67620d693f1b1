import type { DemandTemplate, TemplateField } from '../../../domain/demands/templates/template.ts'
import { typedDemand } from '../../../stores/demands/demand-form/demand-form.ts'
import { withItem, withoutRow, withRow } from '../../../stores/row-updates.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import type { DemandPart } from './use-demand-form.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button/Button.tsx'
import { useFocusAddedRow } from '../../use-focus-added-row.ts'
import { DateInput, TimeInput } from '../../../ui/date/DateInput.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import type { DemandForm } from '../../../contract/demands/demands.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { DemandFiles } from './DemandFiles.tsx'

type Props = DemandPart & { template: DemandTemplate }

const yesNo = [
  { value: '是', label: '是' },
  { value: '否', label: '否' },
]

/** Fields of a template. */
export const TemplateFields = ({ template, form, values }: Props) => (
  <div className="grid items-start gap-x-5 gap-y-5 md:grid-cols-2">
    {template.fields.map((field, at) => (
      <TemplateInput
        key={field.label}
        field={field}
        value={values.fields[at] ?? ''}
        error={form.exactError(`fields.${at}`)}
        onChange={(typed) => typedDemand.set('fields', withItem(values.fields, at, typed, ''), `fields.${at}`)}
      />
    ))}
  </div>
)

type TemplateInputProps = {
  field: TemplateField
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

const TemplateInput = ({ field, value, error, onChange }: TemplateInputProps) => {
  const { label, required, input, options, unit, example } = field
  const around = { label, required, error, hint: field.hint === '' ? undefined : field.hint }
  const typed = { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  const placeholder = example === '' ? undefined : `如：${example}`
  if (input === 'text') return <Input {...around} placeholder={placeholder} maxLength={200} {...typed} />
  if (input === 'number')
    return <Input {...around} unit={unit} inputMode="decimal" placeholder={placeholder} maxLength={16} {...typed} />
  return (
    <div data-fault={error ? '' : undefined}>
      {input === 'yesNo' ? (
        <Radio {...around} options={yesNo} value={value || null} onChange={onChange} />
      ) : (
        <Select
          {...around}
          options={options.map((option) => ({ value: option, label: option }))}
          value={value || null}
          onChange={onChange}
        />
      )}
    </div>
  )
}

const maxFacts = 20

/** Requirements, row by row. Rows without a value are omitted. */
export const FactRows = ({ form, values: { facts } }: DemandPart) => {
  const { list, added } = useFocusAddedRow<HTMLUListElement>()
  const cell = (at: number, name: 'label' | 'value') => ({
    value: facts[at]?.[name] ?? '',
    error: form.exactError(`facts.${at}.${name}`),
    onChange: ({ target }: { target: { value: string } }) =>
      typedDemand.set('facts', withRow(facts, at, { [name]: target.value }), `facts.${at}.${name}`),
  })
  const add = () => {
    typedDemand.set('facts', [...facts, { label: '', value: '' }])
    added()
  }
  return (
    <div>
      <ul ref={list} className="space-y-4">
        {facts.map((_fact, index) => (
          <li key={index} className="grid grid-cols-[1fr_auto] items-start gap-3 md:grid-cols-[200px_1fr_auto]">
            <Input label={`要求 ${index + 1}`} placeholder="如：物种与分组" maxLength={20} {...cell(index, 'label')} />
            <Input
              label="内容"
              className="max-md:col-span-1 max-md:row-start-2"
              placeholder="如：比格犬，对照加 3 个剂量组"
              maxLength={200}
              {...cell(index, 'value')}
            />
            <Button
              square
              className="mt-7 text-ink-3 max-md:row-span-2 max-md:size-11!"
              aria-label={`删除要求 ${index + 1}`}
              onClick={() => typedDemand.set('facts', withoutRow(facts, index))}
            >
              <Trash2 className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button size="sm" disabled={facts.length >= maxFacts} onClick={add}>
          <Plus className="size-4" />
          添加要求
        </Button>
        <span className="text-sm text-ink-3">最多 {maxFacts} 项，内容为空的行不会发布。</span>
      </div>
    </div>
  )
}

type DemandTermFieldsProps = DemandPart & {
  /** Sets the deadline to a number of days from now. */
  onDays: (days: number) => void
  /** The demand is open: only the deadline may change. */
  open: boolean
}

/** Preset offer periods, in days. */
const presets = [7, 14, 30] as const

/** Budget or 面议, district, deadline. */
export const BudgetFields = ({ form, values, onDays, open }: DemandTermFieldsProps) => (
  <div className="grid items-start gap-x-5 gap-y-5 md:grid-cols-2">
    <div>
      <Input
        label="预算"
        required={!values.negotiable}
        unit="元"
        inputMode="decimal"
        placeholder={values.negotiable ? '面议' : '如：960000'}
        disabled={values.negotiable}
        readOnly={open}
        hint="供应商会参考预算给出方案；也可以选择面议。"
        {...form.text('budget')}
      />
      <div className="mt-2">
        <Switch
          label="预算面议"
          on={values.negotiable}
          onChange={(on) => typedDemand.set('negotiable', on)}
          disabled={open}
        />
      </div>
    </div>
    <DistrictPicker
      label="期望供应商地区"
      anywhere
      value={values.districtCode}
      onChange={(code) => typedDemand.set('districtCode', code)}
      error={form.exactError('districtCode')}
      disabled={open}
    />
    <div>
      <div className="grid grid-cols-2 gap-3">
        <DateInput
          label="报价截止日期"
          required
          hint={open ? '只能推迟' : undefined}
          {...form.picker('deadlineDate')}
        />
        <TimeInput label="截止时间" required {...form.picker('deadlineTime')} />
      </div>
      {!open && (
        <div className="mt-2 flex flex-wrap gap-2" role="group" aria-label="常用截止时间">
          {presets.map((days) => (
            <Button key={days} size="sm" onClick={() => onDays(days)}>
              {days} 天
            </Button>
          ))}
        </div>
      )}
    </div>
    <DateInput label="期望交付日期" readOnly={open} hint="选填" {...form.picker('deliverBy')} />
  </div>
)

type ConfidentialFieldsProps = DemandPart & {
  /** The demand when open for offers: its confidential settings are fixed. */
  open: DemandForm | null
}

/** Sealed offers, and the confidential part behind the confidentiality terms. */
export const ConfidentialFields = ({ form, values, open }: ConfidentialFieldsProps) => (
  <div className="space-y-6">
    <div>
      <Switch
        label="密封报价"
        on={values.sealedOnly}
        onChange={(on) => typedDemand.set('sealedOnly', on)}
        disabled={open !== null}
      />
      <p className="mt-1 text-sm text-ink-3">
        开启后，截止前您只看到谁已报价与报价指纹，看不到价格和方案；截止后统一开标。未开启时，供应商也可自行选择密封。
      </p>
    </div>
    <div>
      <Switch
        label="仅限邀请报价"
        on={values.invitedOnly}
        onChange={(on) => typedDemand.set('invitedOnly', on)}
        disabled={open !== null}
      />
      <p className="mt-1 text-sm text-ink-3">
        开启后，需求仍公开，但只有您邀请的供应商可以报价。与密封报价同时开启的，全部受邀供应商报价后可以提前开标。
      </p>
    </div>
    <div>
      <Switch
        label="包含保密资料"
        on={values.secret}
        onChange={(on) => typedDemand.set('secret', on)}
        disabled={open?.confidential === true}
      />
      <p className="mt-1 text-sm text-ink-3">
        公开页面只显示“含保密资料”。已认证的供应商同意保密条款后才能阅读，每次打开都有记录，您可随时停止某一家的阅读。
      </p>
    </div>
    {values.secret && (
      <>
        <Textarea
          label="保密说明"
          rows={5}
          maxLength={5000}
          typed={values.confidentialText.length}
          hint="如结构类型、既往数据摘要、工艺参数。仅同意保密条款的供应商可见。"
          {...form.text('confidentialText')}
        />
        <DemandFiles
          list="annexes"
          label="保密附件"
          readers="仅同意保密条款的供应商可下载，逐次记录"
          files={values.annexes}
          kept={open?.annexes ?? []}
          error={form.exactError('annexes')}
        />
        <Textarea
          label="补充保密条款"
          rows={3}
          maxLength={2000}
          typed={values.ownTerms.length}
          readOnly={open?.confidential === true}
          hint="选填。供应商同意时会与平台保密条款一并阅读；这段条款本身公开显示。"
          {...form.text('ownTerms')}
        />
      </>
    )}
  </div>
)
