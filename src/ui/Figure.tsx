import { figureClass, figureHref, figureViewBox } from './figure-url.ts'
import type { FigureName } from './mark-names.ts'

type Props = {
  name: FigureName
  /** Said by screen readers; without it the plate is decoration. */
  label?: string | undefined
}

/** A plate of a category in an island: taken from /figures, never part of the script. Stands in an `@container`. */
export const Figure = ({ name, label }: Props) => (
  <svg
    viewBox={figureViewBox(name)}
    className={figureClass}
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  >
    <use href={figureHref(name)} />
  </svg>
)
