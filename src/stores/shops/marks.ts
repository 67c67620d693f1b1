import { persistentAtom } from '@nanostores/persistent'
import { map } from 'nanostores'
import { api, quietApi } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { markOf, type MarkKey } from '../../domain/catalogue/marks.ts'
import { isSessionOver } from '../../domain/accounts/session-over.ts'

/** Whether something is the person's, and how many people it is of where an answer told. */
export interface Mark {
  readonly on: boolean
  readonly sending: boolean
  readonly count: number | undefined
}

/** What of this page is the person's; what is missing is not known. */
export const marks = map<Record<MarkKey, Mark>>({})

/** The last change in this browser: the other tabs follow it. */
export const lastChange = persistentAtom<{ key: MarkKey; on: boolean; count?: number | undefined } | null>(
  'markChange',
  null,
  { encode: JSON.stringify, decode: JSON.parse },
)
/** Changes of marks since the page began, so that an older reading overwrites none. */
let changes = 0
const changedAt = new Map<MarkKey, number>()

function put(key: MarkKey, mark: Mark): void {
  changedAt.set(key, (changes += 1))
  marks.setKey(key, mark)
}

lastChange.listen((change) => {
  if (change === null || marks.get()[change.key]?.sending === true) return
  put(change.key, { on: change.on, sending: false, count: change.count })
})

/** The most of a kind that one call takes. */
const mostAtOnce = 200
const idsOf = (keys: readonly MarkKey[], kind: string) => [
  ...new Set(
    keys.flatMap((key) => {
      const mark = markOf(key)
      return mark?.kind === kind ? [mark.id] : []
    }),
  ),
]

/** Reads which of these are the person's. Without a line the page stays as it was drawn. */
export async function load(keys: readonly MarkKey[]): Promise<void> {
  const asked = changes
  const wanted = { services: idsOf(keys, 'service'), products: idsOf(keys, 'product'), shops: idsOf(keys, 'shop') }
  const answer = await quietApi.shops.ownMarks({
    services: wanted.services.slice(0, mostAtOnce),
    products: wanted.products.slice(0, mostAtOnce),
    shops: wanted.shops.slice(0, mostAtOnce),
  })
  if (!answer.ok) return
  const { services, products, shops } = answer.content
  const own = new Set<MarkKey>([
    ...services.map((id): MarkKey => `service:${id}`),
    ...products.map((id): MarkKey => `product:${id}`),
    ...shops.map((id): MarkKey => `shop:${id}`),
  ])
  for (const key of new Set(keys)) {
    if ((changedAt.get(key) ?? 0) <= asked) marks.setKey(key, { on: own.has(key), sending: false, count: undefined })
  }
}

/** Nobody is signed in any more: nothing is anybody's. */
export function forget(): void {
  marks.set({})
  changedAt.clear()
}

const send = (key: MarkKey, on: boolean): Promise<Answer<{ on: boolean; count: number }>> | undefined => {
  const mark = markOf(key)
  if (mark === undefined) return undefined
  if (mark.kind === 'shop') {
    return on ? api.shops.followSave({ shopId: mark.id }) : api.shops.followCancel({ shopId: mark.id })
  }
  const which = { kind: mark.kind, listingId: mark.id }
  return on ? api.shops.favouriteSave(which) : api.shops.favouriteDelete(which)
}

/**
 * Makes something the person's, or no longer. Shown at once and taken back where it fails; while one wish is under way
 * a second one is not heard. Answers the sentence to say, undefined where there is none.
 */
export async function wish(key: MarkKey, on: boolean): Promise<{ good: boolean; say: string } | undefined> {
  const before = marks.get()[key] ?? { on: !on, sending: false, count: undefined }
  if (before.sending) return undefined
  put(key, { ...before, on, sending: true })
  const answer = await send(key, on)
  if (answer === undefined || !answer.ok) {
    put(key, { ...before, sending: false })
    // The lost line and the ended session speak for themselves.
    return answer === undefined || answer.failure.code === 0 || isSessionOver(answer.failure.code)
      ? undefined
      : { good: false, say: answer.failure.code === 404 ? '该内容已下架，无法收藏或关注' : answer.failure.message }
  }
  const { count } = answer.content
  put(key, { on, sending: false, count })
  lastChange.set({ key, on, count })
  const word = key.startsWith('shop:') ? '关注' : '收藏'
  return { good: true, say: on ? `已${word}，可在买家中心的“收藏与关注”中查看` : `已取消${word}` }
}
