import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { createStorage } from '../../../src/server/providers/storage.ts'
import { startMockService, type ReceivedRequest } from '../../support/mock-service.ts'

const bytes = new Uint8Array(Buffer.from('%PDF-1.4 药'))

/** Minimal S3: objects by path, and its errors for missing ones. */
function bucketOf(objects: Map<string, Buffer>) {
  return ({ method, url, body }: ReceivedRequest) => {
    if (method === 'PUT') objects.set(url.pathname, body)
    if (method === 'DELETE') return { status: objects.delete(url.pathname) ? 204 : 404, body: '' }
    const kept = objects.get(url.pathname)
    if (kept === undefined) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    return { body: method === 'GET' ? kept : '' }
  }
}

test('a bucket: signed requests for put, get and delete', async () => {
  const objects = new Map<string, Buffer>()
  const side = await startMockService(bucketOf(objects))
  const storage = createStorage(
    readConfig({
      STORAGE_S3_BUCKET: 'portal',
      STORAGE_S3_ENDPOINT: side.url,
      STORAGE_S3_REGION: 'cn-east-1',
      STORAGE_S3_KEY_ID: 'key-id',
      STORAGE_S3_KEY_SECRET: 'key-secret',
    }),
  )
  await storage.put('licence/abc', bytes, 'application/pdf')
  expect([...objects.keys()]).toEqual(['/portal/licence/abc'])
  expect(await storage.read('licence/abc')).toEqual(bytes)
  await storage.remove('licence/abc')
  expect(objects.size).toBe(0)
  await expect(storage.read('licence/abc')).rejects.toThrow(/./)
  expect(side.requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE', 'GET'])
  for (const { headers } of side.requests) {
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/cn-east-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/,
    )
  }
  expect(side.requests[0]?.headers['content-type']).toBe('application/pdf')
})

test('a failing bucket is retried, then reported', async () => {
  const side = await startMockService(() => ({ status: 503, body: '' }))
  const storage = createStorage(
    readConfig({
      STORAGE_S3_BUCKET: 'portal',
      STORAGE_S3_ENDPOINT: side.url,
      STORAGE_S3_REGION: 'cn-east-1',
      STORAGE_S3_KEY_ID: 'key-id',
      STORAGE_S3_KEY_SECRET: 'key-secret',
    }),
  )
  await expect(storage.put('logo/x', bytes, 'image/webp')).rejects.toThrow(/./)
  expect(side.requests.length).toBe(3)
})

test('a folder: put, get and delete, never outside of it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-files-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const storage = createStorage(readConfig({ DATA_DIR: dataDir }))
  await storage.put('logo/abc', bytes, 'image/webp')
  expect(await storage.read('logo/abc')).toEqual(bytes)
  await expect(storage.put('../outside', bytes, 'image/webp')).rejects.toThrow(/traversal/i)
  await storage.remove('logo/abc')
  await expect(storage.read('logo/abc')).rejects.toThrow(/./)
})
