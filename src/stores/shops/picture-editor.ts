import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { ShopPicture } from '../../contract/shops/shop-fields.ts'
import { changed } from './shop-pictures.ts'

/** A part of a picture, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The picture being edited; `percent` of the cut picture is on the server while it is sent. */
export type Editing =
  | { readonly at: 'none' }
  | {
      readonly at: 'open'
      readonly picture: ShopPicture
      readonly caption: string
      readonly refusal: string
      readonly percent: number | null
    }
export const editing = atom<Editing>({ at: 'none' })

export const open = (picture: ShopPicture): void =>
  editing.set({ at: 'open', picture, caption: picture.caption, refusal: '', percent: null })
export function close(): void {
  const now = editing.get()
  if (now.at === 'open' && now.percent === null) editing.set({ at: 'none' })
}
export function setCaption(caption: string): void {
  const now = editing.get()
  if (now.at === 'open') editing.set({ ...now, caption })
}

/** Saves the caption, and the part of the picture where one was cut out. True when it worked. */
export async function save(area: Area | null): Promise<boolean> {
  const now = editing.get()
  if (now.at !== 'open' || now.percent !== null) return false
  const progress = (percent: number) => editing.set({ ...now, refusal: '', percent })
  const refuse = (refusal: string) => {
    editing.set({ ...now, refusal, percent: null })
    return false
  }
  progress(0)
  let fileId: string | undefined
  if (area !== null) {
    const file = await cutOut(now.picture.url, area).catch(() => undefined)
    if (file === undefined) return refuse('图片没有裁剪成功，请再试一次')
    const { uploadFile } = await import('../../client/upload.ts')
    const answer = await uploadFile('picture', file, {
      onProgress: (sent, all) => progress(all === 0 ? 0 : Math.min(99, Math.floor((sent / all) * 100))),
    })
    if (!answer.ok) return refuse(answer.failure.message)
    fileId = answer.content.fileId
  }
  const { pictureId } = now.picture
  const caption = now.caption.trim()
  const answer = await api.shops.shopPictureUpdate({ pictureId, caption, ...(fileId === undefined ? {} : { fileId }) })
  if (!answer.ok) return refuse(answer.failure.message)
  changed(answer.content)
  editing.set({ at: 'none' })
  return true
}

/** A part of a picture of this site as a file; at most as large as the server keeps pictures. */
async function cutOut(url: string, { x, y, width, height }: Area): Promise<File> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, 1_600 / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (blob === null) throw new Error('The canvas gave no picture')
  // Browsers that cannot write WebP give PNG.
  const extension = blob.type === 'image/webp' ? 'webp' : 'png'
  return new File([blob], `cropped.${extension}`, { type: blob.type })
}
