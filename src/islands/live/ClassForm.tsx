import { useStore } from '@nanostores/react'
import { classFigures, classKindLabels, classKinds, classTopicLabels, classTopics } from '../../domain/live/classes.ts'
import * as store from '../../stores/live/hosted-classes.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { Chip } from '../../ui/chip/Chip.tsx'
import { DateInput, TimeInput } from '../../ui/date/DateInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Picture } from '../../ui/picture/Picture.tsx'
import { Radio } from '../../ui/form/Radio.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { AutoReview } from '../review/AutoReview.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm, type FormBindings } from '../form/use-form.ts'

const kinds = classKinds.map((kind) => ({ value: kind, label: classKindLabels[kind] }))

/** Choice of cover drawings. */
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
          onChange={() => store.liveClassForm.set('figure', figure)}
        />
        <Picture figure={figure} className="aspect-[16/10] w-full" />
      </label>
    ))}
  </div>
)

/** Start, duration and capacity. */
const Times = ({ form }: { form: FormBindings<store.ClassValues> }) => {
  const { text, values, picker } = form
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-5 md:grid-cols-4">
        <DateInput label="日期" required {...picker('day')} />
        <TimeInput label="开始时间" required {...picker('time')} />
        <Input label="时长" required unit="分钟" inputMode="numeric" maxLength={6} {...text('minutes')} />
        <Input label="预约名额" required inputMode="numeric" maxLength={6} hint="0 为不限" {...text('capacity')} />
      </div>
      <Checkbox
        checked={values?.replay === true}
        onChange={(event) => store.liveClassForm.set('replay', event.target.checked)}
      >
        结束后保留回放
      </Checkbox>
    </>
  )
}

/** Form of a class, for its host. */
export const ClassForm = ({ onSaved }: { onSaved: (saved: store.SavedClass) => void }) => {
  const editing = useStore(store.editingClass)
  const form = useForm(store.liveClassForm)
  const { values, text, error } = form
  if (editing === undefined || values === null) return null
  const save = () =>
    void store.submitClassForm().then((saved) => {
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
      onClose={store.closeClassForm}
    >
      <AutoReview>提交后立即公开，不经人工审核。</AutoReview>
      <Input label="课程名称" required maxLength={40} typed={values.title.length} {...text('title')} />
      <Radio
        label="类型"
        required
        options={kinds}
        value={values.kind}
        onChange={(kind) => store.liveClassForm.set('kind', kind)}
      />
      <Field label="分类" required group hint="最多两个" error={error('topics')}>
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
      <Field label="封面" required group error={error('figure')}>
        {() => <Covers chosen={values.figure} />}
      </Field>
    </FormDialog>
  )
}
