import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { StateShape } from '../../ui/text/StateShape.tsx'
import { focusFirstError } from './focus-error.ts'
import type { FormBindings } from './use-form.ts'

type Props<V> = {
  form: FormBindings<V>
  /** Name of the form for screen readers. */
  label: string
  /** Label of the submit button. */
  submit: string
  onSubmit: () => void
  /** Renders the submit button as a secondary one. */
  quiet?: boolean | undefined
  /** Text beside the button while there is no submit state: 自动保存在本浏览器. */
  note?: ReactNode
  /** Text after saving. */
  saved?: string | undefined
  /** Advice for failures that concern no field. */
  advice?: ((code: number) => ReactNode) | undefined
  /** Sticky footer, for forms longer than the screen. */
  sticky?: boolean | undefined
  /** Further buttons of the footer. */
  actions?: ReactNode
  children: ReactNode
}

/** A form with its footer: submit button, error count, saved state. */
export const FormFrame = <V,>(props: Props<V>) => {
  const { form, label, submit, onSubmit, quiet, note, saved = '已保存', advice, sticky, actions, children } = props
  const { sending, box } = form
  const refused = sending.at === 'refused' ? sending : undefined
  const fieldErrors = refused?.fieldErrors.length ?? 0
  return (
    <form
      ref={box}
      noValidate
      aria-label={label}
      className="overflow-clip rounded-lg border border-line bg-surface"
      onSubmit={(event) => {
        event.preventDefault()
        if (sending.at !== 'sending') onSubmit()
      }}
    >
      {refused?.failure && fieldErrors === 0 && (
        <div className="p-4 md:px-6">
          <Notice tone="bad" title={refused.failure.message}>
            {advice?.(refused.failure.code)}
          </Notice>
        </div>
      )}
      {children}
      <div
        className={`flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 md:px-6 ${sticky ? 'bg-surface md:sticky md:bottom-0 md:z-10' : ''}`}
      >
        <Button
          type="submit"
          kind={quiet ? 'outline' : 'main'}
          className="max-md:h-11 max-md:flex-1"
          busy={sending.at === 'sending'}
        >
          {submit}
        </Button>
        {actions}
        <span
          className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm max-md:basis-full"
          role="status"
          aria-live="polite"
        >
          {fieldErrors > 0 ? (
            <span className="inline-flex items-center gap-1.5 text-bad">
              <TriangleAlert className="size-4" />
              {fieldErrors} 处需要修改
              <button
                type="button"
                className="text-accent hover:underline max-md:min-h-11"
                onClick={() => focusFirstError(box.current)}
              >
                定位
              </button>
            </span>
          ) : sending.at === 'done' ? (
            <span className="inline-flex items-center gap-1.5 text-ink-2">
              <StateShape tone="good" />
              {saved}
            </span>
          ) : (
            <span className="text-ink-3">{note}</span>
          )}
        </span>
      </div>
    </form>
  )
}
