import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonKind, type ButtonSize } from './button-class.ts'

type Look = {
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
  /** Icon only: set `aria-label`. */
  square?: boolean | undefined
  block?: boolean | undefined
  className?: string | undefined
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** Submitting: shows a spinner, keeps the focus, ignores clicks and Enter of its form. */
    busy?: boolean | undefined
  }

/** Button. The primary kind `main` appears once per screen. */
export const Button = ({ kind, size, square, block, busy, className = '', ...rest }: ButtonProps) => {
  const { type = 'button', disabled, onClick, children, ...others } = rest
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  return (
    <button
      {...others}
      type={type}
      disabled={disabled}
      className={`${buttonClass({ kind, size, square, block, disabled, busy })} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" />}
      {children}
    </button>
  )
}

type LinkButtonProps = Look & Omit<ComponentProps<'a'>, 'className'> & { href: string }

/** A link that looks like a button. */
export const LinkButton = ({ kind, size, square, block, className = '', ...rest }: LinkButtonProps) => (
  <a {...rest} className={`${buttonClass({ kind, size, square, block })} ${className}`} />
)
