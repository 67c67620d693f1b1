import { useStore } from '@nanostores/react'
import type { OrderSamples } from '../../../contract/orders/samples.ts'
import {
  maxSampleName,
  maxSampleNote,
  sampleHazardLabels,
  sampleHazards,
  sampleKindLabels,
  sampleKinds,
  sampleUnits,
  storageConditions,
  storages,
} from '../../../domain/orders/samples/sample-terms.ts'
import * as store from '../../../stores/orders/samples/sample-form.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'

const kinds = sampleKinds.map((kind) => ({ value: kind, label: sampleKindLabels[kind] }))
const units = sampleUnits.map((unit) => ({ value: unit, label: unit }))
const conditions = storageConditions.map((storage) => ({ value: storage, label: storages[storage].label }))

const toggle = (hazards: store.SampleFormValues['hazards'], hazard: (typeof sampleHazards)[number]) =>
  hazards.includes(hazard) ? hazards.filter((each) => each !== hazard) : [...hazards, hazard]

const Hazards = () => {
  const values = useStore(store.sampleForm.values)
  if (values === null) return null
  return (
    <Field label="危险性" group hint="印在标签上，提醒开箱与使用的人">
      {(ids, labelId) => (
        <div
          role="group"
          aria-labelledby={labelId}
          aria-describedby={ids['aria-describedby']}
          className="flex flex-wrap gap-x-6 gap-y-2"
        >
          {sampleHazards.map((hazard) => (
            <Checkbox
              key={hazard}
              checked={values.hazards.includes(hazard)}
              onChange={() => store.sampleForm.set('hazards', toggle(values.hazards, hazard))}
            >
              {sampleHazardLabels[hazard]}
            </Checkbox>
          ))}
        </div>
      )}
    </Field>
  )
}

const submit = () =>
  void store.submitSamples().then((made) => {
    if (made !== undefined) toast.success(`已登记 ${made.length} 个样品，可打印标签`)
  })

/** Registration of samples of an order. */
export const SampleForm = ({ milestones }: Pick<OrderSamples, 'milestones'>) => {
  const isOpen = useStore(store.isSampleFormOpen)
  const form = useForm(store.sampleForm)
  const { values } = form
  if (!isOpen || values === null) return null
  const places = [
    { value: 0, label: '整份订单' },
    ...milestones.map(({ milestoneId, name }) => ({ value: milestoneId, label: name })),
  ]
  return (
    <FormDialog
      form={form}
      width="lg"
      title="登记样品"
      text="登记后生成编号，双方可见；编号与二维码用于标签。"
      submit="登记"
      onSubmit={submit}
      onClose={store.closeSampleForm}
    >
      <Input label="样品名称" required maxLength={maxSampleName} autoComplete="off" {...form.text('name')} />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label="类型"
          required
          options={kinds}
          value={values.kind}
          onChange={(kind) => store.sampleForm.set('kind', kind)}
        />
        {milestones.length > 0 && (
          <Select
            label="用于"
            options={places}
            value={values.milestoneId ?? 0}
            onChange={(id) => store.sampleForm.set('milestoneId', id === 0 ? null : id)}
          />
        )}
      </div>
      <div className="grid gap-5 md:grid-cols-3">
        <Input
          label="每个的数量"
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={11}
          {...form.text('amount')}
        />
        <Select
          label="单位"
          required
          options={units}
          value={values.unit}
          onChange={(unit) => store.sampleForm.set('unit', unit)}
        />
        <Input
          label="登记个数"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          hint="每个各有编号"
          {...form.text('copies')}
        />
      </div>
      <div className="grid gap-5 md:grid-cols-3">
        <Select
          label="保存条件"
          required
          options={conditions}
          value={values.storage}
          onChange={(storage) => store.setStorage(storage)}
        />
        <Input label="最低温度" unit="℃" maxLength={7} autoComplete="off" hint="不填则不限" {...form.text('minTemp')} />
        <Input label="最高温度" unit="℃" maxLength={7} autoComplete="off" hint="不填则不限" {...form.text('maxTemp')} />
      </div>
      <Hazards />
      <Textarea
        label="说明"
        rows={2}
        maxLength={maxSampleNote}
        typed={values.note.length}
        hint="批号、配制日期、操作注意等"
        {...form.text('note')}
      />
    </FormDialog>
  )
}
