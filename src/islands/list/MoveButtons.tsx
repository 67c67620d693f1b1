import { ArrowDown, ArrowUp } from 'lucide-react'

const iconButton =
  'grid size-9 place-items-center rounded-md text-ink-2 hover:bg-surface-3 hover:text-accent disabled:text-ink-disabled max-md:size-11'

interface Props {
  /** What is moved, for the labels of the buttons. */
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: -1 | 1) => void
}

/** Moves a row of a list up or down by one. */
export const MoveButtons = ({ name, isFirst, isLast, onMove }: Props) => (
  <>
    <button
      type="button"
      className={iconButton}
      disabled={isFirst}
      aria-label={`${name}上移`}
      onClick={() => onMove(-1)}
    >
      <ArrowUp className="size-4" />
    </button>
    <button type="button" className={iconButton} disabled={isLast} aria-label={`${name}下移`} onClick={() => onMove(1)}>
      <ArrowDown className="size-4" />
    </button>
  </>
)
