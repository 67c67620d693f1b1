import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  /** Link to the page that manages this. */
  more?: { readonly label: string; readonly href: string } | undefined
  children: ReactNode
}

/** Section of the checkout with a heading. */
export const CheckoutPart = ({ title, more, children }: Props) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="border-t border-line p-4 first:border-t-0 desk:p-6">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        {more && (
          <a
            href={more.href}
            className="inline-flex items-center gap-1 text-ink-2 hover:text-accent max-md:-my-2 max-md:h-11"
          >
            {more.label}
            <ChevronRight className="size-4" />
          </a>
        )}
      </div>
      {children}
    </section>
  )
}
