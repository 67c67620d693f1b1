import { Check } from 'lucide-react'
import * as look from './steps-class.ts'

/** `current` counts from 0; one past the last means all done. */
type Props = { steps: readonly look.Step[]; current: number }

/** Progress steps, vertical on phones. */
export const Steps = ({ steps, current }: Props) => (
  <ol className={look.stepsClass}>
    {steps.map(({ label, note }, index) => {
      const place = look.stepPlace(index, current)
      return (
        <li
          key={label}
          className={look.stepClass(place, index === steps.length - 1)}
          aria-current={place === 'now' ? 'step' : undefined}
        >
          <span className={look.stepDotClass(place)}>
            {place === 'past' ? <Check className="size-3.5" role="img" aria-label="已完成" /> : index + 1}
          </span>
          <div>
            <p className={look.stepLabelClass(place)}>{label}</p>
            {note && <p className={look.stepNoteClass}>{note}</p>}
          </div>
        </li>
      )
    })}
  </ol>
)
