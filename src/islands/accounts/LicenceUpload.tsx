import { useStore } from '@nanostores/react'
import { failures } from '../../contract/failures.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { licenceUpload, readAgain, removeLicence } from '../../stores/accounts/certification-form.ts'
import type { CertificationValues } from '../../stores/accounts/certification-values.ts'
import { reading } from '../../stores/accounts/read-licence.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { StateShape } from '../../ui/StateShape.tsx'
import { Upload } from '../../ui/Upload.tsx'
import { LicencePicture } from './LicencePicture.tsx'

/** How the reading of the licence goes: it hurries nobody and ends in a form that is open either way. */
const ReadingNote = () => {
  const now = useStore(reading)
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
    <Button kind="link" size="sm" onClick={() => void readAgain()}>
      重新识别
    </Button>
  )
  return now.at === 'nothing' ? (
    <Notice tone="act" title="没有读到文字，请手工填写">
      图片可能模糊、倒置或反光，也可以换一张清晰的照片。{again}
    </Notice>
  ) : (
    <Notice tone="act" title={now.failure.message}>
      请手工填写，不影响提交。{now.failure.code !== failures.notPicture.code && again}
    </Notice>
  )
}

type Props = { licence: CertificationValues['licence']; error: string | undefined }

/** The licence: dropped or picked, on its way, there with its picture. */
export const LicenceUpload = ({ licence, error }: Props) => {
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
