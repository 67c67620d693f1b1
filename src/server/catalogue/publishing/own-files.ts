import type { FieldFault } from '../../../contract/failures.ts'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { Caller } from '../../handler.ts'
import { fileUrl, ownFiles } from '../../operations/public.ts'

type Files = Awaited<ReturnType<typeof ownFiles>>
type WithFiles = Pick<ListingForm, 'pictures' | 'attachments'>

/**
 * Forms whose pictures and papers are the caller's own uploads, with address, name and size as the server knows them;
 * they become the company's. Two reads for all forms. Throws invalidInput at those that are not the caller's.
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
  const papers = await ownFiles(
    tx,
    ids((form) => form.attachments),
    caller,
    'document',
  )
  const faults = forms.flatMap((form) => [
    ...missing('pictures', form.pictures, pictures, '图片不存在，请移除后重新上传'),
    ...missing('attachments', form.attachments, papers, '附件不存在，请移除后重新上传'),
  ])
  if (faults.length > 0) throw fieldFailed(...faults)
  return forms.map((form) => ({
    ...form,
    pictures: form.pictures.flatMap(({ fileId }) => {
      const file = pictures.get(fileId)
      return file === undefined ? [] : [{ fileId, url: fileUrl(file) }]
    }),
    attachments: form.attachments.flatMap(({ fileId }) => {
      const file = papers.get(fileId)
      return file === undefined ? [] : [{ fileId, url: fileUrl(file), name: file.name, size: file.size }]
    }),
  }))
}

const missing = (
  field: string,
  named: readonly { readonly fileId: string }[],
  files: Files,
  message: string,
): FieldFault[] => named.flatMap(({ fileId }, at) => (files.has(fileId) ? [] : [{ field: `${field}.${at}`, message }]))
