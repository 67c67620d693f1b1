import { useState } from 'react'
import { Upload } from '../../../ui/Upload.tsx'
import { UploadRow, type UploadFile } from '../../../ui/UploadRow.tsx'

const some: readonly UploadFile[] = [
  { id: 'a', name: '技术方案 第 3 版.pdf', size: 2_516_582, at: 'ready' },
  { id: 'b', name: '既往同类试验摘要.docx', size: 900_000, at: 'sending', percent: 62, secondsLeft: 8 },
  {
    id: 'c',
    name: '动物房照片合集.zip',
    size: 9_000_000,
    at: 'failed',
    reason: '不支持 zip，请改传 PDF 或图片',
    canRetry: true,
  },
]

/** Files on their way, arrived and refused. */
export const Uploads = () => {
  const [files, setFiles] = useState(some)
  const add = (picked: File[]) =>
    setFiles([
      ...files,
      ...picked.map((file) => ({ id: crypto.randomUUID(), name: file.name, size: file.size, at: 'ready' as const })),
    ])
  const remove = (id: string) => setFiles(files.filter((file) => file.id !== id))
  const rule = 'PDF、Word、Excel 或图片，每个不超过 20 MB，最多 10 个'
  return (
    <div className="grid grid-cols-1 gap-8 desk:grid-cols-[1fr_360px]">
      <Upload label="附件" files={files} onAdd={add} onRemove={remove} onRetry={() => undefined} rule={rule} />
      <div className="space-y-6">
        <Upload
          label="营业执照"
          required
          files={[]}
          onAdd={add}
          onRemove={remove}
          onRetry={remove}
          multiple={false}
          accept="image/*"
          rule="图片，不超过 5 MB"
          error="请上传营业执照"
        />
        <Upload
          label="付款凭证"
          files={[]}
          onAdd={add}
          onRemove={remove}
          onRetry={remove}
          rule="图片或 PDF"
          disabled
          hint="核实期间不能再传"
        />
        <ul className="rounded-lg border border-line">
          <UploadRow
            file={{
              id: 'd',
              name: '一个文件名特别特别长以致放不下的毒理学安全性评价方案终稿.pdf',
              size: 40_000,
              at: 'sending',
              percent: 3,
            }}
            onRemove={() => undefined}
            onRetry={() => undefined}
          />
        </ul>
      </div>
    </div>
  )
}
