import { illustrationClass, illustrationHref, illustrationViewBox } from './illustration-url.ts'
import type { IllustrationName } from './mark-names.ts'

type Props = {
  name: IllustrationName
  /** Label for screen readers; without it the illustration is decorative. */
  label?: string | undefined
}

/** Category illustration in an island: loaded from /figures, not bundled. Must be inside an `@container`. */
export const Illustration = ({ name, label }: Props) => (
  <svg
    viewBox={illustrationViewBox(name)}
    className={illustrationClass}
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  >
    <use href={illustrationHref(name)} />
  </svg>
)
