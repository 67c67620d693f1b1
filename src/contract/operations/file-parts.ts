import { z } from 'zod'
import { count } from '../fields.ts'
import { filePurposes, partBytes } from '../../domain/operations/file-rules.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { uploaded } from './files.ts'

const ofFile = {
  /** Made by the client, one a file: what was sent under it is not sent again. */
  uploadId: z.uuid(),
  purpose: z.enum(filePurposes),
  /** bytes of the whole file */
  size: count.min(1, '文件是空的'),
}

export const filePartsCalls = {
  uploadPart: call({
    path: '/files/upload/part',
    summary: '上传文件的一段；断开后从返回的位置继续，一天内有效',
    access: user,
    input: z.object({
      ...ofFile,
      /** Place of the part's first byte. A part that stands elsewhere than at the end of what is there is left out. */
      at: count,
      /** Base64; empty asks how far the file has come. */
      bytes: z.base64().max(Math.ceil(partBytes / 3) * 4),
    }),
    output: z.object({
      /** bytes received so far, without gaps */
      received: z.int(),
    }),
    failures: ['fileTooLarge', 'fileBroken', 'filesFull'],
    ours: true,
    perMinute: 400,
  }),
  uploadFinish: call({
    path: '/files/upload/finish',
    summary: '各段传完后保存为文件；类型以内容为准',
    access: user,
    input: z.object({ ...ofFile, name: z.string().min(1).max(255) }),
    output: uploaded,
    failures: [
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
    idempotent: true,
    ours: true,
    perMinute: 30,
    perDay: 500,
  }),
}
