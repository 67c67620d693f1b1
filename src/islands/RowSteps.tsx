import { Button } from '../ui/Button.tsx'

type Props<E extends string> = {
  /** What may be done with the row now. */
  steps: readonly E[]
  words: Readonly<Record<E, string>>
  /** Steps that lead on; the others stand back. */
  onward: readonly E[]
  /** What the row is called, for those who hear the page. */
  name: string
  busy?: boolean
  onStep: (event: E) => void
}

/** The steps of one row of a table. */
export const RowSteps = <E extends string>({ steps, words, onward, name, busy = false, onStep }: Props<E>) => (
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
