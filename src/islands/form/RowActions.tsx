import { Button } from '../../ui/button/Button.tsx'

type Props<E extends string> = {
  /** Actions available for the row. */
  steps: readonly E[]
  words: Readonly<Record<E, string>>
  /** Primary actions; the others are secondary. */
  onward: readonly E[]
  /** Name of the row for screen readers. */
  name: string
  busy?: boolean
  onStep: (event: E) => void
}

/** Actions of a table row. */
export const RowActions = <E extends string>({ steps, words, onward, name, busy = false, onStep }: Props<E>) => (
  <span className="flex flex-wrap justify-end gap-2 py-2 md:flex-nowrap">
    {steps.map((event) => (
      <Button
        key={event}
        size="sm"
        kind={onward.includes(event) ? 'outline' : 'plain'}
        className="max-md:h-11"
        busy={busy}
        aria-label={`${words[event]}：${name}`}
        onClick={() => onStep(event)}
      >
        {words[event]}
      </Button>
    ))}
  </span>
)
