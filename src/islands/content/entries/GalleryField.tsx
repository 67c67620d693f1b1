import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { parkViewLabels, parkViews } from '../../../domain/content/parks.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { photographs } from '../../../stores/content/entries/entry-choices.ts'
import { addRow, moveRow, removeRow, setRow } from '../../../stores/content/entries/entry-form.ts'
import type { RowValue } from '../../../stores/content/entries/entry-values.ts'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Upload } from '../../../ui/Upload.tsx'

const most = 12
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

/** Pictures of a park: photographs that are uploaded, and drawings by name; the first one is the large one. */
export const GalleryField = ({ rows, fault }: Props) => {
  const items = useStore(photographs.items)
  const drawn = new Set(rows.map((row) => row['view']))
  const whole = fault('gallery')
  return (
    <div className="space-y-4 md:col-span-2">
      <Upload
        label={`图片（已有 ${rows.length} 张，最多 ${most} 张，第一张最大）`}
        files={items}
        disabled={rows.length >= most}
        accept={acceptOf('picture')}
        rule={`${fileRules.picture.words}，可一次选择多张，横图为佳`}
        error={rows.length === 0 ? whole : undefined}
        onAdd={(files) => photographs.add(files)}
        onRemove={(id) => photographs.remove(id)}
        onRetry={(id) => photographs.retry(id)}
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
        没有照片时可用示意图：
        {parkViews
          .filter((view) => !drawn.has(view))
          .map((view) => (
            <Button
              key={view}
              size="sm"
              className="max-md:h-11"
              disabled={rows.length >= most}
              onClick={() => addRow('gallery', { view, fileId: '', name: '', caption: parkViewLabels[view] })}
            >
              {parkViewLabels[view]}
            </Button>
          ))}
      </p>
    </div>
  )
}
