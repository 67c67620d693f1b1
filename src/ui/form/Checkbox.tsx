import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { choiceClass } from './control-class.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  /** Label. Without it, set `aria-label`. */
  children?: ReactNode
  /** Indeterminate: some of its items are selected. */
  mixed?: boolean | undefined
  className?: string | undefined
  ref?: ((box: HTMLInputElement | null) => void) | undefined
}

/** Check box with label; the whole line is clickable. Accepts the props of `register`. */
export const Checkbox = ({ children, mixed = false, className = '', ref, ...rest }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  const keep = (node: HTMLInputElement | null) => {
    box.current = node
    ref?.(node)
  }
  const input = <input {...rest} ref={keep} type="checkbox" data-mixed={mixed || undefined} />
  if (children === undefined) return input
  return (
    <label className={`${choiceClass(rest.disabled)} ${className}`}>
      {input}
      <span>{children}</span>
    </label>
  )
}
