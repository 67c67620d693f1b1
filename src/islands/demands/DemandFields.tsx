import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Controller, useForm, type FieldPath } from 'react-hook-form'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/demand-form.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { BudgetFields } from './BudgetFields.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { DemandAside } from './DemandAside.tsx'
import { DemandFoot } from './DemandFoot.tsx'
import { FactRows } from './FactRows.tsx'
import { focusFirstFault } from './focus-fault.ts'
import { FormSection } from './FormSection.tsx'

type Props = { start: store.DemandStart; onStartOver: () => void }

const single = [
  'demandTitle',
  'categoryId',
  'summary',
  'facts',
  'budget',
  'districtCode',
  'deliverBy',
  'deadlineDate',
] as const
/** Name of a field of the form; undefined for what the form does not have. */
function fieldOf(name: string): FieldPath<DemandValues> | undefined {
  const row = /^facts\.(\d+)\.(label|value)$/.exec(name)
  if (row !== null) return row[2] === 'label' ? `facts.${Number(row[1])}.label` : `facts.${Number(row[1])}.value`
  return single.find((field) => field === name)
}

/** The form itself: numbered parts, what to mind at the right, save line and errors in the foot. */
export const DemandFields = ({ start, onStartOver }: Props) => {
  const sending = useStore(store.sending)
  const box = useRef<HTMLFormElement>(null)
  const faulty = useRef(false)
  const form = useForm<DemandValues>({ defaultValues: start.values })
  const { register, control, watch, reset, getValues, setError, clearErrors, formState } = form
  const { errors } = formState
  const values = watch()
  const open = start.demand?.status === 'open'

  useEffect(() => {
    const before = JSON.stringify(start.values)
    let typed = start.restored
    const subscription = watch(() => {
      typed ||= JSON.stringify(getValues()) !== before
      if (typed) store.keep(getValues())
    })
    const stop = store.listen((other) => document.visibilityState === 'hidden' && reset(other))
    return () => {
      subscription.unsubscribe()
      stop()
    }
  }, [watch, getValues, reset, start])
  useEffect(() => reset(start.values), [start, reset])
  useEffect(() => {
    if (sending.at !== 'refused') return
    clearErrors()
    for (const { field, message } of sending.faults) {
      const name = fieldOf(field)
      if (name !== undefined) setError(name, { message })
    }
    faulty.current = true
  }, [sending, setError, clearErrors])
  // After the drawing that marks the fields, whenever React gets to it.
  useEffect(() => {
    if (faulty.current && focusFirstFault(box.current)) faulty.current = false
  })

  const send = (submit: boolean) =>
    void store.send(getValues(), submit).then((demandId) => {
      if (demandId !== undefined) location.assign(links.buyerDemand(demandId))
    })
  const refused = sending.at === 'refused' ? sending : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
      <form
        ref={box}
        noValidate
        onKeyDown={(event) => {
          // Enter in a line of text goes nowhere: publishing wants its button.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        }}
        className="overflow-clip rounded-lg border border-line bg-surface"
        onSubmit={(event) => {
          event.preventDefault()
          send(true)
        }}
      >
        {open && (
          <div className="p-4 pb-0 md:px-6 md:pt-6">
            <Notice tone="act" title="报价中的需求只能修改说明、要求与截止时间">
              保存后会通知已报价的供应商。
            </Notice>
          </div>
        )}
        {refused?.failure && refused.faults.length === 0 && (
          <div className="p-4 pb-0 md:px-6 md:pt-6">
            <Notice tone="bad" title={refused.failure.message}>
              {refused.failure.code === 0 && '可能已经发布成功，请先到“我的需求”查看，再决定是否重试。'}
            </Notice>
          </div>
        )}
        <FormSection number={1} title="需求与类别">
          <div className="space-y-5">
            <Input
              label="需求标题"
              required
              placeholder="如：比格犬 13 周重复给药毒性及毒代动力学试验"
              maxLength={60}
              typed={values.demandTitle.length}
              readOnly={open}
              error={errors.demandTitle?.message}
              {...register('demandTitle')}
            />
            <Controller
              control={control}
              name="categoryId"
              render={({ field }) => (
                <CategoryPicker
                  value={field.value}
                  onChange={field.onChange}
                  error={errors.categoryId?.message}
                  disabled={open}
                />
              )}
            />
          </div>
        </FormSection>
        <FormSection number={2} title="说明">
          <Textarea
            label="公开说明"
            required
            rows={6}
            hint="所有人可见，请勿写入未公开的结构、序列等机密；可在选定供应商并签署保密协议后提供。"
            maxLength={2000}
            typed={values.summary.length}
            error={errors.summary?.message}
            {...register('summary')}
          />
        </FormSection>
        <FormSection number={3} title="具体要求">
          <FactRows control={control} register={register} errors={errors.facts} />
        </FormSection>
        <FormSection number={4} title="预算、地区与时间">
          <BudgetFields
            control={control}
            register={register}
            errors={errors}
            negotiable={values.negotiable}
            open={open}
          />
        </FormSection>
        <DemandFoot
          sending={sending}
          values={values}
          restored={start.restored}
          editing={open}
          onSaveDraft={() => send(false)}
          onStartOver={onStartOver}
          onLocate={() => focusFirstFault(box.current)}
        />
      </form>
      <DemandAside values={values} from={start.from} />
    </div>
  )
}
