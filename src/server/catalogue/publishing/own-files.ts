import type { FieldError } from '../../../contract/failures.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { Caller } from '../../handler.ts'
import { fileUrl, ownFiles } from '../../platform/files/files.ts'

type Files = Awaited<ReturnType<typeof ownFiles>>
type WithFiles = Pick<ListingForm, 'pictures' | 'attachments'>

/**
 * Returns forms with URL, name and size of pictures and documents from the caller's uploads;
 * assigns the files to the company. Two queries for all forms. Throws invalidInput for files of others.
 */
export async function withOwnFiles<F extends WithFiles>(
  tx: Db,
  caller: Pick<Caller, 'userId'> & { readonly companyId: number },
  forms: readonly F[],
): Promise<F[]> {
  const ids = (of: (form: F) => readonly { fileId: string }[]) => forms.flatMap(of).map(({ fileId }) => fileId)
  const pictures = await ownFiles(
    tx,
    ids((form) => form.pictures),
    caller,
    'picture',
  )
  const attachments = await ownFiles(
    tx,
    ids((form) => form.attachments),
    caller,
    'document',
  )
  const faults = forms.flatMap((form) => [
    ...missingFiles('pictures', form.pictures, pictures, '图片不存在，请移除后重新上传'),
    ...missingFiles('attachments', form.attachments, attachments, '附件不存在，请移除后重新上传'),
  ])
  if (faults.length > 0) throw fieldFailed(...faults)
  return forms.map((form) => ({
    ...form,
    pictures: form.pictures.flatMap(({ fileId }) => {
      const file = pictures.get(fileId)
      return file === undefined ? [] : [{ fileId, url: fileUrl(file) }]
    }),
    attachments: form.attachments.flatMap(({ fileId }) => {
      const file = attachments.get(fileId)
      return file === undefined ? [] : [{ fileId, url: fileUrl(file), name: file.name, size: file.size }]
    }),
  }))
}

const missingFiles = (
  field: string,
  named: readonly { readonly fileId: string }[],
  files: Files,
  message: string,
): FieldError[] => named.flatMap(({ fileId }, at) => (files.has(fileId) ? [] : [{ field: `${field}.${at}`, message }]))
