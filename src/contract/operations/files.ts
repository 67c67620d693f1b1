import { z } from 'zod'
import { filePurposes } from '../../domain/operations/file-rules.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'

export type { FilePurpose } from '../../domain/operations/file-rules.ts'

export const uploaded = z.object({
  fileId: z.string(),
  /** Path below the site: /files/{id}/{name} */
  url: z.string(),
  /** As it is kept: cleaned, with the extension of what it is */
  name: z.string(),
  /** bytes, as kept */
  size: z.int(),
  contentType: z.string(),
})
export type Uploaded = z.output<typeof uploaded>

export const filesCalls = {
  /** The one call whose body is multipart/form-data: fields `purpose` and `file`. What may be given: domain/operations/file-rules. */
  upload: call({
    path: '/files/upload',
    summary: '上传文件（multipart/form-data）；图片重新编码，类型以内容为准',
    access: user,
    input: z.object({
      purpose: z.enum(filePurposes),
      file: z.instanceof(File, { error: '请选择文件' }),
    }),
    output: uploaded,
    failures: [
      'badForm',
      'fileTypeRefused',
      'fileTooLarge',
      'fileBroken',
      'filesFull',
      'pictureTooSmall',
      'pictureTooNarrow',
      'pictureTooLarge',
      'fileTooComplex',
      'filesBusy',
    ],
    ours: true,
    multipart: true,
    perMinute: 30,
    perDay: 500,
  }),
}
