import { useStore } from '@nanostores/react'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../contract/envelope.ts'
import type { Programme } from '../../../contract/projects/programmes.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { formatFileSize } from '../../../domain/operations/file-size.ts'
import { isOpenToRole, programmeLimits } from '../../../domain/projects/programmes.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/projects/programmes/programme.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { report } from './ProgrammeItems.tsx'

type ProgrammeFile = Programme['files'][number]

const RenameDialog = ({ file, onClose }: { file: ProgrammeFile; onClose: () => void }) => {
  const [name, setName] = useState(file.name.replace(/\.[^.]+$/, ''))
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = async () => {
    setSending(true)
    const refused = await store.renameFile(file.fileId, name.trim())
    setSending(false)
    if (refused === null) onClose()
    else setFailure(refused)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="重命名文件"
      text="扩展名保持不变。"
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="main" busy={isSending} disabled={name.trim() === ''} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      {failure !== null && <Notice tone="bad" title={failure.message} />}
      <Input
        label="文件名"
        required
        maxLength={90}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  )
}

const actionClass = 'shrink-0 px-1 text-sm text-accent hover:underline max-md:min-h-11'

const FileRow = ({ file, onOpen }: { file: ProgrammeFile; onOpen: (step: 'rename' | 'remove') => void }) => (
  <li className="flex flex-wrap items-start gap-3 px-4 py-3 desk:px-6">
    <FileText className="mt-0.5 size-5 shrink-0 text-ink-3" aria-hidden />
    <div className="min-w-0 flex-1">
      <a href={file.url} download className="break-all text-accent hover:underline max-md:py-1">
        {file.name}
      </a>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-3">
        <span>{formatFileSize(file.size)}</span>
        <span>{file.by}</span>
        <time dateTime={file.createdAt}>{dateTime(file.createdAt)}</time>
      </p>
    </div>
    {file.mayChange && (
      <span className="flex gap-3">
        <button
          type="button"
          className={actionClass}
          aria-label={`重命名 ${file.name}`}
          onClick={() => onOpen('rename')}
        >
          重命名
        </button>
        <button type="button" className={actionClass} aria-label={`移除 ${file.name}`} onClick={() => onOpen('remove')}>
          移除
        </button>
      </span>
    )}
  </li>
)

/** Files of a programme: upload, download, rename, remove. */
export const ProgrammeFiles = ({ programme }: { programme: Programme }) => {
  const items = useStore(store.programmeUploads.items)
  const failure = useStore(store.uploadFailure)
  const [open, setOpen] = useState<{ step: 'rename' | 'remove'; file: ProgrammeFile } | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const { files } = programme
  const room = programmeLimits.file - files.length
  const remove = async (fileId: string) => {
    setRemoving(true)
    await report('文件已移除', store.removeFile(fileId))
    setRemoving(false)
    setOpen(null)
  }
  return (
    <div className="rounded-lg border border-line bg-surface">
      {files.length === 0 ? (
        <p className="px-4 py-5 text-ink-3 desk:px-6">
          暂无文件。方案、报告、会议纪要等可以放在这里，只有能看到该项目的同事可以打开。
        </p>
      ) : (
        <ul className="divide-y divide-line" aria-label="项目文件">
          {files.map((file) => (
            <FileRow key={file.fileId} file={file} onOpen={(step) => setOpen({ step, file })} />
          ))}
        </ul>
      )}
      {isOpenToRole(programme.role, programme.status) && (
        <div className="space-y-3 border-t border-line p-4 desk:px-6 desk:py-5 print:hidden">
          {failure !== null && <Notice tone="bad" title={`文件未能放入项目：${failure.message}`} />}
          <Upload
            label="上传文件"
            files={items}
            accept={acceptOf('programme')}
            disabled={room <= 0}
            rule={`${fileRules.programme.words}；只有能看到该项目的同事可以打开`}
            onAdd={(added) => store.programmeUploads.add(added.slice(0, Math.max(0, room)))}
            onRemove={store.programmeUploads.remove}
            onRetry={store.programmeUploads.retry}
          />
        </div>
      )}
      {open?.step === 'rename' && <RenameDialog file={open.file} onClose={() => setOpen(null)} />}
      <Confirm
        open={open?.step === 'remove'}
        title={`移除“${open?.file.name ?? ''}”？`}
        text="移除后文件随即删除，无法恢复。"
        confirm="移除"
        danger
        busy={isRemoving}
        onCancel={() => setOpen(null)}
        onConfirm={() => open !== null && void remove(open.file.fileId)}
      />
    </div>
  )
}
