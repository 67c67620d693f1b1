import { CallFailed } from '../../contract/failures.ts'

/** Fields of a form at most: many thousands of small ones would keep the process from everything else. */
const mostParts = 20
/** Bytes of the headers of one part. */
const mostHeaders = 16_384

const lineEnd = Buffer.from('\r\n')
const headersEnd = Buffer.from('\r\n\r\n')

/**
 * The fields of a multipart/form-data body (RFC 7578), the first of each name. Only boundaries are looked for: what is
 * between them is not read, so that a body of 25 MB takes milliseconds. Throws CallFailed badForm.
 */
export function multipartFields(body: Buffer<ArrayBuffer>, contentType: string): Record<string, string | File> {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new CallFailed('badForm')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const fields = new Map<string, string | File>()
  let at = beginOf(body, delimiter)
  for (let parts = 0; ; parts += 1) {
    const after = body.subarray(at, at + 2).toString('latin1')
    if (after === '--' && parts > 0) return Object.fromEntries(fields)
    const headersFrom = at + lineEnd.byteLength
    const headersTo = body.indexOf(headersEnd, at)
    if (after !== '\r\n' || headersTo < 0 || headersTo - at > mostHeaders || parts >= mostParts) {
      throw new CallFailed('badForm')
    }
    const from = headersTo + headersEnd.byteLength
    // A part without content begins with the delimiter that ends it.
    const to = body.indexOf(delimiter, from - lineEnd.byteLength)
    if (to < 0) throw new CallFailed('badForm')
    const { name, file } = namesOf(body.subarray(headersFrom, Math.max(headersFrom, headersTo)).toString('utf8'))
    const content = body.subarray(from, Math.max(from, to))
    if (!fields.has(name)) fields.set(name, file === undefined ? content.toString('utf8') : new File([content], file))
    at = to + delimiter.byteLength
  }
}

/** Behind the first delimiter, which stands at the beginning or behind a preamble. */
function beginOf(body: Buffer, delimiter: Buffer): number {
  const first = delimiter.subarray(lineEnd.byteLength)
  if (body.subarray(0, first.byteLength).equals(first)) return first.byteLength
  const at = body.indexOf(delimiter)
  if (at < 0) throw new CallFailed('badForm')
  return at + delimiter.byteLength
}

/** Name and file name of a part; browsers write quotes and line ends in them as %22, %0D and %0A. */
function namesOf(headers: string): { readonly name: string; readonly file: string | undefined } {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line)) ?? ''
  if (!/^content-disposition:\s{0,9}form-data\b/i.test(disposition)) throw new CallFailed('badForm')
  const of = (key: RegExp) => {
    const [, value] = key.exec(disposition) ?? []
    return value?.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  const name = of(/;\s{0,9}name="([^"]{0,1000})"/i)
  if (name === undefined) throw new CallFailed('badForm')
  return { name, file: of(/;\s{0,9}filename="([^"]*)"/i) }
}
