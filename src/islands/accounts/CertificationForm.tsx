import { useStore } from '@nanostores/react'
import { certificationForm, filled } from '../../stores/accounts/certification-form.ts'
import * as store from '../../stores/accounts/certification.ts'
import { isFilled } from '../../stores/accounts/certification-values.ts'
import { Button } from '../../ui/Button.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/toast.ts'
import { AutoReview, useAutoReview } from '../AutoReview.tsx'
import { FormSection } from '../FormSection.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { CertificationFields } from './CertificationFields.tsx'
import { LicenceUpload } from './LicenceUpload.tsx'

/** A lost line leaves it open whether it worked. */
const advice = (code: number) => code === 0 && '可能已经提交成功。再次点击“提交认证”不会重复提交。'

/** The next version of the certification: the licence, then what stands on it, then the sending. */
export const CertificationForm = () => {
  const form = useTypedForm(certificationForm)
  const read = useStore(filled)
  const restored = useStore(certificationForm.restored)
  const renewing = useStore(store.renewing)
  const auto = useAutoReview()
  const { values } = form
  if (values === null) return null
  const step = values.licence === null ? 0 : isFilled(values) ? 2 : 1
  return (
    <TypedFormBox
      form={form}
      label="企业认证"
      submit="提交认证"
      onSubmit={() => void store.submit().then((done) => done && toast.good('企业认证已提交'))}
      advice={advice}
      note={restored ? '已恢复上次填写的内容' : '填写的内容自动保存在本浏览器'}
      actions={restored && <Button onClick={store.startOver}>重新填写</Button>}
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
        <LicenceUpload licence={values.licence} error={form.fault('licence')} />
      </FormSection>
      <FormSection number={2} title="核对信息">
        {read.size > 0 && <p className="mb-4 text-ink-2">标有“识别填入”的项目来自执照图片，请逐项核对后再提交。</p>}
        <CertificationFields form={form} values={values} />
      </FormSection>
    </TypedFormBox>
  )
}
