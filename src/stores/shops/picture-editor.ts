import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { ShopPicture } from '../../contract/shops/shop-fields.ts'
import { applyPicture } from './shop-pictures.ts'

/** Crop area in the picture's own pixels. */
export interface PictureArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Picture being edited; `percent` is the upload progress of the cropped picture. */
export type PictureEditing =
  | { readonly at: 'none' }
  | {
      readonly at: 'open'
      readonly picture: ShopPicture
      readonly caption: string
      readonly refusal: string
      readonly percent: number | null
    }
export const pictureEditing = atom<PictureEditing>({ at: 'none' })

export const openPictureEditor = (picture: ShopPicture): void =>
  pictureEditing.set({ at: 'open', picture, caption: picture.caption, refusal: '', percent: null })
export function closePictureEditor(): void {
  const now = pictureEditing.get()
  if (now.at === 'open' && now.percent === null) pictureEditing.set({ at: 'none' })
}
export function setPictureCaption(caption: string): void {
  const now = pictureEditing.get()
  if (now.at === 'open') pictureEditing.set({ ...now, caption })
}

/** Saves the caption, and the cropped area if any. True on success. */
export async function saveEditedPicture(area: PictureArea | null): Promise<boolean> {
  const now = pictureEditing.get()
  if (now.at !== 'open' || now.percent !== null) return false
  const progress = (percent: number) => pictureEditing.set({ ...now, refusal: '', percent })
  const refuse = (refusal: string) => {
    pictureEditing.set({ ...now, refusal, percent: null })
    return false
  }
  progress(0)
  let fileId: string | undefined
  if (area !== null) {
    const file = await cutOut(now.picture.url, area).catch(() => undefined)
    if (file === undefined) return refuse('图片裁剪失败，请重试')
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
  applyPicture(answer.content)
  pictureEditing.set({ at: 'none' })
  return true
}

/** Crops a picture of this site to a file, no larger than the server's maximum picture size. */
async function cutOut(url: string, { x, y, width, height }: PictureArea): Promise<File> {
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
  // Browsers without WebP encoding return PNG.
  const extension = blob.type === 'image/webp' ? 'webp' : 'png'
  return new File([blob], `cropped.${extension}`, { type: blob.type })
}
