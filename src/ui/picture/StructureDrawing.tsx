import { useMemo } from 'react'
import { structureSvg } from '../../domain/pictures/structure-drawing.ts'

type Props = {
  /** Text of a plane structure. */
  drawing: string
  name: string
  width: number
  height: number
  /** Places of atoms that are marked. */
  matched?: readonly number[] | undefined
  className?: string | undefined
}

const noAtoms: readonly number[] = []

/** A chemical structure; its lines and letters are drawn by domain/pictures. */
export const StructureDrawing = ({ drawing, name, width, height, matched = noAtoms, className = '' }: Props) => {
  const svg = useMemo(
    () => ({ __html: structureSvg(drawing, name, { width, height, matched }) ?? '' }),
    [drawing, name, width, height, matched],
  )
  return <div className={className} dangerouslySetInnerHTML={svg} />
}
