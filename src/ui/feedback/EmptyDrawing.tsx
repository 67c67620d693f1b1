import { emptySvg } from './empty-svg.ts'
import type { EmptyName } from '../picture/mark-names.ts'

type Props = {
  name: EmptyName
  /** Width; default 160 px. */
  className?: string | undefined
}

/** Illustration of an empty, failed or closed state; decorative, since text follows. */
export const EmptyDrawing = ({ name, className = 'w-40' }: Props) => {
  const { viewBox, body } = emptySvg(name)
  return (
    <svg
      viewBox={viewBox}
      className={className}
      aria-hidden
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      // Our own file from marks/, never a text from outside.
      dangerouslySetInnerHTML={{ __html: body }}
    />
  )
}
