import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import type { ShopPicture } from '../../contract/shops/shop-fields.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { loadable } from '../loaded.ts'
import { uploadsOf } from '../operations/uploads.ts'

const part = loadable<readonly ShopPicture[]>()
/** Pictures of the own shop in their order. */
export const pictures = part.state

export async function load(): Promise<void> {
  await part.load(async () => {
    const answer = await api.shops.shopPictures({})
    return answer.ok ? { ok: true, content: answer.content.pictures } : answer
  })
}
const shown = (): readonly ShopPicture[] => {
  const now = pictures.get()
  return now.at === 'ready' ? now.content : []
}

/** Why the last order or addition was refused; null when it was not. */
export const refused = atom<Failure | null>(null)

/** Files on their way; each becomes a picture of the shop when it is there. */
export const uploads = uploadsOf('picture', {
  most: shopLimits.pictures,
  onReady: ({ fileId }) => void put(fileId),
})

let adding: Promise<void> = Promise.resolve()
/** One after the other, in the order in which they arrive. */
function put(fileId: string): Promise<void> {
  adding = adding.then(async () => {
    const answer = await api.shops.shopPictureAdd({ fileId, caption: '' })
    if (answer.ok) part.change((all) => [...all, answer.content])
    else refused.set(answer.failure)
    const item = uploads.items.get().find((one) => one.at === 'ready' && one.file.fileId === fileId)
    if (item !== undefined) uploads.remove(item.id)
  })
  return adding
}

/** Room for how many more. */
export const roomLeft = (count: number): number => Math.max(0, shopLimits.pictures - count)

/** Sends files, as many as there is room for; the others say why they were not sent. */
export function add(files: readonly File[]): void {
  refused.set(null)
  const room = roomLeft(shown().length + uploads.items.get().filter(({ at }) => at !== 'failed').length)
  uploads.add(files.slice(0, room))
  if (files.length > room) refused.set({ ...failures.tooManyPictures, content: null })
}

let turn = 0
/** Puts a picture to another place, from 0; the old order comes back when it is refused. */
export async function move(pictureId: number, place: number): Promise<boolean> {
  const before = shown()
  const picture = before.find((one) => one.pictureId === pictureId)
  if (picture === undefined || place < 0 || place >= before.length || before[place] === picture) return false
  const others = before.filter((one) => one !== picture)
  const after = [...others.slice(0, place), picture, ...others.slice(place)]
  turn += 1
  const mine = turn
  part.change(() => after)
  refused.set(null)
  const answer = await api.shops.shopPictureOrder({ pictureIds: after.map((one) => one.pictureId) })
  if (answer.ok) return true
  refused.set(answer.failure)
  if (mine === turn) await load()
  return false
}

/** The picture asked about, and how the asking stands. */
export type Deleting =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly picture: ShopPicture; readonly failure: Failure | null }
export const deleting = atom<Deleting>({ at: 'none' })
export const askDelete = (picture: ShopPicture): void => deleting.set({ at: 'asking', picture, failure: null })
export const dropDelete = (): void => deleting.set({ at: 'none' })

/** Deletes the picture that was asked about. True when it is gone. */
export async function confirmDelete(): Promise<boolean> {
  const now = deleting.get()
  if (now.at !== 'asking') return false
  const { picture } = now
  deleting.set({ ...now, at: 'sending', failure: null })
  const answer = await api.shops.shopPictureDelete({ pictureId: picture.pictureId })
  // What somebody else deleted meanwhile is gone as well.
  if (!answer.ok && answer.failure.code !== 404) {
    deleting.set({ at: 'asking', picture, failure: answer.failure })
    return false
  }
  part.change((all) => all.filter((one) => one.pictureId !== picture.pictureId))
  dropDelete()
  return true
}

/** Shows a picture as it was saved. */
export const changed = (picture: ShopPicture): void =>
  part.change((all) => all.map((one) => (one.pictureId === picture.pictureId ? picture : one)))
