import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { maxOfferFiles } from '../../../domain/demands/offer-terms.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { taxRateOptions } from '../../../domain/orders/tax-rates.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/offer-form/offer-form.ts'
import { offerUploads } from '../../../stores/demands/offer-form/offer-uploads.ts'
import {
  offerSums,
  validDateAfter,
  validityDays,
  type OfferValues,
} from '../../../stores/demands/offer-form/offer-values.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { focusFirstError } from '../../form/focus-error.ts'
import { OfferAnswers } from './OfferAnswers.tsx'
import { OfferAside, OfferFoot, OfferSubmit } from './offer-summary.tsx'
import { OfferItems, OfferMilestones } from './OfferTables.tsx'
import { useOfferForm } from './use-offer-form.ts'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import type { FormBindings } from '../../form/use-form.ts'
import { isOfferSubmitted } from '../../../domain/demands/offer-states.ts'

const offeredRateOptions = [{ value: '', label: '不注明' }, ...taxRateOptions]

type OfferTimeProps = {
  form: FormBindings<OfferValues>
  validDate: string
  deadline: string
  onChoose: (validDate: string) => void
}

/** Duration of the work, and validity of the offer. */
const OfferTime = ({ form, validDate, deadline, onChoose }: OfferTimeProps) => (
  <div className="grid gap-5 md:grid-cols-2">
    <Input
      label="总周期"
      required
      unit="天"
      inputMode="numeric"
      hint="自开工起的自然日"
      maxLength={4}
      {...form.text('durationDays')}
    />
    <DateInput label="报价有效期至" required hint="当天 23:59 前可被选定" {...form.picker('validDate')} />
    <div role="group" aria-label="有效期预设" className="-mt-2 md:col-span-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-ink-3">有效期可选：报价截止后</span>
        {validityDays.map((days) => {
          const date = validDateAfter(deadline, days)
          return <Chip key={days} label={`${days} 天`} chosen={date === validDate} onChange={() => onChoose(date)} />
        })}
      </p>
    </div>
  </div>
)

type OfferSealProps = {
  /** The buyer may open the seals before the deadline, once all invited suppliers have offered. */
  opensEarly: boolean
  sealed: boolean
  /** The demand requires sealed offers. */
  forced: boolean
  deadline: string
}

/** Whether the buyer can read the offer at once, or only after the deadline. */
const OfferSeal = ({ sealed, forced, opensEarly, deadline }: OfferSealProps) => (
  <>
    {forced ? (
      <Checkbox checked disabled readOnly>
        密封报价（需求方要求所有报价密封）
      </Checkbox>
    ) : (
      <Checkbox
        name="sealed"
        checked={sealed}
        onChange={(event) => store.typedOffer.set('sealed', event.target.checked)}
      >
        密封报价，截止后才向需求方公开
      </Checkbox>
    )}
    <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-3">
      <li>
        截止（{dateTime(deadline).slice(0, 16)}
        ）前，需求方只看到贵企业已报价、提交时间与内容指纹，看不到价格、方案与附件。
      </li>
      {opensEarly && <li>本需求仅限邀请：全部受邀供应商报价后，需求方可以提前开标，开标后不能再更新报价。</li>}
      <li>截止时由系统自动开启现行版本；之前被替换的密封版本与撤回的报价永不公开。</li>
      <li>提交时固定一份指纹（SHA-256），开启后双方都可以核对内容没有改动。</li>
    </ul>
  </>
)

/** Attachments: plan, price sheet, certificates. */
const OfferFiles = ({ error }: { error: string | undefined }) => {
  const files = useStore(offerUploads.items)
  return (
    <div data-fault={error ? '' : undefined}>
      <Upload
        label="附件"
        error={error}
        files={files}
        accept={acceptOf('attachment')}
        disabled={files.filter(({ at }) => at !== 'failed').length >= maxOfferFiles}
        rule={`${fileRules.attachment.words}，最多 ${maxOfferFiles} 个；仅需求方可以下载`}
        onAdd={offerUploads.add}
        onRemove={offerUploads.remove}
        onRetry={offerUploads.retry}
      />
    </div>
  )
}

type Props = {
  start: store.OfferStart
  now: string
  /** Discards the local edits and restarts from the server's version. */
  onStartOver: () => void
}

/** A closed offer is not continued: the next one starts at version 1. */
const nextVersion = ({ offer }: store.OfferStart) => (isOfferSubmitted(offer?.status) ? offer.current.version + 1 : 1)

/** Notices above the form: refusal, restored draft, base version. */
const OfferNotices = ({ start, onStartOver }: Pick<Props, 'start' | 'onStartOver'>) => {
  const sending = useStore(store.offerSubmitState)
  const { offer } = start
  const refused = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
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
    isOfferSubmitted(offer?.status) && offer.submittedAt !== null && (
      <p key="based" className="text-sm text-ink-2">
        第 {nextVersion(start)} 版，基于 {monthMinute(offer.submittedAt)} 提交的第 {offer.current.version} 版
      </p>
    ),
  ].filter(Boolean)
  return notes.length === 0 ? null : <div className="space-y-3 p-4 md:px-6">{notes}</div>
}

/** Fields of the offer form, with the demand and totals beside it. */
export const OfferFields = ({ start, now, onStartOver }: Props) => {
  const { demand } = start
  const sending = useStore(store.offerSubmitState)
  const form = useOfferForm()
  const { box, values } = form
  if (values === null) return null
  const sums = offerSums(values)
  const saveDraft = () => void store.saveOfferDraft().then((kept) => kept && toast.success('草稿已保存'))
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
          store.requestOfferSubmit()
        }}
      >
        <OfferNotices start={start} onStartOver={onStartOver} />
        <FormSection number={1} title="报价明细">
          <OfferItems form={form} values={values} sums={sums} />
          <div className="mt-5 max-w-64">
            <Select
              label="税率"
              name="taxRate"
              options={offeredRateOptions}
              value={values.taxRate}
              hint="单价与总价均含税；选定后写入订单，用于核对发票"
              error={form.exactError('taxRate')}
              onChange={(taxRate) => store.typedOffer.set('taxRate', taxRate)}
            />
          </div>
        </FormSection>
        <FormSection number={2} title="付款节点与里程碑">
          <OfferMilestones form={form} values={values} sums={sums} />
        </FormSection>
        <FormSection number={3} title="周期与有效期">
          <OfferTime
            form={form}
            validDate={values.validDate}
            deadline={demand.deadline}
            onChoose={(date) => store.typedOffer.set('validDate', date)}
          />
        </FormSection>
        {asks && (
          <FormSection number={4} title="需求方的提问">
            <OfferAnswers questions={demand.questions} form={form} values={values} />
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
              {...form.text('note')}
            />
            <OfferFiles error={form.exactError('files')} />
          </div>
        </FormSection>
        <FormSection number={at(6)} title="密封">
          <OfferSeal
            sealed={values.sealed}
            forced={demand.sealedOnly}
            opensEarly={demand.sealedOnly && demand.invitedOnly}
            deadline={demand.deadline}
          />
        </FormSection>
        <OfferFoot sending={sending} onSaveDraft={saveDraft} onLocate={() => focusFirstError(box.current)} />
      </form>
      <OfferAside demand={demand} values={values} sums={sums} now={now} />
      <OfferSubmit
        demand={demand}
        sums={sums}
        sealed={values.sealed || demand.sealedOnly}
        version={nextVersion(start)}
        onConfirm={() => void store.submitOffer()}
      />
    </div>
  )
}
