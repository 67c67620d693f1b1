import { useId, type ReactNode } from 'react'
import { refusalText } from '../../stores/shops/blocked-supplier.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import type { FormBindings } from './use-form.ts'

type Props<V> = {
  form: FormBindings<V>
  title: string
  text?: string | undefined
  /** Label of the submit button. */
  submit: string
  onSubmit: () => void
  onClose: () => void
  width?: 'sm' | 'md' | 'lg' | undefined
  /** Marks a destructive action. */
  danger?: boolean | undefined
  /** The store restores the input when the dialog is reopened, even without a draft. */
  keeps?: boolean | undefined
  children: ReactNode
}

/** A form in a dialog: a sheet on phones, the button is disabled while submitting, general errors are shown above. */
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
      persistsInput={keeps === true || form.hasDraft}
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
        {refused?.failure && refused.fieldErrors.length === 0 && (
          <Notice tone="bad" title={refusalText(refused.failure)} />
        )}
        {children}
      </form>
    </Dialog>
  )
}
