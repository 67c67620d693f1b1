import { CallFailed, failedFor } from '../../contract/failures.ts'
import { maxUploadBytes } from '../../domain/operations/file-rules.ts'

/** Bytes of uploads that the process holds at once; beyond them people are asked to come back in a moment. */
const roomBytes = 256 * 1024 * 1024
let heldBytes = 0
/** Fields of a form. Many thousands of small ones would keep the process from everything else while they are read. */
const mostParts = 20

/**
 * The fields of a form, the first of each name. Failures: 415 other type, 413 too large, 400 broken,
 * 429 when many upload at once. Never holds more than the cap, whatever the length header says.
 */
export async function readForm(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw new CallFailed('notForm')
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw new CallFailed('tooLarge')
  const held = { bytes: 0 }
  try {
    const body = await readCapped(request, held)
    if (partsOf(body, type) > mostParts) throw new CallFailed('badForm')
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
      throw new CallFailed('badForm')
    })
    return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.get(name)]))
  } finally {
    heldBytes -= held.bytes
  }
}

/** Counts the boundaries, up to one more than may be. */
function partsOf(body: Buffer, type: string): number {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = `--${quoted ?? plain ?? ''}`
  let count = 0
  for (
    let at = body.indexOf(boundary);
    at >= 0 && count <= mostParts;
    at = body.indexOf(boundary, at + boundary.length)
  )
    count += 1
  return count
}

async function readCapped(request: Request, held: { bytes: number }): Promise<Buffer<ArrayBuffer>> {
  if (request.body === null) throw new CallFailed('badForm')
  const chunks: Uint8Array[] = []
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new CallFailed('badForm')
    })
    if (done) return Buffer.concat(chunks)
    held.bytes += value.byteLength
    heldBytes += value.byteLength
    const refusal =
      held.bytes > maxUploadBytes ? new CallFailed('tooLarge') : heldBytes > roomBytes ? failedFor('tooMany', 10) : null
    if (refusal !== null) {
      await reader.cancel().catch(() => {})
      throw refusal
    }
    chunks.push(value)
  }
}
