import { Star } from 'lucide-react'
import {
  filledWidth,
  fiveStars,
  starsClass,
  starsFilledClass,
  starsGreyClass,
  starSizes,
  starsLabel,
  type StarSize,
} from '../../../ui/star-class.ts'

/** A score as stars; `mean` in hundredths. */
export const Stars = ({ mean, size = 'sm' }: { mean: number; size?: StarSize }) => (
  <span className={starsClass} role="img" aria-label={starsLabel(mean)}>
    <span className={starsGreyClass} aria-hidden>
      {fiveStars.map((star) => (
        <Star key={star} className={starSizes[size]} />
      ))}
    </span>
    <span className={starsFilledClass} style={{ width: filledWidth(mean) }} aria-hidden>
      {fiveStars.map((star) => (
        <Star key={star} className={starSizes[size]} />
      ))}
    </span>
  </span>
)
