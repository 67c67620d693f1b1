import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { useForm, type FieldPath } from 'react-hook-form'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/demands/offer-form.ts'
import { sumsOf, type OfferValues } from '../../stores/demands/offer-values.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { focusFirstFault } from './focus-fault.ts'
import { FormSection } from './FormSection.tsx'
import { OfferAside } from './OfferAside.tsx'
import { OfferFoot } from './OfferFoot.tsx'
import { OfferItems } from './OfferItems.tsx'
import { OfferMilestones } from './OfferMilestones.tsx'
import { OfferSubmit } from './OfferSubmit.tsx'

type Props = { start: store.OfferStart; now: string }

const single = ['items', 'milestones', 'durationDays', 'validDate', 'note'] as const
const itemFields = ['name', 'unit', 'quantity', 'unitPrice'] as const
const milestoneFields = ['name', 'percent', 'dueDays'] as const

/** Name of a field of the form; undefined for what the form does not have. */
function fieldOf(name: string): FieldPath<OfferValues> | undefined {
  const [list, row, field] = name.split('.')
  const item = itemFields.find((one) => one === field)
  if (list === 'items' && item !== undefined) return `items.${Number(row)}.${item}`
  const milestone = milestoneFields.find((one) => one === field)
  if (list === 'milestones' && milestone !== undefined) return `milestones.${Number(row)}.${milestone}`
  return single.find((one) => one === name)
}

/** An offer that ended is not continued: the next one starts at 1. */
const nextVersion = ({ offer }: store.OfferStart) => (offer?.status === 'submitted' ? offer.current.version + 1 : 1)

/** The offer: items, payments, time, note; the demand and the sums beside it. */
export const OfferFields = ({ start, now }: Props) => {
  const sending = useStore(store.sending)
  const box = useRef<HTMLFormElement>(null)
  const faulty = useRef(false)
  const { register, control, watch, reset, getValues, setError, clearErrors, formState } = useForm<OfferValues>({
    defaultValues: start.values,
  })
  const { errors } = formState
  const values = watch()
  const sums = sumsOf(values)

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

  const saveDraft = () => void store.saveNow(getValues()).then((kept) => kept && toast.good('草稿已保存'))
  const refused = sending.at === 'refused' ? sending : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
      <form
        ref={box}
        noValidate
        className="overflow-clip rounded-lg border border-line bg-surface max-desk:order-2"
        onSubmit={(event) => {
          event.preventDefault()
          store.askSubmit(getValues())
        }}
      >
        {refused?.failure && refused.faults.length === 0 && (
          <div className="p-4 pb-0 md:px-6 md:pt-6">
            <Notice tone="bad" title={refused.failure.message}>
              填写的内容都在，可稍后再试。
            </Notice>
          </div>
        )}
        {start.offer?.status === 'submitted' && start.offer.submittedAt !== null && (
          <p className="px-4 pt-4 text-sm text-ink-2 md:px-6">
            第 {nextVersion(start)} 版，基于 {monthMinute(start.offer.submittedAt)} 提交的第{' '}
            {start.offer.current.version} 版
          </p>
        )}
        <FormSection number={1} title="报价明细">
          <OfferItems control={control} register={register} errors={errors.items} sums={sums} />
        </FormSection>
        <FormSection number={2} title="付款节点与里程碑">
          <OfferMilestones
            control={control}
            register={register}
            errors={errors.milestones}
            sums={sums}
            values={values}
          />
        </FormSection>
        <FormSection number={3} title="周期与有效期">
          <div className="grid gap-5 md:grid-cols-3">
            <Input
              label="总周期"
              required
              unit="天"
              inputMode="numeric"
              hint="自开工起的自然日"
              error={errors.durationDays?.message}
              {...register('durationDays')}
            />
            <Input
              label="报价有效期至"
              required
              type="date"
              hint="当天 23:59 前可被选定"
              error={errors.validDate?.message}
              {...register('validDate')}
            />
          </div>
        </FormSection>
        <FormSection number={4} title="方案说明">
          <Textarea
            label="说明"
            rows={5}
            maxLength={2000}
            typed={values.note.length}
            hint="方案要点、前提与不含的内容。需求方比较时会看到。"
            error={errors.note?.message}
            {...register('note')}
          />
        </FormSection>
        <OfferFoot sending={sending} onSaveDraft={saveDraft} onLocate={() => focusFirstFault(box.current)} />
      </form>
      <OfferAside demand={start.demand} values={values} sums={sums} now={now} />
      <OfferSubmit
        demand={start.demand}
        sums={sums}
        version={nextVersion(start)}
        onConfirm={() => void store.submit(getValues())}
      />
    </div>
  )
}
