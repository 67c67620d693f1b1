import { useStore } from '@nanostores/react'
import { links } from '../../domain/links.ts'
import { reorderToCart, reorderingId } from '../../stores/orders/reorder.ts'
import { Button } from '../../ui/button/Button.tsx'
import type { ButtonSize } from '../../ui/button/button-class.ts'
import { toast } from '../../ui/overlay/toast.ts'

const toCart = { label: '去购物车', onClick: () => location.assign(links.cart()) }

async function reorderAndToast(orderId: number): Promise<void> {
  const answer = await reorderToCart(orderId)
  if (answer === null) return
  if (!answer.ok) return void toast.error(answer.failure.message)
  const { added, missing } = answer.content
  const gone = missing.length === 0 ? '' : `，${missing.length} 项已不能购买`
  if (added === 0) toast.warning('其中的商品和服务都已不能购买')
  else toast.warning(`${added} 项已放入购物车${gone}`, toCart)
}

type Props = { orderId: number; size?: ButtonSize | undefined; name?: string | undefined; className?: string }

/** Adds an order's still available items to the cart. */
export const Reorder = ({ orderId, size, name, className = 'max-md:h-11' }: Props) => {
  const busy = useStore(reorderingId) === orderId
  return (
    <Button
      size={size}
      className={className}
      busy={busy}
      aria-label={name}
      onClick={() => void reorderAndToast(orderId)}
    >
      再次购买
    </Button>
  )
}
