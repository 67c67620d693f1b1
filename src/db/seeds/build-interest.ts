import type { favourites } from '../tables/interest.ts'
import type { shopFollows, shopPictures } from '../tables/shops.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { Calendar } from './calendar.ts'
import { followedShops, keptListings, shopScenes } from './data/shop-pictures.ts'
import { need } from './random.ts'

type Row<T extends { $inferInsert: object }> = T['$inferInsert'] & { id: number }

/** Pictures of the shops, four each, and what the demo's buyer keeps and follows. */
export function buildInterest({ organisations, byKey }: Accounts, catalogue: Catalogue, days: Calendar) {
  const shops = organisations.flatMap(({ shop }) => shop ?? [])
  const pictures = shops.flatMap((shop, at) =>
    Array.from({ length: 4 }, (_, sort): Row<typeof shopPictures> => {
      const [figure, caption] = shopScenes[(at * 3 + sort) % shopScenes.length] ?? ['hplc', '']
      const id = at * 4 + sort + 1
      return { id, shopId: shop.id, fileId: '', url: `/figures/${figure}.svg`, caption, sort: sort + 1 }
    }),
  )
  const kept = keptListings.map(([title, percent], at): Row<typeof favourites> => {
    const { kind, row } = listingOf(title, catalogue)
    const price = row.price === null || row.price === undefined ? null : Math.round((row.price * percent) / 100)
    return {
      ...{ id: at + 1, userId: demoIds.buyer, kind, listingId: row.id, priceType: row.priceType, price },
      ...{ onSale: row.status === 'published', createdAt: days.at(-20 + at, '15:30') },
    }
  })
  const follows = followedShops.map((key, at): Row<typeof shopFollows> => {
    const { shop } = need(byKey, key)
    if (shop === undefined) throw new Error(`${key} has no shop`)
    return { id: at + 1, userId: demoIds.buyer, shopId: shop.id, createdAt: days.at(-30 - at, '10:10') }
  })
  return { pictures, favourites: kept, follows }
}

function listingOf(title: string, { services, products }: Catalogue) {
  const service = services.find((row) => row.title.startsWith(title))
  if (service !== undefined) return { kind: 'service' as const, row: service }
  const product = products.find((row) => row.title.startsWith(title))
  if (product === undefined) throw new Error(`No listing of the seeds begins with ${title}`)
  return { kind: 'product' as const, row: product }
}
