import { reducedPhotoSize, type FilePurpose } from '../domain/operations/file-rules.ts'

/** Quality of the JPEG copy: text on a photographed page stays sharp. */
const quality = 0.86

/**
 * The photograph, or a smaller JPEG copy where the server would refuse it for its bytes or pixels. The copy is turned as
 * the camera noted and holds no metadata. A file that the browser cannot decode is returned as it is: the server says
 * why it is refused.
 */
export async function reducePhoto(purpose: FilePurpose, file: File): Promise<File> {
  const picture = await decode(file)
  if (picture === undefined) return file
  try {
    const size = reducedPhotoSize(purpose, { width: picture.width, height: picture.height, bytes: file.size })
    if (size === undefined) return file
    const canvas = document.createElement('canvas')
    canvas.width = size.width
    canvas.height = size.height
    canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height)
    const copy = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (copy === null) return file
    return new File([copy], file.name.replace(/\.\w+$/, '.jpg'), {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    })
  } finally {
    picture.close()
  }
}

async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return undefined
  }
}
