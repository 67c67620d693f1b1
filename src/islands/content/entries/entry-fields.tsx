import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { parkViewLabels, parkViews } from '../../../domain/content/parks.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import * as choices from '../../../stores/content/entries/entry-choices.ts'
import { photoUploads, setTextCursor, textPictures } from '../../../stores/content/entries/entry-choices.ts'
import { addRow, moveRow, removeRow, setRow, entryEditorForm } from '../../../stores/content/entries/entry-form.ts'
import type { RowValue } from '../../../stores/content/entries/entry-values.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { markdownBlocks } from '../../../domain/content/rich-text.ts'
import { RichText } from '../../../ui/text/RichText.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { useEffect, useState } from 'react'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { FilterChip } from '../../../ui/chip/FilterChip.tsx'
import { controlClass } from '../../../ui/form/control-class.ts'

const maxPictures = 12
const labelOf = (view: string | undefined) => parkViews.find((each) => each === view)

const Plate = ({ row }: { row: RowValue }) => {
  const view = labelOf(row['view'])
  return view === undefined ? (
    <img
      src={`/files/${row['fileId'] ?? ''}/${encodeURIComponent(row['name'] ?? '')}`}
      alt={row['caption'] ?? ''}
      className="aspect-[8/5] w-40 shrink-0 rounded-md border border-line object-cover"
    />
  ) : (
    <span className="grid aspect-[8/5] w-40 shrink-0 place-items-center rounded-md border border-line bg-surface-2 text-sm text-ink-3">
      示意图：{parkViewLabels[view]}
    </span>
  )
}

type Props = { rows: readonly RowValue[]; fault: (name: string) => string | undefined }

/** Pictures of a park: uploaded photographs, and drawings by name; the first one is shown large. */
export const GalleryField = ({ rows, fault }: Props) => {
  const items = useStore(photoUploads.items)
  const drawn = new Set(rows.map((row) => row['view']))
  const whole = fault('gallery')
  return (
    <div className="space-y-4 md:col-span-2">
      <Upload
        label={`图片（已有 ${rows.length} 张，最多 ${maxPictures} 张，第一张最大）`}
        files={items}
        disabled={rows.length >= maxPictures}
        accept={acceptOf('picture')}
        rule={`${fileRules.picture.words}，可一次选择多张，横图为佳`}
        error={rows.length === 0 ? whole : undefined}
        onAdd={(files) => photoUploads.add(files)}
        onRemove={(id) => photoUploads.remove(id)}
        onRetry={(id) => photoUploads.retry(id)}
      />
      <ul className="space-y-3">
        {rows.map((row, at) => (
          <li
            key={`${row['view'] ?? ''}${row['fileId'] ?? ''}`}
            className="flex flex-wrap items-start gap-4 rounded-lg border border-line p-3"
          >
            <Plate row={row} />
            <Input
              label="图片说明"
              required
              className="min-w-48 flex-1"
              maxLength={30}
              value={row['caption'] ?? ''}
              error={fault(`gallery.${at}`)}
              onChange={(event) => setRow('gallery', at, { caption: event.target.value })}
            />
            <span className="flex gap-1">
              <Button
                size="sm"
                kind="plain"
                square
                aria-label={`上移图片 ${at + 1}`}
                disabled={at === 0}
                onClick={() => moveRow('gallery', at, -1)}
              >
                <ArrowUp />
              </Button>
              <Button
                size="sm"
                kind="plain"
                square
                aria-label={`下移图片 ${at + 1}`}
                disabled={at === rows.length - 1}
                onClick={() => moveRow('gallery', at, 1)}
              >
                <ArrowDown />
              </Button>
              <Button
                size="sm"
                kind="plain"
                square
                aria-label={`移除图片 ${at + 1}`}
                onClick={() => removeRow('gallery', at)}
              >
                <Trash2 />
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
        没有照片时可用示意图，上传照片后请移除：
        {parkViews
          .filter((view) => !drawn.has(view))
          .map((view) => (
            <Button
              key={view}
              size="sm"
              className="max-md:h-11"
              disabled={rows.length >= maxPictures}
              onClick={() => addRow('gallery', { view, fileId: '', name: '', caption: parkViewLabels[view] })}
            >
              {parkViewLabels[view]}
            </Button>
          ))}
      </p>
    </div>
  )
}

type MarkdownFieldProps = {
  label: string
  name: string
  max: number
  required?: true | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Uploads pictures into the text. */
const PictureUpload = () => (
  <Upload
    label="插入图片"
    files={useStore(textPictures.items)}
    accept={acceptOf('picture')}
    rule={`${fileRules.picture.words}，放在光标所在的位置`}
    onAdd={(files) => textPictures.add(files)}
    onRemove={(id) => textPictures.remove(id)}
    onRetry={(id) => textPictures.retry(id)}
  />
)

/** Markdown input with a preview, rendered by the same rules as the page. */
export const MarkdownField = ({ label, name, max, required, value, error, onChange }: MarkdownFieldProps) => (
  <div className="grid items-start gap-5 desk:grid-cols-2">
    <div className="space-y-4">
      <Textarea
        label={label}
        required={required}
        name={name}
        onSelect={(event) => setTextCursor(event.currentTarget.selectionStart)}
        rows={18}
        maxLength={max}
        typed={value.length}
        value={value}
        error={error}
        hint="支持 Markdown：## 标题、**加粗**、- 列表、1. 编号、> 引用、[文字](地址)、| 表格 |、![说明](图片)；不支持 HTML"
        onChange={(event) => onChange(event.target.value)}
      />
      <PictureUpload />
    </div>
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

type PoliciesFieldProps = { name: string; label: string; chosen: readonly string[]; error: string | undefined }

/** Policies of a park: searched by keyword, selected by checkbox. */
export const PoliciesField = ({ name, label, chosen, error }: PoliciesFieldProps) => {
  const names = useStore(choices.entryNames)
  const found = useStore(choices.foundEntries).policy
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    void choices.searchEntries('policy', keyword)
  }, [keyword])
  useEffect(() => {
    void choices.loadEntryNames('policy', chosen.map(Number))
  }, [chosen])
  const toggle = (id: string, on: boolean) =>
    entryEditorForm.set(name, on ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <Field label={label} group error={error} className="md:col-span-2">
      {(_ids, labelId) => (
        <div role="group" aria-labelledby={labelId} className="space-y-3">
          {chosen.length > 0 && (
            <p className="flex flex-wrap gap-2">
              {chosen.map((id) => (
                <FilterChip
                  key={id}
                  group="政策"
                  label={names.get(`policy:${id}`)?.title ?? `政策 ${id}`}
                  onRemove={() => toggle(id, false)}
                />
              ))}
            </p>
          )}
          <input
            type="search"
            className={controlClass()}
            placeholder="按标题或发文机关查找政策"
            aria-label="查找政策"
            maxLength={30}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
          />
          <ul className="max-h-60 overflow-y-auto rounded-lg border border-line p-3" aria-label="找到的政策">
            {found.map(({ id, title, note }) => (
              <li key={id}>
                <Checkbox
                  checked={chosen.includes(String(id))}
                  onChange={(event) => toggle(String(id), event.target.checked)}
                >
                  {title} <span className="text-ink-3">{note}</span>
                </Checkbox>
              </li>
            ))}
            {found.length === 0 && <li className="text-ink-3">没有找到政策</li>}
          </ul>
        </div>
      )}
    </Field>
  )
}
