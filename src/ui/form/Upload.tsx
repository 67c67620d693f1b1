import { Camera, Upload as UploadIcon } from 'lucide-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import { openCamera, openFiles } from './file-input.ts'
import { UploadRow, type UploadFile } from './UploadRow.tsx'

type Props = FieldProps & {
  files: readonly UploadFile[]
  /** Called with dropped or picked files; validation and upload are the caller's. */
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  onRetry: (id: string) => void
  /** For the file dialog, as in `<input accept>`; not validated. */
  accept?: string | undefined
  multiple?: boolean | undefined
  disabled?: boolean | undefined
  /** Rules shown to the person: PDF、Word、Excel 或图片，每个不超过 20 MB，最多 10 个. */
  rule: string
}

/** Whether a photograph is among the accepted files. */
const takesPhotos = (accept: string | undefined) => accept === undefined || /image\/|\.jpg/.test(accept)

/** Drop zone and list of files: uploaded, uploading or refused. */
export const Upload = ({
  files,
  onAdd,
  onRemove,
  onRetry,
  accept,
  multiple = true,
  disabled = false,
  rule,
  ...field
}: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const ruleId = useId()
  const [over, setOver] = useState(false)
  const add = (list: FileList | null) => list && list.length > 0 && onAdd(multiple ? [...list] : [...list].slice(0, 1))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) add(event.dataTransfer.files)
  }
  return (
    <Field {...field} group>
      {(ids, labelId) => (
        <>
          <div
            role="group"
            aria-labelledby={labelId}
            className={`rounded-lg border border-dashed p-5 text-center ${over ? 'border-accent bg-accent-soft' : field.error ? 'border-bad' : 'border-line-control'} ${disabled ? 'bg-surface-3' : 'hover:border-accent hover:bg-accent-soft'}`}
            onDragOver={(event) => (event.preventDefault(), setOver(!disabled))}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <UploadIcon className="mx-auto size-6 text-ink-3" />
            <p className="mt-2">
              <span className="pointer-coarse:hidden">把文件拖到这里，或 </span>
              <button
                type="button"
                className="text-accent hover:underline disabled:text-ink-disabled max-md:min-h-11"
                disabled={disabled}
                aria-describedby={ids['aria-describedby'] ? `${ruleId} ${ids['aria-describedby']}` : ruleId}
                onClick={() => openFiles(input.current, accept)}
              >
                选择文件
              </button>
              {takesPhotos(accept) && (
                <button
                  type="button"
                  className="ml-6 hidden min-h-11 items-center gap-1.5 text-accent disabled:text-ink-disabled pointer-coarse:inline-flex"
                  disabled={disabled}
                  onClick={() => openCamera(input.current)}
                >
                  <Camera className="size-5" />
                  拍照
                </button>
              )}
            </p>
            <p id={ruleId} className="text-sm text-ink-3">
              {rule}
            </p>
            <input
              ref={input}
              type="file"
              hidden
              accept={accept}
              multiple={multiple}
              onChange={(event) => {
                add(event.target.files)
                // Allows picking the same file again after removing it.
                event.target.value = ''
              }}
            />
          </div>
          {files.length > 0 && (
            <ul className="mt-3 divide-y divide-line rounded-lg border border-line">
              {files.map((file) => (
                <UploadRow
                  key={file.id}
                  file={file}
                  onRemove={() => onRemove(file.id)}
                  onRetry={() => onRetry(file.id)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}
