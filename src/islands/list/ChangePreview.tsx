import type { ReactNode } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { changeableRows, type PreviewedChange, type PreviewedState } from '../../stores/previewed-change.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'

type RefusalProps = { failure: Failure | null; named: (failure: Failure) => readonly string[] }

/** Why a change of several rows was refused, with the rows that it names. */
const ChangeRefusal = ({ failure, named }: RefusalProps) =>
  failure === null ? null : (
    <div className="mb-4">
      <Notice tone="bad" title={failure.message}>
        {named(failure).length > 0 && (
          <ul className="list-disc pl-5">
            {named(failure).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )

type Props<Row> = {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
}

/** Rows before and after a change, and how many of them can be changed. */
export const ChangePreview = <Row extends { readonly refused: string }>({
  caption,
  rows,
  columns,
  rowKey,
}: Props<Row>) => {
  const ready = changeableRows(rows).length
  const refused = rows.length - ready
  return (
    <div className="mt-4">
      <p className="mb-2 text-sm text-ink-2" role="status">
        {ready} 项将调整{refused > 0 && `，${refused} 项不能调整，原因见表中`}。
      </p>
      <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
    </div>
  )
}

type DialogProps<Typed, Change, Row extends { readonly refused: string }, Result> = {
  form: Pick<PreviewedChange<Typed, Change, Row, Result>, 'close' | 'showPreview'>
  now: Extract<PreviewedState<Typed, Change, Row>, { at: 'open' }>
  title: string
  text: string
  named: RefusalProps['named']
  onSubmit: () => void
  /** What is typed, and the preview. */
  children: ReactNode
}

/** Dialog of a change of several rows: the preview first, then the rows that it can change. */
export const ChangeDialog = <Typed, Change, Row extends { readonly refused: string }, Result>({
  form,
  now: { busy, preview, failure },
  title,
  text,
  named,
  onSubmit,
  children,
}: DialogProps<Typed, Change, Row, Result>) => {
  const ready = changeableRows(preview?.rows ?? []).length
  return (
    <Dialog
      open
      width="lg"
      persistsInput
      onClose={form.close}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={form.close}>取消</Button>
          <Button kind={ready > 0 ? 'plain' : 'main'} busy={busy === 'preview'} onClick={() => void form.showPreview()}>
            预览
          </Button>
          {ready > 0 && (
            <Button kind="main" busy={busy === 'change'} onClick={onSubmit}>
              调整 {ready} 项
            </Button>
          )}
        </>
      }
    >
      <ChangeRefusal failure={failure} named={named} />
      {children}
    </Dialog>
  )
}
