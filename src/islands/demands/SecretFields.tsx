import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import type { DemandForm } from '../../contract/demands/demands.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Switch } from '../../ui/Switch.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { DemandFiles } from './DemandFiles.tsx'

type Props = {
  control: Control<DemandValues>
  register: UseFormRegister<DemandValues>
  errors: FieldErrors<DemandValues>
  values: DemandValues
  /** The demand as it is open for offers: what is confidential stays so. */
  open: DemandForm | null
}

/** Whether offers are sealed, and what only those read who accept the confidentiality terms. */
export const SecretFields = ({ control, register, errors, values, open }: Props) => (
  <div className="space-y-6">
    <div>
      <Controller
        control={control}
        name="sealedOnly"
        render={({ field }) => (
          <Switch label="密封报价" on={field.value} onChange={field.onChange} disabled={open !== null} />
        )}
      />
      <p className="mt-1 text-sm text-ink-3">
        开启后，截止前您只看到谁已报价与报价指纹，看不到价格和方案；截止时统一开启。未开启时，供应商也可自行选择密封。
      </p>
    </div>
    <div>
      <Controller
        control={control}
        name="secret"
        render={({ field }) => (
          <Switch
            label="包含保密资料"
            on={field.value}
            onChange={field.onChange}
            disabled={open?.confidential === true}
          />
        )}
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
          error={errors.confidentialText?.message}
          {...register('confidentialText')}
        />
        <Controller
          control={control}
          name="annexes"
          render={({ field }) => (
            <DemandFiles
              list="annexes"
              label="保密附件"
              readers="仅同意保密条款的供应商可下载，逐次记录"
              files={field.value}
              kept={open?.annexes ?? []}
              error={errors.annexes?.message}
              onChange={field.onChange}
            />
          )}
        />
        <Textarea
          label="补充保密条款"
          rows={3}
          maxLength={2000}
          typed={values.ownTerms.length}
          readOnly={open?.confidential === true}
          hint="可不填。供应商同意时会与平台保密条款一并阅读；这段条款本身公开显示。"
          error={errors.ownTerms?.message}
          {...register('ownTerms')}
        />
      </>
    )}
  </div>
)
