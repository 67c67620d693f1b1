import { ArrowLeft, ArrowRight, Crop, GripVertical, Trash2 } from 'lucide-react'
import type { ShopPicture } from '../../contract/shops/shop-fields.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  picture: ShopPicture
  place: number
  count: number
  /** Being dragged, or dragged over. */
  lifted: boolean
  target: boolean
  onLift: () => void
  onOver: () => void
  onDrop: () => void
  onEnd: () => void
  onMove: (place: number) => void
  onEdit: () => void
  onDelete: () => void
}

/** A picture of the shop with its place: dragged, or moved by its buttons. */
export const PictureCard = (props: Props) => {
  const { picture, place, count, lifted, target } = props
  const name = picture.caption || `图片 ${place + 1}`
  const round = 'max-md:size-11'
  return (
    <li
      className={`overflow-hidden rounded-lg border bg-surface ${target ? 'border-accent' : 'border-line'} ${lifted ? 'opacity-40' : ''}`}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        props.onLift()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        props.onOver()
      }}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
      onDragEnd={props.onEnd}
    >
      <div className="relative cursor-grab">
        <img src={picture.url} alt={name} draggable={false} className="aspect-3/2 w-full bg-surface-2 object-cover" />
        <span className="absolute top-2 left-2 inline-flex h-6 items-center gap-0.5 rounded-sm bg-surface px-1 text-xs text-ink-2 tabular-nums">
          <GripVertical className="size-3.5" aria-hidden />
          {place + 1}
        </span>
      </div>
      <p className="truncate px-3 pt-2.5">{picture.caption || <span className="text-ink-3">没有说明</span>}</p>
      <div className="flex items-center gap-1 p-2">
        <Button
          kind="plain"
          size="sm"
          square
          className={round}
          aria-label={`${name}：前移`}
          disabled={place === 0}
          onClick={() => props.onMove(place - 1)}
        >
          <ArrowLeft className="size-4" />
        </Button>
        <Button
          kind="plain"
          size="sm"
          square
          className={round}
          aria-label={`${name}：后移`}
          disabled={place === count - 1}
          onClick={() => props.onMove(place + 1)}
        >
          <ArrowRight className="size-4" />
        </Button>
        <span className="ml-auto flex gap-1">
          <Button kind="plain" size="sm" className="max-md:h-11" aria-label={`${name}：编辑`} onClick={props.onEdit}>
            <Crop className="size-4" />
            编辑
          </Button>
          <Button kind="plain" size="sm" square className={round} aria-label={`${name}：删除`} onClick={props.onDelete}>
            <Trash2 className="size-4" />
          </Button>
        </span>
      </div>
    </li>
  )
}
