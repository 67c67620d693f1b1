import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '../../config.ts'
import type { Storage } from './storage.ts'

/** Clouds with the bucket in the host name. Elsewhere (MinIO and others) it is in the path. */
const namesBuckets = /\.(aliyuncs|myqcloud|amazonaws)\.com/

/**
 * An S3-compatible bucket (AWS, MinIO, OSS, COS). Nothing in it is public: files are served by this server, which
 * checks access.
 */
export function s3Storage(s3: NonNullable<Config['s3']>): Storage {
  const client = new S3Client({
    region: s3.region,
    credentials: { accessKeyId: s3.keyId, secretAccessKey: s3.keySecret },
    ...(s3.endpoint === undefined ? {} : { endpoint: s3.endpoint, forcePathStyle: !namesBuckets.test(s3.endpoint) }),
    // Checksums specific to AWS are omitted unless required.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  })
  const at = (key: string) => ({ Bucket: s3.bucket, Key: key })
  return {
    put: async (key, bytes, contentType) => {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }))
    },
    read: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(at(key)))
      if (Body === undefined) throw new Error(`Nothing under ${key}`)
      return Body.transformToByteArray()
    },
    stream: async function* (key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)))
      if (Body === undefined) throw new Error(`Nothing under ${key}`)
      yield* chunksOf(Body.transformToWebStream())
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)))
    },
    size: async (key) => {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0
      } catch (err) {
        if (err instanceof S3ServiceException && err.$metadata.httpStatusCode === 404) return undefined
        throw err
      }
    },
    list: async function* () {
      let after: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken: after }))
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && LastModified !== undefined) yield { key: Key, modified: LastModified }
        }
        after = page.IsTruncated === true ? page.NextContinuationToken : undefined
      } while (after !== undefined)
    },
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* stream
}
