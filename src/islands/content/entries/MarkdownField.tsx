import { markdownBlocks } from '../../../domain/content/rich-text.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'

type Props = {
  label: string
  name: string
  max: number
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A Markdown text with, beside it, what readers will see: the same blocks, drawn by the same rules. */
export const MarkdownField = ({ label, name, max, value, error, onChange }: Props) => (
  <div className="grid items-start gap-5 desk:grid-cols-2">
    <Textarea
      label={label}
      name={name}
      rows={18}
      maxLength={max}
      typed={value.length}
      value={value}
      error={error}
      hint="支持 Markdown：## 标题、**加粗**、- 列表、1. 编号、> 引用、[文字](地址)、| 表格 |；不支持 HTML"
      onChange={(event) => onChange(event.target.value)}
    />
    <section aria-label={`${label}预览`} className="min-w-0">
      <p className="mb-1.5 text-sm text-ink-2">预览</p>
      <div
        className="max-h-[460px] min-h-40 desk:min-h-[430px] overflow-y-auto rounded-md border border-line bg-surface-2 p-4"
        tabIndex={0}
      >
        {value.trim() === '' ? (
          <p className="text-ink-3">输入后在这里看到效果。</p>
        ) : (
          <RichText blocks={markdownBlocks(value)} />
        )}
      </div>
    </section>
  </div>
)
