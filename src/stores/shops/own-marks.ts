import { persistentAtom } from '@nanostores/persistent'
import { map } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { parseFavouriteKey, type FavouriteKey } from '../../domain/catalogue/favourites.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** Whether a listing is a favourite or a shop is followed, and by how many people if known. */
export interface OwnMark {
  readonly on: boolean
  readonly sending: boolean
  readonly count: number | undefined
}

/** Own favourites and follows of this page; missing keys are unknown. */
export const ownMarks = map<Record<FavouriteKey, OwnMark>>({})

/** Last change in this browser; other tabs follow it. */
export const lastMarkChange = persistentAtom<{ key: FavouriteKey; on: boolean; count?: number | undefined } | null>(
  'markChange',
  null,
  { encode: JSON.stringify, decode: JSON.parse },
)
/** Change counter, so that an older response does not overwrite newer changes. */
let changeCount = 0
const changedAt = new Map<FavouriteKey, number>()

function setMark(key: FavouriteKey, mark: OwnMark): void {
  changedAt.set(key, (changeCount += 1))
  ownMarks.setKey(key, mark)
}

lastMarkChange.listen((change) => {
  if (change === null || ownMarks.get()[change.key]?.sending === true) return
  setMark(change.key, { on: change.on, sending: false, count: change.count })
})

/** Maximum number of ids of one kind per call. */
const maxPerCall = 200
const idsOf = (keys: readonly FavouriteKey[], kind: string) => [
  ...new Set(
    keys.flatMap((key) => {
      const mark = parseFavouriteKey(key)
      return mark?.kind === kind ? [mark.id] : []
    }),
  ),
]

/** Loads own marks of these keys. Without a connection the page stays as rendered. */
export async function loadOwnMarks(keys: readonly FavouriteKey[]): Promise<void> {
  const changesBefore = changeCount
  const wanted = { services: idsOf(keys, 'service'), products: idsOf(keys, 'product'), shops: idsOf(keys, 'shop') }
  const answer = await quietApi.shops.ownFavourites({
    services: wanted.services.slice(0, maxPerCall),
    products: wanted.products.slice(0, maxPerCall),
    shops: wanted.shops.slice(0, maxPerCall),
  })
  if (!answer.ok) return
  const { services, products, shops } = answer.content
  const own = new Set<FavouriteKey>([
    ...services.map((id): FavouriteKey => `service:${id}`),
    ...products.map((id): FavouriteKey => `product:${id}`),
    ...shops.map((id): FavouriteKey => `shop:${id}`),
  ])
  for (const key of new Set(keys)) {
    if ((changedAt.get(key) ?? 0) <= changesBefore)
      ownMarks.setKey(key, { on: own.has(key), sending: false, count: undefined })
  }
}

/** Clears the marks after signing out. */
export function clearOwnMarks(): void {
  ownMarks.set({})
  changedAt.clear()
}

const sendMark = (key: FavouriteKey, on: boolean): Promise<Answer<{ on: boolean; count: number }>> | undefined => {
  const mark = parseFavouriteKey(key)
  if (mark === undefined) return undefined
  if (mark.kind === 'shop') {
    return on ? api.shops.followSave({ shopId: mark.id }) : api.shops.followCancel({ shopId: mark.id })
  }
  const which = { kind: mark.kind, listingId: mark.id }
  return on ? api.shops.favouriteSave(which) : api.shops.favouriteDelete(which)
}

/**
 * Adds or removes a favourite or follow. Shown at once and reverted on failure; a second call during the first is
 * ignored. Returns the message to show, undefined for none.
 */
export async function toggleMark(
  key: FavouriteKey,
  on: boolean,
): Promise<{ isDone: boolean; message: string } | undefined> {
  const before = ownMarks.get()[key] ?? { on: !on, sending: false, count: undefined }
  if (before.sending) return undefined
  setMark(key, { ...before, on, sending: true })
  const answer = await sendMark(key, on)
  if (answer === undefined || !answer.ok) {
    setMark(key, { ...before, sending: false })
    // Lost connections and ended sessions are reported elsewhere.
    return answer === undefined || answer.failure.code === 0 || isSessionOver(answer.failure.code)
      ? undefined
      : {
          isDone: false,
          message: answer.failure.code === 404 ? '该内容已下架，无法收藏或关注' : answer.failure.message,
        }
  }
  const { count } = answer.content
  setMark(key, { on, sending: false, count })
  lastMarkChange.set({ key, on, count })
  const word = key.startsWith('shop:') ? '关注' : '收藏'
  return { isDone: true, message: on ? `已${word}，可在买家中心的“收藏与关注”中查看` : `已取消${word}` }
}
