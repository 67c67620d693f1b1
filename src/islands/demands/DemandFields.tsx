import { Controller } from 'react-hook-form'
import { deadlineIn } from '../../stores/demands/demand-values.ts'
import { templateOf } from '../../domain/demands/templates.ts'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/demand-form.ts'
import { Input } from '../../ui/Input.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { BudgetFields } from './BudgetFields.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { DemandAside, DemandParts } from './DemandAside.tsx'
import { DemandFiles } from './DemandFiles.tsx'
import { DemandFoot } from './DemandFoot.tsx'
import { DemandNotices } from './DemandNotices.tsx'
import { FactRows } from './FactRows.tsx'
import { focusFirstFault } from '../focus-fault.ts'
import { FormSection } from '../FormSection.tsx'
import { QuestionRows } from './QuestionRows.tsx'
import { SecretFields } from './SecretFields.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import { useDemandForm } from './use-demand-form.ts'

type Props = { start: store.DemandStart; now: string; onStartOver: () => void }

/** The form itself: numbered parts, what to mind at the right, save line and errors in the foot. */
export const DemandFields = ({ start, now, onStartOver }: Props) => {
  const { form, box, unplaced } = useDemandForm(start)
  const { register, control, watch, getValues, setValue, formState } = form
  const { errors } = formState
  const values = watch()
  const open = start.demand?.status === 'open' ? start.demand : null
  const template = templateOf(values.templateKey, values.templateVersion)

  const publish = () =>
    void store.submit(getValues()).then((demandId) => {
      if (demandId !== undefined) location.assign(links.buyerDemand(demandId))
    })
  const saveDraft = () => void store.saveNow(getValues()).then((kept) => kept && toast.good('草稿已保存'))
  const setDays = (days: number) => {
    const { deadlineDate, deadlineTime } = deadlineIn(now, days)
    setValue('deadlineDate', deadlineDate)
    setValue('deadlineTime', deadlineTime)
  }
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
          publish()
        }}
      >
        <DemandParts className="flex gap-x-5 overflow-x-auto border-b border-line px-4 py-1 text-sm desk:hidden" />
        <DemandNotices start={start} unplaced={unplaced} getValues={getValues} />
        <FormSection id="demand-basic" number={1} title="需求与类别">
          <div className="space-y-5">
            <Input
              label="需求标题"
              required
              placeholder="如：比格犬 13 周重复给药毒性及毒代动力学试验"
              maxLength={60}
              typed={values.demandTitle.length}
              readOnly={open !== null}
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
                  disabled={open !== null}
                />
              )}
            />
          </div>
        </FormSection>
        <FormSection id="demand-summary" number={2} title="说明与附件">
          <div className="space-y-5">
            <Textarea
              label="公开说明"
              required
              rows={6}
              hint="所有人可见，请勿写入未公开的结构、序列与联系方式；机密写在第 6 部分。"
              maxLength={2000}
              typed={values.summary.length}
              error={errors.summary?.message}
              {...register('summary')}
            />
            <Controller
              control={control}
              name="files"
              render={({ field }) => (
                <DemandFiles
                  list="files"
                  label="公开附件"
                  readers="所有人可以下载"
                  files={field.value}
                  kept={open?.files ?? []}
                  error={errors.files?.message}
                  onChange={field.onChange}
                />
              )}
            />
          </div>
        </FormSection>
        <FormSection id="demand-facts" number={3} title="具体要求">
          {template && (
            <div className="mb-6">
              <p className="-mt-2 mb-4 text-sm text-ink-3">按“{template.name}”模板列出供应商报价前通常要问的内容。</p>
              <TemplateFields template={template} control={control} register={register} errors={errors.fields} />
            </div>
          )}
          <FactRows control={control} register={register} errors={errors.facts} />
        </FormSection>
        <FormSection id="demand-questions" number={4} title="向供应商提问">
          <QuestionRows
            control={control}
            register={register}
            errors={errors.questions}
            template={template}
            values={values.questions}
            open={open !== null}
          />
        </FormSection>
        <FormSection id="demand-terms" number={5} title="预算、地区与时间">
          <BudgetFields
            control={control}
            register={register}
            errors={errors}
            negotiable={values.negotiable}
            onDays={setDays}
            open={open !== null}
          />
        </FormSection>
        <FormSection id="demand-secret" number={6} title="密封与保密">
          <SecretFields control={control} register={register} errors={errors} values={values} open={open} />
        </FormSection>
        <DemandFoot
          restored={start.restored}
          editing={open !== null}
          onSaveDraft={saveDraft}
          onStartOver={onStartOver}
          onLocate={() => focusFirstFault(box.current)}
        />
      </form>
      <DemandAside values={values} from={start.from} />
    </div>
  )
}
