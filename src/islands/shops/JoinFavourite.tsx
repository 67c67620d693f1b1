import { useState } from 'react'
import type { FavouriteRow } from '../../contract/shops/follows.ts'
import { links } from '../../domain/links.ts'
import { join } from '../../stores/orders/cart-join.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** Puts a kept listing into the cart; one of several specifications is chosen on its page. */
export const JoinFavourite = ({ row, page }: { row: FavouriteRow; page: string }) => {
  const [busy, setBusy] = useState(false)
  const put = async () => {
    setBusy(true)
    const joined = await join({ kind: row.kind, listingId: row.listingId, specId: null, quantity: null })
    setBusy(false)
    if (joined.at === 'choose') location.assign(page)
    if (joined.at === 'refused') toast.act(joined.say)
    if (joined.at === 'joined')
      toast.say(joined.say, { label: `去购物车（${joined.count}）`, onClick: () => location.assign(links.cart()) })
  }
  return (
    <Button
      size="sm"
      className="max-md:h-11"
      busy={busy}
      aria-label={`加入购物车：${row.title}`}
      onClick={() => void put()}
    >
      加入购物车
    </Button>
  )
}
