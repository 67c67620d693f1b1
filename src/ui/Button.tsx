import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { buttonClass, type ButtonKind, type ButtonSize } from './button-class.ts'

type Look = {
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
  /** Only an icon inside: give `aria-label`. */
  square?: boolean | undefined
  block?: boolean | undefined
  className?: string | undefined
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** Being sent: shows the wheel, keeps the focus, takes no more clicks and no Enter of its form. */
    busy?: boolean | undefined
  }

/** A button. The loud kind `main` stands once on a screen. */
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
