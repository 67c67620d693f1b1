import { deadlineIn } from '../../../stores/demands/demand-form/demand-values.ts'
import { findTemplate } from '../../../domain/demands/templates.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/demands/demand-form/demand-form.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { BudgetFields, ConfidentialFields, FactRows, TemplateFields } from './demand-sections.tsx'
import { CategoryPicker } from './CategoryPicker.tsx'
import { DemandAside, DemandParts, DemandNotices } from './demand-overview.tsx'
import { DemandFiles } from './DemandFiles.tsx'
import { focusFirstError } from '../../form/focus-error.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { programmeChoices } from '../../../stores/projects/programmes/programme-choices.ts'
import { ProgrammeSelect } from '../../projects/programmes/ProgrammeSelect.tsx'
import { QuestionRows } from './QuestionRows.tsx'
import { RequiredTags } from './RequiredTags.tsx'
import { useDemandForm } from './use-demand-form.ts'
import { isDemandOpen } from '../../../domain/demands/demand-states.ts'
import { useStore } from '@nanostores/react'
import { Button } from '../../../ui/button/Button.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { FormStatus, SaveStatus } from '../../form/SaveStatus.tsx'

type Props = { start: store.DemandStart; now: string; onStartOver: () => void }

type DemandFootProps = {
  restored: boolean
  /** The demand is open: no drafts are saved on the server. */
  editing: boolean
  onSaveDraft: () => void
  onStartOver: () => void
  onLocate: () => void
}

/** Sticky action bar: publish, save, save state. */
const DemandFoot = ({ restored, editing, onSaveDraft, onStartOver, onLocate }: DemandFootProps) => {
  const sending = useStore(store.demandSubmitState)
  const saving = useStore(store.demandSaveState)
  const busy = sending.at === 'sending' || sending.at === 'done'
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors.length : 0
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3 md:px-6">
      <Button
        type="submit"
        kind="main"
        size="lg"
        className="text-base! max-md:flex-1"
        busy={busy}
        disabled={saving.at === 'conflict'}
      >
        {editing ? '保存修改' : '发布需求'}
      </Button>
      {!editing && (
        <Button
          size="lg"
          className="text-base! max-md:flex-1"
          busy={saving.at === 'saving'}
          disabled={busy || saving.at === 'conflict'}
          onClick={onSaveDraft}
        >
          保存草稿
        </Button>
      )}
      <FormStatus fieldErrors={fieldErrors} onLocate={onLocate}>
        {editing ? (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <StateShape tone="mute" />
            {restored ? '已恢复上次未保存的修改' : '保存后才会公开，填写的内容留在本浏览器'}
          </span>
        ) : (
          <SaveStatus saving={saving} restored={restored} onRetry={onSaveDraft} />
        )}
        {restored && (
          <button
            type="button"
            className="text-ink-2 hover:text-accent max-md:min-h-11"
            disabled={busy}
            onClick={onStartOver}
          >
            {editing ? '放弃修改' : '重新填写'}
          </button>
        )}
      </FormStatus>
    </div>
  )
}

/** The form: numbered sections, checklist at the right, action bar with errors at the bottom. */
export const DemandFields = ({ start, now, onStartOver }: Props) => {
  const { form, unplaced } = useDemandForm()
  const { box, values } = form
  const choices = useStore(programmeChoices)
  const savedProgramme = useStore(store.savedProgrammeId)
  if (values === null) return null
  const programmeId = store.shownProgrammeId(values)
  const open = isDemandOpen(start.demand?.status) ? start.demand : null
  const template = findTemplate(values.templateKey, values.templateVersion)

  const publish = () =>
    void store.submitDemand().then((demandId) => {
      if (demandId !== undefined) location.assign(links.buyerDemand(demandId))
    })
  const saveDraft = () => void store.saveDemandDraft().then((kept) => kept && toast.success('草稿已保存'))
  const setDays = (days: number) => {
    const { deadlineDate, deadlineTime } = deadlineIn(now, days)
    store.typedDemand.set('deadlineDate', deadlineDate)
    store.typedDemand.set('deadlineTime', deadlineTime)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
      <form
        ref={box}
        noValidate
        onKeyDown={(event) => {
          // Enter in a text input must not publish.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        }}
        className="overflow-clip rounded-lg border border-line bg-surface"
        onSubmit={(event) => {
          event.preventDefault()
          publish()
        }}
      >
        <DemandParts className="flex gap-x-5 overflow-x-auto border-b border-line px-4 py-1 text-sm desk:hidden" />
        <DemandNotices start={start} unplaced={unplaced} values={values} />
        <FormSection id="demand-basic" number={1} title="需求与分类">
          <div className="space-y-5">
            <Input
              label="需求标题"
              required
              placeholder="如：比格犬 13 周重复给药毒性及毒代动力学试验"
              maxLength={60}
              typed={values.demandTitle.length}
              readOnly={open !== null}
              {...form.text('demandTitle')}
            />
            <CategoryPicker
              value={values.categoryId}
              onChange={(categoryId) => store.typedDemand.set('categoryId', categoryId)}
              error={form.exactError('categoryId')}
              disabled={open !== null}
            />
            {choices !== null && (choices.length > 0 || programmeId !== null) && (
              <ProgrammeSelect
                choices={choices}
                value={programmeId}
                current={savedProgramme}
                onChange={(chosen) => store.typedDemand.set('programmeId', chosen)}
                disabled={
                  programmeId !== null &&
                  programmeId === savedProgramme &&
                  !choices.some((each) => each.programmeId === programmeId)
                }
                error={form.exactError('programmeId')}
                hint="选填，只有能看到该项目的同事可见。"
              />
            )}
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
              {...form.text('summary')}
            />
            <DemandFiles
              list="files"
              label="公开附件"
              readers="所有人可以下载"
              files={values.files}
              kept={open?.files ?? []}
              error={form.exactError('files')}
            />
          </div>
        </FormSection>
        <FormSection id="demand-facts" number={3} title="具体要求">
          {template && (
            <div className="mb-6">
              <p className="-mt-2 mb-4 text-sm text-ink-3">按“{template.name}”模板列出供应商报价前通常要问的内容。</p>
              <TemplateFields template={template} form={form} values={values} />
            </div>
          )}
          <FactRows form={form} values={values} />
          <RequiredTags form={form} values={values} open={open !== null} />
        </FormSection>
        <FormSection id="demand-questions" number={4} title="向供应商提问">
          <QuestionRows form={form} values={values} template={template} open={open !== null} />
        </FormSection>
        <FormSection id="demand-terms" number={5} title="预算、地区与时间">
          <BudgetFields form={form} values={values} onDays={setDays} open={open !== null} />
        </FormSection>
        <FormSection id="demand-secret" number={6} title="密封与保密">
          <ConfidentialFields form={form} values={values} open={open} />
        </FormSection>
        <DemandFoot
          restored={start.restored}
          editing={open !== null}
          onSaveDraft={saveDraft}
          onStartOver={onStartOver}
          onLocate={() => focusFirstError(box.current)}
        />
      </form>
      <DemandAside values={values} from={start.from} />
    </div>
  )
}
