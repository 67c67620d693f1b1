import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import type { ShopPicture } from '../../contract/shops/shop-fields.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { loadable } from '../loadable.ts'
import { createUploads } from '../operations/uploads.ts'

const part = loadable<readonly ShopPicture[]>()
/** Pictures of the own shop, in order. */
export const shopPictures = part.state

export async function loadShopPictures(): Promise<void> {
  await part.load(async () => {
    const answer = await api.shops.shopPictures({})
    return answer.ok ? { ok: true, content: answer.content.pictures } : answer
  })
}
const shownPictures = (): readonly ShopPicture[] => {
  const now = shopPictures.get()
  return now.at === 'ready' ? now.content : []
}

/** Failure of the last reordering or addition; null for none. */
export const pictureFailure = atom<Failure | null>(null)

/** Upload queue; each completed file becomes a shop picture. */
export const pictureUploads = createUploads('picture', {
  maxFiles: shopLimits.pictures,
  onReady: ({ fileId }) => void savePicture(fileId),
})

let adding: Promise<void> = Promise.resolve()
/** Saves pictures one after the other, in order of arrival. */
function savePicture(fileId: string): Promise<void> {
  adding = adding.then(async () => {
    const answer = await api.shops.shopPictureAdd({ fileId, caption: '' })
    if (answer.ok) part.update((all) => [...all, answer.content])
    else pictureFailure.set(answer.failure)
    const item = pictureUploads.items.get().find((one) => one.at === 'ready' && one.file.fileId === fileId)
    if (item !== undefined) pictureUploads.remove(item.id)
  })
  return adding
}

/** Number of pictures that may still be added. */
export const pictureRoomLeft = (count: number): number => Math.max(0, shopLimits.pictures - count)

/** Uploads files up to the limit; the others are reported. */
export function addPictures(files: readonly File[]): void {
  pictureFailure.set(null)
  const room = pictureRoomLeft(
    shownPictures().length + pictureUploads.items.get().filter(({ at }) => at !== 'failed').length,
  )
  pictureUploads.add(files.slice(0, room))
  if (files.length > room) pictureFailure.set({ ...failures.tooManyPictures, content: null })
}

let turn = 0
/** Moves a picture to an index from 0; reverted when refused. */
export async function movePicture(pictureId: number, place: number): Promise<boolean> {
  const before = shownPictures()
  const picture = before.find((one) => one.pictureId === pictureId)
  if (picture === undefined || place < 0 || place >= before.length || before[place] === picture) return false
  const others = before.filter((one) => one !== picture)
  const after = [...others.slice(0, place), picture, ...others.slice(place)]
  turn += 1
  const mine = turn
  part.update(() => after)
  pictureFailure.set(null)
  const answer = await api.shops.shopPictureOrder({ pictureIds: after.map((one) => one.pictureId) })
  if (answer.ok) return true
  pictureFailure.set(answer.failure)
  if (mine === turn) await loadShopPictures()
  return false
}

/** Deletion dialog of a picture. */
export type PictureDeletion =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly picture: ShopPicture; readonly failure: Failure | null }
export const pictureDeletion = atom<PictureDeletion>({ at: 'none' })
export const openPictureDeletion = (picture: ShopPicture): void =>
  pictureDeletion.set({ at: 'asking', picture, failure: null })
export const closePictureDeletion = (): void => pictureDeletion.set({ at: 'none' })

/** Deletes the picture of the open dialog. True on success. */
export async function deletePicture(): Promise<boolean> {
  const now = pictureDeletion.get()
  if (now.at !== 'asking') return false
  const { picture } = now
  pictureDeletion.set({ ...now, at: 'sending', failure: null })
  const answer = await api.shops.shopPictureDelete({ pictureId: picture.pictureId })
  // Deleted by somebody else meanwhile: counts as success.
  if (!answer.ok && answer.failure.code !== 404) {
    pictureDeletion.set({ at: 'asking', picture, failure: answer.failure })
    return false
  }
  part.update((all) => all.filter((one) => one.pictureId !== picture.pictureId))
  closePictureDeletion()
  return true
}

/** Updates the shown picture after a save. */
export const applyPicture = (picture: ShopPicture): void =>
  part.update((all) => all.map((one) => (one.pictureId === picture.pictureId ? picture : one)))
