import { useStore } from '@nanostores/react'
import { classFigures, classKindLabels, classKinds, classTopicLabels, classTopics } from '../../domain/live/classes.ts'
import * as store from '../../stores/live/class-form.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { DateInput, TimeInput } from '../../ui/DateInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Radio } from '../../ui/Radio.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { AutoReview } from '../AutoReview.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { useTypedForm, type DrawnForm } from '../use-typed-form.ts'

const kinds = classKinds.map((kind) => ({ value: kind, label: classKindLabels[kind] }))

/** Covers to choose from; all drawn. */
const Covers = ({ chosen }: { chosen: string }) => (
  <div className="grid grid-cols-3 gap-2 md:grid-cols-6">
    {classFigures.map((figure, index) => (
      <label
        key={figure}
        className={`cursor-pointer overflow-hidden rounded-md border-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${figure === chosen ? 'border-accent' : 'border-line'}`}
      >
        <input
          type="radio"
          name="figure"
          className="sr-only"
          aria-label={`封面 ${index + 1}`}
          checked={figure === chosen}
          onChange={() => store.form.set('figure', figure)}
        />
        <Picture figure={figure} className="aspect-[16/10] w-full" />
      </label>
    ))}
  </div>
)

/** When, how long, for how many. */
const Times = ({ form }: { form: DrawnForm<store.ClassValues> }) => {
  const { text, values, picked } = form
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-5 md:grid-cols-4">
        <DateInput label="日期" required {...picked('day')} />
        <TimeInput label="开始时间" required {...picked('time')} />
        <Input label="时长" required unit="分钟" inputMode="numeric" maxLength={6} {...text('minutes')} />
        <Input label="预约名额" required inputMode="numeric" maxLength={6} hint="0 为不限" {...text('capacity')} />
      </div>
      <Checkbox checked={values?.replay === true} onChange={(event) => store.form.set('replay', event.target.checked)}>
        结束后保留回放
      </Checkbox>
    </>
  )
}

/** A class as its host fills it in. */
export const ClassForm = ({ onSaved }: { onSaved: (saved: store.SavedClass) => void }) => {
  const editing = useStore(store.editing)
  const form = useTypedForm(store.form)
  const { values, text, fault } = form
  if (editing === undefined || values === null) return null
  const save = () =>
    void store.submit().then((saved) => {
      if (saved !== undefined) onSaved(saved)
    })
  return (
    <FormDialog
      form={form}
      width="lg"
      title={editing === null ? '发布课程' : '修改课程'}
      text={
        editing === null
          ? undefined
          : `${editing.change === null ? '' : '表单中是尚未公开的修改，再次保存会替换它。'}改了开始时间，生效后会通知已预约的人。`
      }
      submit={editing === null ? '发布' : '保存'}
      onSubmit={save}
      onClose={store.close}
    >
      <AutoReview>提交后立即公开，不经人工审核。</AutoReview>
      <Input label="课程名称" required maxLength={40} typed={values.title.length} {...text('title')} />
      <Radio
        label="类型"
        required
        options={kinds}
        value={values.kind}
        onChange={(kind) => store.form.set('kind', kind)}
      />
      <Field label="领域" required group hint="最多两个" error={fault('topics')}>
        {(_ids, labelId) => (
          <div role="group" aria-labelledby={labelId} className="flex flex-wrap gap-2">
            {classTopics.map((topic) => (
              <Chip
                key={topic}
                label={classTopicLabels[topic]}
                chosen={values.topics.includes(topic)}
                disabled={values.topics.length >= 2 && !values.topics.includes(topic)}
                onChange={(on) => store.toggleTopic(topic, on)}
              />
            ))}
          </div>
        )}
      </Field>
      <Times form={form} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Input label="主讲人" required maxLength={20} {...text('speaker')} />
        <Input label="主讲人职务" required maxLength={40} {...text('speakerTitle')} />
      </div>
      <Textarea
        label="主讲人介绍"
        rows={2}
        maxLength={300}
        typed={values.speakerAbout.length}
        {...text('speakerAbout')}
      />
      <Textarea label="简介" required rows={2} maxLength={200} typed={values.summary.length} {...text('summary')} />
      <Textarea
        label="课程内容"
        rows={4}
        maxLength={1000}
        typed={values.outline.length}
        hint="每行一点"
        {...text('outline')}
      />
      <Field label="封面" required group error={fault('figure')}>
        {() => <Covers chosen={values.figure} />}
      </Field>
    </FormDialog>
  )
}
