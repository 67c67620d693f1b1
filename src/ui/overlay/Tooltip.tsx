import { useId, useState, type KeyboardEvent } from 'react'

type Props = {
  /** The explained term. */
  word: string
  /** One short line. */
  text: string
}

/** Explanation on hover and focus; Esc hides it. Never the only place of required information. */
export const Tooltip = ({ word, text }: Props) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
  return (
    <span className="relative inline-block" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        type="button"
        className="underline decoration-dotted underline-offset-4"
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={close}
      >
        {word}
      </button>
      <span
        id={id}
        role="tooltip"
        className={`absolute bottom-full left-1/2 z-40 mb-2 -translate-x-1/2 rounded-md bg-ink px-3 py-1.5 text-sm whitespace-nowrap text-white transition-opacity duration-200 after:absolute after:top-full after:left-1/2 after:-ml-1 after:border-4 after:border-transparent after:border-t-ink ${open ? '' : 'pointer-events-none invisible opacity-0'}`}
      >
        {text}
      </span>
    </span>
  )
}
