import { CircleCheck } from 'lucide-react'
import type { ShopGlance } from '../../contract/shops/seller-shop.ts'
import { shopChecklist } from '../../domain/shops/shop-checklist.ts'
import { Progress } from '../../ui/Progress.tsx'

/** What makes a shop complete, and the way to what is missing. */
export const ShopChecklist = ({ glance }: { glance: ShopGlance }) => {
  const items = shopChecklist(glance.facts)
  const done = items.filter((item) => item.done).length
  return (
    <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6" aria-labelledby="shop-checklist">
      <h2 id="shop-checklist" className="text-lg font-semibold">
        店铺完善度
      </h2>
      <div className="mt-3">
        <Progress
          label="店铺完善度"
          percent={Math.round((done / items.length) * 100)}
          text={done === items.length ? '各项均已完善' : `已完善 ${done} 项，共 ${items.length} 项`}
        />
      </div>
      <ul className="mt-3">
        {items.map((item) => (
          <li key={item.label} className="flex min-h-14 items-center gap-3 border-t border-line py-2">
            {item.done ? (
              <CircleCheck className="size-5 shrink-0 text-good" aria-label="已完成" />
            ) : (
              <span
                className="size-5 shrink-0 rounded-full border border-line-control"
                role="img"
                aria-label="待完善"
              />
            )}
            <span className="min-w-0">
              <span className="block">{item.label}</span>
              {!item.done && <span className="block text-sm text-ink-3">{item.why}</span>}
            </span>
            {!item.done && (
              <a
                href={item.href}
                className="ml-auto inline-flex min-h-11 shrink-0 items-center text-accent hover:underline"
              >
                {item.action}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
