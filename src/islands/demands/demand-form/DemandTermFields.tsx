import { typedDemand } from '../../../stores/demands/demand-form/demand-form.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput, TimeInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import type { DemandPart } from './use-demand-form.ts'
import type { DemandForm } from '../../../contract/demands/demands.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { DemandFiles } from './DemandFiles.tsx'

type Props = DemandPart & {
  /** Sets the deadline to a number of days from now. */
  onDays: (days: number) => void
  /** The demand is open: only the deadline may change. */
  open: boolean
}

/** Preset offer periods, in days. */
const presets = [7, 14, 30] as const

/** Budget or 议价, district, deadline. */
export const BudgetFields = ({ form, values, onDays, open }: Props) => (
  <div className="grid items-start gap-x-5 gap-y-5 md:grid-cols-2">
    <div>
      <Input
        label="预算"
        required={!values.negotiable}
        unit="元"
        inputMode="decimal"
        placeholder={values.negotiable ? '议价' : '如：960000'}
        disabled={values.negotiable}
        readOnly={open}
        hint="供应商会参考预算给出方案；也可以选择议价。"
        {...form.text('budget')}
      />
      <div className="mt-2">
        <Switch
          label="预算议价"
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
    <DateInput label="期望交付日期" readOnly={open} hint="可不填" {...form.picker('deliverBy')} />
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
        开启后，截止前您只看到谁已报价与报价指纹，看不到价格和方案；截止时统一开启。未开启时，供应商也可自行选择密封。
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
          hint="可不填。供应商同意时会与平台保密条款一并阅读；这段条款本身公开显示。"
          {...form.text('ownTerms')}
        />
      </>
    )}
  </div>
)
