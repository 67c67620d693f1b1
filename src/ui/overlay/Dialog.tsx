import { Description, Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent as ReactFocusEvent, type ReactNode } from 'react'
import { Button } from '../button/Button.tsx'

type Props = {
  open: boolean
  /** Called on Esc, scrim and close button. */
  onClose: () => void
  title: string
  /** Description below the title, announced on opening. */
  text?: string | undefined
  children?: ReactNode
  /** Footer buttons, primary one last. */
  actions?: ReactNode
  width?: 'sm' | 'md' | 'lg' | undefined
  /** `sheet` slides in from below on phones, as for filters. */
  form?: 'dialog' | 'sheet' | undefined
  /** Input is persisted and restored on reopening: closing needs no confirmation. */
  persistsInput?: boolean | undefined
}

const widths = { sm: 'max-w-[420px]', md: 'max-w-[600px]', lg: 'max-w-[840px]' }
const places = {
  dialog: 'items-center justify-center p-4',
  sheet: 'items-end justify-center md:items-center md:p-4',
}
const panels = { dialog: 'rounded-xl', sheet: 'rounded-t-xl md:rounded-xl' }

type LeaveConfirmationProps = { onStay: () => void; onLeave: () => void }

/** Confirms closing when input would be lost; Enter and Esc both stay. */
const LeaveConfirmation = ({ onStay, onLeave }: LeaveConfirmationProps) => (
  <Dialog
    open
    onClose={onStay}
    title="放弃已填写的内容？"
    text="关闭后，填写的内容不会保留。"
    actions={
      <>
        <Button onClick={onLeave}>放弃</Button>
        <Button kind="main" onClick={onStay} data-autofocus>
          继续填写
        </Button>
      </>
    }
  />
)

/**
 * Ignores the second press of a double click that opened a dialog: it would hit the scrim and close the dialog, or a
 * button nobody has read yet. The first single press ends this.
 */
function useIgnoreDoubleClick(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const own = new AbortController()
    let second = false
    const drop = (event: Event) => {
      if (!second) return
      event.preventDefault()
      event.stopPropagation()
    }
    const press = ({ detail }: MouseEvent) => {
      second = detail > 1
      if (!second) own.abort()
    }
    // Capture phase: the dialog itself closes on the document's pointerup.
    const early = { capture: true, signal: own.signal }
    addEventListener('mousedown', press, early)
    addEventListener('pointerup', drop, early)
    addEventListener('click', drop, early)
    return () => own.abort()
  }, [open])
}

/**
 * Returns the focus to exactly the element that had it. The dialog itself returns it to the nearest ancestor in the tab
 * order, which is not the row of a list that was reached by keys.
 */
function useReturnFocus(open: boolean): void {
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    if (!open) return
    const before = document.activeElement
    return () => {
      const own = new AbortController()
      const { signal } = own
      const end = () => own.abort()
      const returned = ({ target }: FocusEvent) => {
        end()
        if (before instanceof HTMLElement && target instanceof Node && target.contains(before)) before.focus()
      }
      addEventListener('focusin', returned, { signal })
      addEventListener('pointerdown', end, { signal })
      addEventListener('keydown', end, { signal })
    }
  }, [open])
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Inputs that are easily repeated or only search: nothing to lose. */
const quick = ['search', 'checkbox', 'radio', 'file', 'range']
const isTextField = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !quick.includes(target.type))

interface ChangedFields {
  /** Attach to the container: records each field's value on focus. */
  readonly onFocus: (event: ReactFocusEvent) => void
  /** Whether a field still in the document has a different value. */
  readonly areChanged: () => boolean
}

/** Detects edits in any text field inside the container. */
function useChangedFields(): ChangedFields {
  const before = useRef(new Map<TextField, string>())
  return {
    onFocus: ({ target }) => {
      if (isTextField(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    areChanged: () => [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  }
}

/**
 * Modal dialog: traps focus, restores it on closing, scrolls internally. Esc, scrim and close button are easily hit by
 * mistake, so closing with unsaved input asks first.
 */
export const Dialog = (props: Props) => {
  const { open, onClose, title, text, children, actions, width = 'sm', form = 'dialog', persistsInput = false } = props
  useIgnoreDoubleClick(open)
  useReturnFocus(open)
  const { onFocus, areChanged } = useChangedFields()
  const [asking, setAsking] = useState(false)
  // Closed otherwise meanwhile, such as by a finished submit: dismiss the confirmation.
  if (asking && !open) setAsking(false)
  const drop = () => {
    setAsking(false)
    onClose()
  }
  const leave = () => (!persistsInput && areChanged() ? setAsking(true) : onClose())
  return (
    <HeadlessDialog open={open} onClose={leave} className="relative z-40">
      <DialogBackdrop
        transition
        className="fixed inset-0 z-30 bg-ink/45 transition duration-200 data-closed:opacity-0"
      />
      <div className={`fixed inset-0 z-40 flex ${places[form]}`}>
        <DialogPanel
          transition
          onFocus={onFocus}
          className={`flex max-h-[86dvh] w-full flex-col bg-surface shadow-dialog transition duration-200 data-closed:translate-y-1 data-closed:opacity-0 ${widths[width]} ${panels[form]}`}
        >
          <div className="flex items-start justify-between gap-4 px-6 pt-6">
            <DialogTitle className="text-lg font-semibold">{title}</DialogTitle>
            <button
              type="button"
              className="-mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-3 max-md:-mt-2.5 max-md:size-11"
              aria-label="关闭"
              onClick={leave}
            >
              <X className="size-5" />
            </button>
          </div>
          {text && <Description className="mt-2 px-6 text-ink-2">{text}</Description>}
          {children && (
            <div
              className="mt-4 min-h-0 overflow-y-auto px-6 py-1 focus-visible:-outline-offset-2"
              tabIndex={0}
              role="group"
              aria-label={title}
            >
              {children}
            </div>
          )}
          <div
            className={
              actions
                ? 'flex flex-wrap justify-end gap-3 px-6 pt-6 pb-6 max-md:[&>button]:h-11 max-md:[&>button]:flex-1'
                : 'pb-6'
            }
          >
            {actions}
          </div>
        </DialogPanel>
      </div>
      {asking && <LeaveConfirmation onStay={() => setAsking(false)} onLeave={drop} />}
    </HeadlessDialog>
  )
}
