import { useStore } from '@nanostores/react'
import { links } from '../../domain/links.ts'
import { reorderText } from '../../domain/orders/reorder.ts'
import { reorderToCart, reordering, type Reordered } from '../../stores/orders/reorder.ts'
import { Button } from '../../ui/button/Button.tsx'
import type { ButtonSize } from '../../ui/button/button-class.ts'
import { toast } from '../../ui/overlay/toast.ts'

const toCart = { label: '去购物车', onClick: () => location.assign(links.cart()) }

async function reorderAndToast(what: Reordered): Promise<void> {
  const answer = await reorderToCart(what)
  if (answer === null) return
  if (!answer.ok) return void toast.error(answer.failure.message)
  const { added, missing } = answer.content
  const text = reorderText(added, missing)
  if (added === 0) toast.warning(text)
  else toast.warning(text, toCart)
}

type Props = Reordered & { size?: ButtonSize | undefined; name?: string | undefined; className?: string }

/** Adds the still available items of an order, or of one line, to the cart. */
export const Reorder = ({ orderId, lineId, size, name, className = 'max-md:h-11' }: Props) => {
  const now = useStore(reordering)
  const busy = now?.orderId === orderId && now.lineId === lineId
  return (
    <Button
      size={size}
      className={className}
      busy={busy}
      aria-label={name}
      onClick={() => void reorderAndToast({ orderId, lineId })}
    >
      再次购买
    </Button>
  )
}
