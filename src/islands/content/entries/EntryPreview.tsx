import { entryFieldsOf } from '../../../domain/content/entries/entry-sections.ts'
import type { EntryField } from '../../../domain/content/entries/entry-field.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { markdownBlocks } from '../../../domain/content/rich-text.ts'
import {
  chosenOf,
  rowsOf,
  textOf,
  type EntryValue,
  type EntryValues,
} from '../../../stores/content/entries/entry-values.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RichText } from '../../../ui/RichText.tsx'

const labelIn = (field: EntryField, value: string) =>
  'options' in field ? (field.options.find((option) => option.value === value)?.label ?? value) : value

const Rows = ({ field, value }: { field: EntryField; value: EntryValue | undefined }) => (
  <ul className="space-y-2">
    {rowsOf(value).map((row, at) => (
      <li key={at}>
        {field.as === 'gallery' ? (
          row['caption']
        ) : (
          <>
            <b className="font-medium">{row['title'] ?? row['name'] ?? row['label'] ?? ''}</b>{' '}
            <span className="whitespace-pre-line text-ink-2">{row['text'] ?? row['value'] ?? row['after'] ?? ''}</span>
          </>
        )}
      </li>
    ))}
  </ul>
)

const Shown = ({ field, value }: { field: EntryField; value: EntryValue | undefined }) => {
  const text = textOf(value).trim()
  if (field.as === 'rows' || field.as === 'gallery') return <Rows field={field} value={value} />
  if (field.as === 'choices')
    return (
      chosenOf(value)
        .map((each) => labelIn(field, each))
        .join('、') || '--'
    )
  if (field.as === 'policies') return `${chosenOf(value).length} 项`
  if (field.as === 'markdown') return text === '' ? '--' : <RichText blocks={markdownBlocks(text)} />
  if (field.as === 'lines') {
    return (
      <ul className="list-disc space-y-1 pl-5">
        {text.split('\n').map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    )
  }
  return text === '' ? '--' : <span className="whitespace-pre-line">{labelIn(field, text)}</span>
}

type Props = { kind: EntryKind; values: EntryValues; onClose: () => void }

/** What readers will find, as it stands in the form. */
export const EntryPreview = ({ kind, values, onClose }: Props) => {
  const [title, ...rest] = entryFieldsOf(kind).filter(({ as }) => as !== 'check')
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={textOf(values[title?.name ?? '']) || '未填写名称'}
      text="保存并发布后，读者看到的内容"
    >
      <dl className="space-y-4">
        {rest.map((field) => (
          <div key={field.name} className={field.as === 'markdown' ? '' : 'gap-4 md:flex'}>
            <dt className="w-24 shrink-0 text-ink-3">{field.label}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">
              <Shown field={field} value={values[field.name]} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
