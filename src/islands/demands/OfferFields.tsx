import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { monthMinute } from '../../domain/time.ts'
import * as store from '../../stores/demands/offer-form.ts'
import { sumsOf } from '../../stores/demands/offer-values.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { focusFirstFault } from '../focus-fault.ts'
import { FormSection } from '../FormSection.tsx'
import { OfferAnswers } from './OfferAnswers.tsx'
import { OfferAside } from './OfferAside.tsx'
import { OfferFiles } from './OfferFiles.tsx'
import { OfferFoot } from './OfferFoot.tsx'
import { OfferItems } from './OfferItems.tsx'
import { OfferMilestones } from './OfferMilestones.tsx'
import { OfferSeal } from './OfferSeal.tsx'
import { OfferSubmit } from './OfferSubmit.tsx'
import { OfferTime } from './OfferTime.tsx'
import { useOfferForm } from './use-offer-form.ts'

type Props = {
  start: store.OfferStart
  now: string
  /** Throws away what was typed here and starts from what lies on the server. */
  onStartOver: () => void
}

/** An offer that ended is not continued: the next one starts at 1. */
const nextVersion = ({ offer }: store.OfferStart) => (offer?.status === 'submitted' ? offer.current.version + 1 : 1)

/** What the person should know before going on: a refusal, an earlier text found again, the version this is based on. */
const Above = ({ start, onStartOver }: Pick<Props, 'start' | 'onStartOver'>) => {
  const sending = useStore(store.sending)
  const { offer } = start
  const refused = sending.at === 'refused' && sending.faults.length === 0 ? sending.failure : null
  const notes: ReactNode[] = [
    refused && (
      <Notice key="refused" tone="bad" title={refused.message}>
        填写的内容都在，可稍后再试。
      </Notice>
    ),
    start.restored && (
      <Notice key="restored" tone="go" title="已恢复您在本浏览器中填写的内容">
        <Button kind="link" onClick={onStartOver}>
          放弃这些内容，从{offer === null ? '空白报价' : '已保存的报价'}开始
        </Button>
      </Notice>
    ),
    offer?.status === 'submitted' && offer.submittedAt !== null && (
      <p key="based" className="text-sm text-ink-2">
        第 {nextVersion(start)} 版，基于 {monthMinute(offer.submittedAt)} 提交的第 {offer.current.version} 版
      </p>
    ),
  ].filter(Boolean)
  return notes.length === 0 ? null : <div className="space-y-3 p-4 pb-0 md:px-6 md:pt-6">{notes}</div>
}

/** The offer: items, payments, time, answers, note, files, seal; the demand and the sums beside it. */
export const OfferFields = ({ start, now, onStartOver }: Props) => {
  const { demand } = start
  const sending = useStore(store.sending)
  const { form, box } = useOfferForm(start)
  const { register, control, watch, getValues, setValue, formState } = form
  const { errors } = formState
  const values = watch()
  const sums = sumsOf(values)
  const saveDraft = () => void store.saveNow(getValues()).then((kept) => kept && toast.good('草稿已保存'))
  const asks = demand.questions.length > 0
  const at = (number: number) => (asks || number < 4 ? number : number - 1)
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
        <Above start={start} onStartOver={onStartOver} />
        <FormSection number={1} title="报价明细">
          <OfferItems control={control} register={register} errors={errors.items} sums={sums} />
        </FormSection>
        <FormSection number={2} title="付款节点与里程碑">
          <OfferMilestones {...{ control, register, sums, values }} errors={errors.milestones} />
        </FormSection>
        <FormSection number={3} title="周期与有效期">
          <OfferTime
            control={control}
            {...{ register, errors }}
            validDate={values.validDate}
            deadline={demand.deadline}
            onChoose={(date) => setValue('validDate', date, { shouldDirty: true })}
          />
        </FormSection>
        {asks && (
          <FormSection number={4} title="需求方的提问">
            <OfferAnswers questions={demand.questions} control={control} />
          </FormSection>
        )}
        <FormSection number={at(5)} title="方案与附件">
          <div className="space-y-5">
            <Textarea
              label="方案说明"
              rows={5}
              maxLength={2000}
              typed={values.note.length}
              hint="方案要点、前提与不含的内容。需求方比较时会看到。"
              error={errors.note?.message}
              {...register('note')}
            />
            <OfferFiles error={errors.files?.message} />
          </div>
        </FormSection>
        <FormSection number={at(6)} title="密封">
          <OfferSeal register={register} forced={demand.sealedOnly} deadline={demand.deadline} />
        </FormSection>
        <OfferFoot sending={sending} onSaveDraft={saveDraft} onLocate={() => focusFirstFault(box.current)} />
      </form>
      <OfferAside demand={demand} values={values} sums={sums} now={now} />
      <OfferSubmit
        demand={demand}
        sums={sums}
        sealed={values.sealed || demand.sealedOnly}
        version={nextVersion(start)}
        onConfirm={() => void store.submit(getValues())}
      />
    </div>
  )
}
