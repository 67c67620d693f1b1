import { useId, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { DrawnForm } from './use-typed-form.ts'

type Props<V> = {
  form: DrawnForm<V>
  title: string
  text?: string | undefined
  /** Word of the button. */
  submit: string
  onSubmit: () => void
  onClose: () => void
  width?: 'sm' | 'md' | 'lg' | undefined
  /** Takes something away for good. */
  danger?: boolean | undefined
  /** Its store has what was typed again when it is opened again, also without a draft. */
  keeps?: boolean | undefined
  children: ReactNode
}

/** A typed form in a dialog: a sheet on phones, the button locks, a refusal without a field stands above. */
export const FormDialog = <V,>(props: Props<V>) => {
  const { form, title, text, submit, onSubmit, onClose, width = 'md', danger, keeps, children } = props
  const id = useId()
  const { sending, box } = form
  const refused = sending.at === 'refused' ? sending : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      text={text}
      width={width}
      form="sheet"
      keeps={keeps === true || form.keeps}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} kind={danger ? 'danger' : 'main'} busy={sending.at === 'sending'}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={box}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (sending.at !== 'sending') onSubmit()
        }}
      >
        {refused?.failure && refused.faults.length === 0 && <Notice tone="bad" title={refused.failure.message} />}
        {children}
      </form>
    </Dialog>
  )
}
