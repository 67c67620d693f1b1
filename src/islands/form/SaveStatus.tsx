import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateTime } from '../../domain/time.ts'
import type { SaveState } from '../../stores/autosave.ts'
import { StateShape } from '../../ui/text/StateShape.tsx'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

type FormStatusProps = {
  /** Number of fields that the last submission refused. */
  fieldErrors: number
  /** Moves to the first of them. */
  onLocate: () => void
  children: ReactNode
}

/** End of a form's action bar: refused fields, then the state of saving. */
export const FormStatus = ({ fieldErrors, onLocate, children }: FormStatusProps) => (
  <span
    className="flex flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm max-md:basis-full max-md:justify-start"
    role="status"
    aria-live="polite"
  >
    {fieldErrors > 0 && (
      <span className="inline-flex items-center gap-1.5 text-bad">
        <TriangleAlert className="size-4" />
        {fieldErrors} 处需要修改
        <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onLocate}>
          定位
        </button>
      </span>
    )}
    {children}
  </span>
)

type Props = {
  saving: SaveState
  /** The input was restored from this browser. */
  restored: boolean
  onRetry: () => void
}

/** Autosave status in the footer of a form. */
export const SaveStatus = ({ saving, restored, onRetry }: Props) => {
  if (saving.at === 'saving') return <span className="text-ink-3">正在自动保存</span>
  if (saving.at === 'unsaved')
    return <span className="text-ink-3">{restored ? '已恢复上次未保存的内容' : '未保存'}</span>
  if (saving.at === 'refused') return <span className="text-ink-3">更正后自动保存，填写的内容留在本浏览器</span>
  if (saving.at === 'conflict') return <span className="text-warn">未保存：内容在别处已被修改</span>
  if (saving.at === 'failed')
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 text-warn">
        {isSessionOver(saving.failure.code) ? '登录已失效' : '未保存到服务器'}，内容已留在本浏览器
        <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onRetry}>
          {isSessionOver(saving.failure.code) ? '登录后保存' : '重试'}
        </button>
      </span>
    )
  if (saving.at === 'saved')
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <StateShape tone="good" />
        已自动保存 {dateTime(saving.time).slice(11)}
      </span>
    )
  return <span className="text-ink-3">填写的内容会自动保存为草稿</span>
}
