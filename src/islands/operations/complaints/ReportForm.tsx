import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import {
  complaintKindLabels,
  complaintReasonLabels,
  complaintReasons,
  maxComplaintFiles,
  maxComplaintText,
} from '../../../domain/operations/complaints.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import * as store from '../../../stores/operations/complaint-form.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { useForm } from '../../form/use-form.ts'

const box = 'rounded-lg border border-line bg-surface'

/** What is reported, once it is known; why it cannot be, where it cannot. */
const Subject = ({ kind }: Pick<store.ComplaintTarget, 'kind'>) => {
  const reader = useStore(store.complaintReader)
  const state = useStore(store.complaintSubject)
  const word = complaintKindLabels[kind]
  if (reader === 'out') return <p className="text-ink-2">提交时需要登录；已填写的内容会保留。</p>
  if (state.at === 'failed')
    return (
      <Notice tone="act" title={state.failure.code === 404 ? `该${word}已不再展示，无需举报` : state.failure.message}>
        {state.failure.code === 0 && (
          <button type="button" className="text-accent hover:underline" onClick={store.reloadComplaintSubject}>
            重试
          </button>
        )}
      </Notice>
    )
  if (state.at === 'loading') return <span className="skeleton block h-6 w-2/3" aria-hidden />
  const { title, around } = state.content
  return (
    <>
      <p className="wrap-anywhere">
        <span className="text-ink-3">{word}：</span>
        <span className="font-medium">{title}</span>
      </p>
      {kind === 'message' && (
        <Notice tone="go" title="消息会提供给平台">
          {around === 0 ? '被举报的这条消息' : `被举报的这条消息及其前后 ${around} 条`}
          会随举报一并提交，供平台判断；其他聊天内容平台看不到。
        </Notice>
      )}
    </>
  )
}

const Fields = () => {
  const { box: formBox, sending, values, error, text } = useForm(store.complaintForm)
  const files = useStore(store.complaintUploads.items)
  const isUploading = useStore(store.complaintUploads.busy)
  const signedIn = useStore(store.complaintReader) === 'in'
  const failure = sending.at === 'refused' && sending.fieldErrors.length === 0 ? sending.failure : null
  return (
    <form
      ref={formBox}
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (sending.at !== 'sending') store.submitComplaint()
      }}
    >
      {failure !== null && <Notice tone="bad" title={failure.message} />}
      <Radio
        label="原因"
        required
        name="reason"
        options={complaintReasons.map((value) => ({ value, label: complaintReasonLabels[value] }))}
        value={complaintReasons.find((each) => each === values?.reason) ?? null}
        error={error('reason')}
        onChange={(reason) => store.complaintForm.set('reason', reason)}
      />
      <Textarea
        label="说明"
        rows={5}
        required={values?.reason === 'other'}
        maxLength={maxComplaintText}
        typed={values?.text.length ?? 0}
        placeholder="哪里有问题、您如何得知，越具体越便于核实"
        {...text('text')}
      />
      {signedIn && (
        <Upload
          label="证据"
          files={files}
          accept={acceptOf('attachment')}
          rule={`选填，${fileRules.attachment.words}，最多 ${maxComplaintFiles} 个`}
          onAdd={store.complaintUploads.add}
          onRemove={store.complaintUploads.remove}
          onRetry={store.complaintUploads.retry}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          type="submit"
          kind="main"
          className="max-md:h-11 max-md:w-full"
          disabled={isUploading}
          busy={sending.at === 'sending'}
        >
          提交举报
        </Button>
        <p className="text-sm text-ink-3">对方不会知道是谁举报的。</p>
      </div>
    </form>
  )
}

/** Form of a complaint: for visitors too, who sign in when they send it. */
export const ReportForm = ({ kind, subjectId }: store.ComplaintTarget) => {
  const isSent = useStore(store.isComplaintSent)
  const isStarted = useStore(store.complaintForm.values) !== null
  useEffect(() => store.startComplaint({ kind, subjectId }), [kind, subjectId])
  return (
    <div className="mx-auto max-w-[720px] pt-2 md:pt-4">
      <h1 className="mb-4 text-2xl font-semibold">举报{complaintKindLabels[kind]}</h1>
      {isSent ? (
        <div className={box}>
          <EmptyState drawing="done" title="举报已提交" text="平台核实后会通知您结果，您也可以在“我的举报”中查看进度。">
            <LinkButton kind="main" href={links.buyerComplaints()}>
              我的举报
            </LinkButton>
          </EmptyState>
        </div>
      ) : !isStarted ? (
        <CardSkeleton lines={8} className="min-h-[420px]" />
      ) : (
        <div className={`${box} space-y-5 p-4 md:p-6`}>
          <Subject kind={kind} />
          <Fields />
        </div>
      )}
      <Toaster />
    </div>
  )
}
