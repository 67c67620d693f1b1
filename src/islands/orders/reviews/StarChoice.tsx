import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { starWords } from '../../../domain/orders/reviews.ts'
import { fiveStars } from '../../../ui/star-class.ts'
import { Fault } from '../../../ui/Fault.tsx'

type Props = {
  label: string
  name: string
  /** 1 to 5; 0 = not chosen. */
  value: number
  error: string | undefined
  onChange: (stars: number) => void
}

/** One score by stars: radios underneath, so arrow keys move and screen readers count. */
export const StarChoice = ({ label, name, value, error, onChange }: Props) => {
  const id = useId()
  const [over, setOver] = useState(0)
  const shown = over || value
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}label`}
      aria-describedby={error ? `${id}error` : undefined}
      aria-required
      data-fault={error ? '' : undefined}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span id={`${id}label`} className="w-36 shrink-0">
          {label}
          <span className="ml-1 text-bad" aria-hidden>
            *
          </span>
        </span>
        <span className="inline-flex" onMouseLeave={() => setOver(0)}>
          {fiveStars.map((star) => (
            <label
              key={star}
              className="grid size-9 cursor-pointer place-items-center rounded-md outline-2 outline-transparent has-focus-visible:outline-accent max-md:size-11"
              onMouseEnter={() => setOver(star)}
            >
              <input
                type="radio"
                className="sr-only!"
                name={`${id}${name}`}
                value={star}
                checked={value === star}
                aria-label={`${star} 星，${starWords[star - 1]}`}
                onChange={() => onChange(star)}
              />
              <Star
                className={`size-6 ${star <= shown ? 'fill-current text-accent' : 'text-line-control'}`}
                aria-hidden
              />
            </label>
          ))}
        </span>
        <span className="text-sm text-ink-3" aria-hidden>
          {shown === 0 ? '' : starWords[shown - 1]}
        </span>
      </div>
      <Fault id={`${id}error`} message={error} />
    </div>
  )
}
