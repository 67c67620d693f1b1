import { useStore } from '@nanostores/react'
import { Plus, Trash2 } from 'lucide-react'
import type { Evaluation } from '../../../contract/demands/evaluations.ts'
import { criteriaTemplates } from '../../../domain/demands/evaluation-templates.ts'
import {
  maxCriteria,
  maxCriterionLabel,
  maxEvaluators,
  scaleLabels,
  scoreScales,
  weightSum,
} from '../../../domain/demands/evaluation.ts'
import * as store from '../../../stores/demands/deciding/evaluation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Fault } from '../../../ui/form/Fault.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm, type FormBindings } from '../../form/use-form.ts'

type PartProps = { form: FormBindings<store.SetupValues>; values: store.SetupValues }

const Criteria = ({ form, values }: PartProps) => {
  const sum = weightSum(values.criteria.map(({ weight }) => ({ weight: Number(weight) || 0 })))
  return (
    <fieldset>
      <legend className="mb-2 font-medium">评分标准与权重</legend>
      <div className="mb-3 flex flex-wrap gap-2" role="group" aria-label="常用模板">
        {criteriaTemplates.map((template) => (
          <Button key={template.key} size="sm" title={template.note} onClick={() => store.applyTemplate(template)}>
            {template.label}
          </Button>
        ))}
      </div>
      <ul className="space-y-2">
        {values.criteria.map(({ key, label, weight }, index) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_112px_auto] items-end gap-2">
            <Input
              label={`标准 ${index + 1}`}
              value={label}
              maxLength={maxCriterionLabel}
              error={form.exactError(`criteria.${index}.label`)}
              onChange={(event) => store.setCriterion(index, { label: event.target.value })}
            />
            <Input
              label="权重"
              unit="%"
              inputMode="numeric"
              maxLength={3}
              value={weight}
              error={form.exactError(`criteria.${index}.weight`)}
              onChange={(event) => store.setCriterion(index, { weight: event.target.value })}
            />
            <Button
              square
              aria-label={`移除标准 ${index + 1}`}
              disabled={values.criteria.length === 1}
              onClick={() => store.removeCriterion(index)}
            >
              <Trash2 className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {values.criteria.length < maxCriteria && (
          <Button size="sm" onClick={store.addCriterion}>
            <Plus className="size-4" />
            增加标准
          </Button>
        )}
        <span className={`text-sm ${sum === 100 ? 'text-ink-3' : 'font-medium text-warn'}`} role="status">
          权重合计 {sum}%{sum === 100 ? '' : '，须为 100%'}
        </span>
      </div>
      <Fault message={form.exactError('criteria')} />
    </fieldset>
  )
}

const Evaluators = ({ form, values, candidates }: PartProps & { candidates: Evaluation['candidates'] }) => (
  <fieldset>
    <legend className="mb-1 font-medium">评分人</legend>
    <p className="mb-2 text-sm text-ink-3">本企业有“我的需求”权限的成员，最多 {maxEvaluators} 位；选中后会收到通知。</p>
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      {candidates.map(({ userId, name }) => {
        const on = values.evaluatorIds.includes(userId)
        return (
          <Checkbox
            key={userId}
            checked={on}
            disabled={!on && values.evaluatorIds.length >= maxEvaluators}
            onChange={(event) => store.toggleEvaluator(userId, event.target.checked)}
          >
            {name}
          </Checkbox>
        )
      })}
    </div>
    <Fault message={form.exactError('evaluatorIds')} />
  </fieldset>
)

/** Members who may be named, and named ones who lost the right since. */
const choosable = ({ candidates, evaluators }: Evaluation) => [
  ...candidates,
  ...evaluators.filter(({ userId }) => !candidates.some((one) => one.userId === userId)),
]

/** Dialog with criteria, weights, scale, blindness and evaluators. */
export const SetupDialog = ({ evaluation }: { evaluation: Evaluation }) => {
  const form = useForm(store.setupForm)
  const isOutdated = useStore(store.isSetupOutdated)
  const { values } = form
  if (values === null) return null
  const send = () => void store.submitSetup().then((done) => done && toast.success('评分标准与评分人已保存'))
  return (
    <FormDialog
      form={form}
      title="评分标准与评分人"
      text="仅本企业可见，供应商看不到标准、权重与评分。"
      submit="保存"
      width="lg"
      onSubmit={send}
      onClose={store.closeEvaluationDialog}
    >
      {isOutdated && (
        <Notice tone="act" title="评分标准在此期间已被修改，以下是您未保存的内容">
          保存后会替换同事的修改。
          <Button kind="link" onClick={store.resetSetup}>
            用最新的内容
          </Button>
        </Notice>
      )}
      {evaluation.reasonNeeded && (
        <Notice tone="act" title="报价已开启，修改须写明原因">
          修改前后的标准与原因会记入动态；已提交的评分按新的权重计算。
        </Notice>
      )}
      <Criteria form={form} values={values} />
      <div className="grid gap-4 md:grid-cols-2">
        <Radio
          label="分制"
          options={scoreScales.map((value) => ({ value, label: scaleLabels[value], disabled: evaluation.scored }))}
          value={values.scale}
          error={form.exactError('scale')}
          onChange={(scale) => store.setupForm.set('scale', scale)}
        />
        <div>
          <Switch
            label="盲评"
            on={values.blind}
            disabled={evaluation.scored}
            onChange={(blind) => store.setupForm.set('blind', blind)}
          />
          <p className="mt-1 text-sm text-ink-3">全部评分提交前，任何人只看得到自己的评分。</p>
          <Fault message={form.exactError('blind')} />
        </div>
      </div>
      <Evaluators form={form} values={values} candidates={choosable(evaluation)} />
      {evaluation.reasonNeeded && (
        <Textarea
          label="原因"
          required
          rows={2}
          maxLength={200}
          typed={values.reason.length}
          {...form.text('reason')}
        />
      )}
    </FormDialog>
  )
}
