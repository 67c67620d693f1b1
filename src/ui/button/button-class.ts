/** main: the primary action of a screen. outline: secondary. plain, soft, danger, link: the rest. */
export type ButtonKind = 'main' | 'outline' | 'plain' | 'soft' | 'danger' | 'link'
/** Heights 28, 32, 36, 44, 56 px. */
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

const base = 'btn'

const kinds: Record<ButtonKind, string> = {
  main: 'btn-main',
  outline: 'btn-outline',
  plain: 'btn-plain',
  soft: 'bg-accent-soft text-accent hover:bg-accent-tint active:text-accent-press',
  danger: 'border border-bad-line bg-surface text-bad hover:bg-bad-soft active:border-bad',
  link: 'text-accent underline-offset-3 hover:underline',
}

const sizes: Record<ButtonSize, string> = {
  xs: 'h-7 px-2.5 text-xs',
  sm: 'h-8 px-3 text-sm',
  md: 'h-9 px-4',
  lg: 'h-11 px-6 text-lg',
  xl: 'h-14 px-8 text-lg',
}

const squares: Record<ButtonSize, string> = {
  xs: 'size-7',
  sm: 'size-8',
  md: 'size-9',
  lg: 'size-11',
  xl: 'size-14',
}

export type ButtonLook = {
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
  /** Icon only: square; the button then needs a label. */
  square?: boolean | undefined
  /** Full width. */
  block?: boolean | undefined
  disabled?: boolean | undefined
  busy?: boolean | undefined
}

/** Class of buttons and of links that look like one. On phones those of 36 px are 44 px high. */
export const buttonClass = ({ kind = 'plain', size = 'md', square, block, disabled, busy }: ButtonLook = {}) =>
  [
    base,
    kind === 'link' ? 'max-md:min-h-11' : square ? squares[size] : sizes[size],
    kind !== 'link' && size === 'md' && (square ? 'max-md:size-11' : 'max-md:h-11'),
    disabled ? 'bg-surface-3 text-ink-disabled' : kinds[kind],
    busy && 'pointer-events-none',
    block && 'w-full',
  ]
    .filter(Boolean)
    .join(' ')
