import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { failures } from '../../../contract/failures.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import {
  certificationForm,
  autofilledFields,
  licenceUpload,
  readLicenceIntoForm,
  removeLicence,
} from '../../../stores/accounts/certification/certification-form.ts'
import {
  type CertificationValues,
  isCertificationComplete,
} from '../../../stores/accounts/certification/certification-values.ts'
import * as store from '../../../stores/accounts/certification/certification.ts'
import { licenceOcr } from '../../../stores/accounts/certification/licence-ocr.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Progress } from '../../../ui/form/Progress.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Steps } from '../../../ui/navigation/Steps.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { AutoReview, useAutoReview } from '../../review/AutoReview.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import type { Viewer } from '../profile/AccountInfo.tsx'
import { CertificationFields } from './CertificationFields.tsx'
import { CertificationState, CertificationVersions } from './CertificationVersions.tsx'
import { Claims } from './Claims.tsx'
import { LicencePicture } from './LicencePicture.tsx'

/** Progress of the licence OCR; the form is usable at any time. */
const ReadingNote = () => {
  const now = useStore(licenceOcr)
  if (now.at === 'none') return null
  if (now.at === 'reading')
    return (
      <div>
        <Progress label="识别营业执照" percent={now.percent} text="正在识别执照上的文字，通常需要 10~20 秒" />
        <p className="mt-1.5 text-sm text-ink-3">不必等待，可以先手工填写；您填写的内容不会被覆盖。</p>
      </div>
    )
  if (now.at === 'read')
    return (
      <p className="inline-flex items-center gap-1.5 text-sm text-ink-2">
        <StateShape tone="good" />
        识别完成，请在下面核对
      </p>
    )
  const again = (
    <Button kind="link" size="sm" onClick={() => void readLicenceIntoForm()}>
      重新识别
    </Button>
  )
  return now.at === 'nothing' ? (
    <Notice tone="act" title="未识别出文字，请手工填写">
      图片可能模糊、倒置或反光，也可以换一张清晰的照片。{again}
    </Notice>
  ) : (
    <Notice tone="act" title={now.failure.message}>
      请手工填写，不影响提交。{now.failure.code !== failures.notPicture.code && again}
    </Notice>
  )
}

type LicenceUploadProps = { licence: CertificationValues['licence']; error: string | undefined }

/** Upload of the licence: drop zone, progress, picture. */
const LicenceUpload = ({ licence, error }: LicenceUploadProps) => {
  const items = useStore(licenceUpload.items)
  return (
    <div className="grid items-start gap-5 desk:grid-cols-[minmax(0,1fr)_176px]" data-fault={error ? '' : undefined}>
      <Upload
        label="营业执照"
        required
        error={error}
        files={items}
        multiple={false}
        accept={acceptOf('licence')}
        rule={`${fileRules.licence.words}；仅用于认证，只有贵企业与平台审核人员可以查看`}
        onAdd={(files) => licenceUpload.add(files)}
        onRemove={removeLicence}
        onRetry={(id) => licenceUpload.retry(id)}
      />
      {licence !== null && (
        <div className="desk:pt-7">
          <LicencePicture key={licence.fileId} url={licence.url} name={licence.name} />
          {items.length === 0 && <p className="mt-2 text-sm text-ink-3">{licence.name}，可重新选择</p>}
        </div>
      )}
      <div className="desk:col-span-2" role="status">
        <ReadingNote />
      </div>
    </div>
  )
}

/** After a network failure the result is unknown. */
const advice = (code: number) => code === 0 && '可能已经提交成功。再次点击“提交认证”不会重复提交。'

/** Form of the next version: licence, fields, submit. */
const CertificationForm = () => {
  const form = useForm(certificationForm)
  const read = useStore(autofilledFields)
  const restored = useStore(certificationForm.restored)
  const renewing = useStore(store.isRenewal)
  const auto = useAutoReview()
  const { values } = form
  if (values === null) return null
  const step = values.licence === null ? 0 : isCertificationComplete(values) ? 2 : 1
  return (
    <FormFrame
      form={form}
      label="企业认证"
      submit="提交认证"
      onSubmit={() => void store.submitCertification().then((done) => done && toast.success('企业认证已提交'))}
      advice={advice}
      note={restored ? '已恢复上次填写的内容' : '填写的内容自动保存在本浏览器'}
      actions={restored && <Button onClick={store.resetCertificationForm}>重新填写</Button>}
    >
      <div className="border-b border-line px-4 py-5 md:px-6">
        <Steps
          steps={[{ label: '上传执照' }, { label: '核对信息' }, { label: '提交' }, { label: '结果' }]}
          current={step}
        />
      </div>
      <FormSection number={1} title="上传执照">
        <AutoReview className="mb-4">
          执照识别结果与所填一致的，提交后自动通过；不一致或无法识别的，由平台工作人员审核。
        </AutoReview>
        {!auto && (
          <p className="mb-4 text-ink-2">提交后由平台工作人员审核，通常 1 个工作日内有结果，届时发消息通知您。</p>
        )}
        {renewing && <p className="mb-4 text-ink-2">新的版本通过之前，原认证继续有效。</p>}
        <LicenceUpload licence={values.licence} error={form.error('licence')} />
      </FormSection>
      <FormSection number={2} title="核对信息">
        {read.size > 0 && <p className="mb-4 text-ink-2">标有“识别填入”的项目来自执照图片，请逐项核对后再提交。</p>}
        <CertificationFields form={form} values={values} />
      </FormSection>
    </FormFrame>
  )
}

/** 企业认证: state, form of the next version when permitted, all versions. */
export const CertificationTab = ({ viewer }: { viewer: Pick<Viewer, 'userId'> }) => {
  const state = useStore(store.authorisation)
  const writing = useStore(store.isCertificationFormOpen)
  useEffect(() => void store.startCertification(viewer.userId), [viewer.userId])
  useEffect(() => store.pollDecision(), [])
  return (
    <AsyncContent
      state={state}
      what="企业认证"
      permission="corporate_show"
      onRetry={() => void store.loadCertification()}
      frame={cardFrame}
      skeleton={
        <div className="space-y-4">
          <CardSkeleton lines={2} />
          <CardSkeleton lines={12} className="min-h-[560px]" />
        </div>
      }
    >
      {(authorisation) => (
        <div className="space-y-4">
          <CertificationState authorisation={authorisation} writing={writing} />
          {writing && authorisation.maySubmit && <CertificationForm />}
          <Claims mayClaim={authorisation.mayClaim} />
          <CertificationVersions authorisation={authorisation} />
        </div>
      )}
    </AsyncContent>
  )
}
