import { emptySvg } from './empty-svg.ts'
import type { EmptyName } from './mark-names.ts'

type Props = {
  name: EmptyName
  /** Width, 160 unless told. */
  className?: string | undefined
}

/** Drawing of an empty, failed or closed place; always above its words, so it is decoration. */
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
