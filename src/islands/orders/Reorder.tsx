import { useStore } from '@nanostores/react'
import { links } from '../../domain/links.ts'
import { reorder, reordering } from '../../stores/orders/reorder.ts'
import { Button } from '../../ui/Button.tsx'
import type { ButtonSize } from '../../ui/button-class.ts'
import { toast } from '../../ui/toast.ts'

const toCart = { label: '去购物车', onClick: () => location.assign(links.cart()) }

async function again(orderId: number): Promise<void> {
  const answer = await reorder(orderId)
  if (answer === null) return
  if (!answer.ok) return void toast.bad(answer.failure.message)
  const { added, missing } = answer.content
  const gone = missing.length === 0 ? '' : `，${missing.length} 项已不能购买`
  if (added === 0) toast.act('其中的商品和服务都已不能购买')
  else toast.act(`${added} 项已放入购物车${gone}`, toCart)
}

type Props = { orderId: number; size?: ButtonSize | undefined; name?: string | undefined; className?: string }

/** Buys again what an order held, as far as it is still sold. */
export const Reorder = ({ orderId, size, name, className = 'max-md:h-11' }: Props) => {
  const busy = useStore(reordering) === orderId
  return (
    <Button size={size} className={className} busy={busy} aria-label={name} onClick={() => void again(orderId)}>
      再次购买
    </Button>
  )
}
