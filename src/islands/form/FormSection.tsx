import type { ReactNode } from 'react'

type Props = {
  /** Anchor for the form's table of contents. */
  id?: string | undefined
  /** Omitted in forms with one section. */
  number?: number | undefined
  title: string
  action?: ReactNode
  children: ReactNode
}

/** Section of a form, numbered in long ones. */
export const FormSection = ({ id, number, title, action, children }: Props) => (
  <section id={id} className="scroll-mt-20 border-t border-line px-4 py-6 first:border-t-0 md:px-6">
    <div className="flex items-center justify-between gap-3">
      <h2 className="flex items-center gap-3 text-lg font-semibold">
        {number !== undefined && <span className="text-ink-3">{number}</span>}
        {title}
      </h2>
      {action}
    </div>
    <div className="mt-4">{children}</div>
  </section>
)
